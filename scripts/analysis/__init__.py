"""From records to numbers: tables, estimates, claims, comparisons, machines side by side."""
