"""What the last upgrade changed, from the history of this machine: the newest setup of each cell against the one before it."""

from collections.abc import Hashable
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet

from analysis.comparison.comparing import CELL, READ, SETUP, SHOWN_DIFFERENCES, compare_upgrades
from analysis.comparison.console_lines import counted_words, what_changed
from analysis.comparison.deciding import percent
from analysis.tables.older import NEEDED, current_table
from common.command_line import UserError
from common.given_command import again_without
from common.units import mib
from records.cell_columns import IDENTITY

NO_HISTORY = "There is no history of earlier runs beside these tables (history.parquet), so that there is nothing to compare with."
ONE_SETUP = "Every cell has been measured with one toolchain, program and meter only, so that there is nothing to compare with yet."
COLUMNS = {
    *SETUP,
    *CELL,
    *READ,
    *SHOWN_DIFFERENCES,
    "label",
    "language",
    "primitive",
    "repeat",
    "verdict",
    "peak_bytes",
    "requested_sleep_seconds",
} - {"program"}


def last_upgrades(history: Path) -> dict[str, Any]:
    """`words` says what there is, `groups` has the rows of each thing that was upgraded, newest setup against the one before it."""
    if not history.is_file():
        return {"words": NO_HISTORY, "groups": []}
    compared = compare_upgrades(several_setups(read(history)))
    if compared.empty:
        return {"words": ONE_SETUP, "groups": []}
    rows = compared.to_dict("records")
    groups: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        groups.setdefault(what_changed(row), []).append(upgrade_row(row))
    cells = "1 cell was" if len(rows) == 1 else f"{len(rows)} cells were"
    return {"words": f"{cells} measured with more than one setup: {counted_words(rows)}.", "groups": list(groups.items())}


def read(history: Path) -> pd.DataFrame:
    """The columns that a comparison needs. UserError when it is no history."""
    try:
        there = set(pyarrow.parquet.read_schema(history).names)
        return current_table(pd.read_parquet(history, columns=sorted((COLUMNS | NEEDED) & there)))
    except (OSError, ValueError) as error:
        raise UserError(f"{history}: not a history ({str(error).splitlines()[0]}). Make it again: {again_without(history)}") from None


def several_setups(history: pd.DataFrame) -> pd.DataFrame:
    """The runs of the cells that have more than one setup: the others, mostly all, need not be gone through one by one."""
    cell = list(IDENTITY)
    setups = history[list(dict.fromkeys([*SETUP, *cell]))].drop_duplicates()
    counts = setups.groupby(cell, dropna=False).size().rename("setups").reset_index()
    return history.merge(counts[counts["setups"] > 1][cell], on=cell)


def upgrade_row(row: dict[Hashable, Any]) -> dict[str, str]:
    """One cell as text."""
    figures = {side: row[f"{side}_peak_bytes_median"] for side in ("before", "after")}
    difference = row["difference_percent"]
    return {
        "label": str(row["label"]),
        "tasks": f"{row['n']:,}",
        **{side: "\N{EN DASH}" if pd.isna(value) else f"{mib(float(value))} MiB" for side, value in figures.items()},
        "difference": "\N{EN DASH}" if pd.isna(difference) else percent(float(difference) / 100),
        "decision": str(row["decision"]),
        "reason": f"{row['reason']}; {row['differs']}" if row["differs"] else str(row["reason"]),
    }
