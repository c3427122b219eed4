"""A run whose jobs go to a scheduler: what becomes of them, and what a person is told."""
