"""Before and after: what an upgrade, an edit, another machine or another day changed, and what cannot be told."""
