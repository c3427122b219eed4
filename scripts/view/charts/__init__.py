"""The charts of a sweep, one module a chart, drawn from the tables."""
