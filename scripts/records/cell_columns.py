"""The columns that say which cell a row of a table is of. A later axis is one column here (and a field of records/cell.py)."""

IDENTITY = ("variant", "n", "workload", "amount")
RUN = (*IDENTITY, "repeat")
ACROSS_TASKS = tuple(name for name in IDENTITY if name != "n")  # of what is compared over N
