"""The history as a table: the columns of runs.csv, with the machine, one row a kept run."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from analysis.tables.flatten import runs_table
from records.cell_columns import RUN

ORDER = [*RUN, "started_at"]
KEY = [
    *("machine", *ORDER, "requested_sleep_seconds"),
    *("toolchain_id", "toolchain_version", "toolchain_libc", "program_digest", "wrapper_version"),
]
NUMBERS = {"n": "Int64", "repeat": "Int64", "peak_bytes": "Int64", "requested_sleep_seconds": "Float64", "sleep_seconds": "Float64"}


def history_table(records: Sequence[Mapping[str, Any]], machine: str, checkout: Path) -> pd.DataFrame:
    """One row a kept run of one machine, cell by cell, oldest first. Every column of KEY is there, also without any run."""
    runs = runs_table([{"machine": machine, **record} for record in records], checkout=checkout, home=Path.home())
    for name in [*KEY, *NUMBERS, "verdict", "label", "language", "primitive", "program_library", "program_library_version", "host_kernel"]:
        if name not in runs:
            runs[name] = pd.Series([None] * len(runs), dtype=NUMBERS.get(name, "string"))
    return runs.astype(NUMBERS).sort_values(ORDER, kind="stable", ignore_index=True)
