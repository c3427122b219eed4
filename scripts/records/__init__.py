"""Every measured run, kept across upgrades: a small file each, never changed, and a table made from them."""
