"""The folders under programs/: described, built, run."""
