"""Everything that touches Snakemake itself, and clusters."""
