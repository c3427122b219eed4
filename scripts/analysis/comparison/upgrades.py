"""What a run has just changed: its cells before and after, for the console."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from analysis.comparison.comparing import compare_upgrades, in_time
from analysis.comparison.console_lines import upgrade_lines
from analysis.history_table import history_table
from common.folders import PROJECT
from records.cell import cell_at
from records.history import FOLDER, read_history

CELL = ["variant", "n", "requested_sleep_seconds"]


def cell_of(record: Path) -> tuple[str, int, float]:
    """Variant, N and configured amount of a record, by its place."""
    cell = cell_at(record)
    return cell.subject, cell.n, float(cell.amount)


def measured_history(machine_folder: Path, measured: Sequence[Path]) -> pd.DataFrame:
    """All kept runs of the cells to which the records belong."""
    cells = {cell_of(path) for path in measured}
    kept = [record for variant in sorted({cell[0] for cell in cells}) for record in read_history(machine_folder / FOLDER, variant)]
    of_cells = [record for record in kept if (record["variant"], record["n"], record["requested_sleep_seconds"]) in cells]
    return history_table(of_cells, machine_folder.name, PROJECT)


def runs_again(history: pd.DataFrame, measured: Sequence[Path], since: float) -> dict[tuple[str, int], int]:
    """How many of the records were measured with another setup than the time before, by variant and N. `since`: seconds since the epoch."""
    moment = pd.Timestamp(since, unit="s", tz="UTC")
    wanted = {(*cell_of(path), cell_at(path).repeat) for path in measured}
    again: dict[tuple[str, int], int] = {}
    for key, runs in in_time(list(history["variant"]), history).groupby([*CELL, "repeat"]):
        setups = list(runs["setup"])
        if key in wanted and len(runs) > 1 and runs["moment"].iloc[-1] >= moment and setups[-1] != setups[-2]:
            cell = str(runs["variant"].iloc[0]), int(runs["n"].iloc[0])
            again[cell] = again.get(cell, 0) + 1
    return again


def lines_after(machine_folder: Path, measured: Sequence[Path], since: float, total: int) -> list[str]:
    """The lines after a run that began at `since` and measured these records, of `total` cells in all. None where nothing was upgraded."""
    history = measured_history(machine_folder, measured)
    again = runs_again(history, measured, since)
    compared = compare_upgrades(history)
    known = [(row["program"], row["n"]) in again for row in compared.to_dict("records")]
    return upgrade_lines(compared[known], again, total - len(measured)) if any(known) else []
