"""Sets up a fresh checkout: the locked Python environment, and the Debian packages of languages that are not there."""
