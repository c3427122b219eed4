"""The tools that programs are built and run with: described, found, asked, installed."""
