"""The page of several machines."""
