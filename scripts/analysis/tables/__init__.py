"""From cell records to the tables: read them all, refuse what is missing, damaged or mixed, flatten, summarise."""
