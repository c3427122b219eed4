"""What a run has just changed: its cells before and after, for the console."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from analysis.comparison.comparing import compare_upgrades, in_time
from analysis.comparison.console_lines import upgrade_lines
from analysis.history_table import history_table
from common.folders import PROJECT
from records.cell import cell_at
from records.cell_columns import IDENTITY, RUN
from records.history import FOLDER, read_history


def measured_history(machine_folder: Path, measured: Sequence[Path]) -> pd.DataFrame:
    """All kept runs of the cells to which the records belong."""
    cells = {cell_at(path).group() for path in measured}
    kept = [record for variant in sorted({cell[0] for cell in cells}) for record in read_history(machine_folder / FOLDER, variant)]
    of_cells = [record for record in kept if tuple(record[name] for name in IDENTITY) in cells]
    return history_table(of_cells, machine_folder.name, PROJECT)


def runs_again(history: pd.DataFrame, measured: Sequence[Path], since: float) -> dict[tuple[str, int], int]:
    """How many of the records were measured with another setup than the time before, by variant and N. `since`: seconds since the epoch."""
    moment = pd.Timestamp(since, unit="s", tz="UTC")
    cells = [cell_at(path) for path in measured]
    wanted = {(*cell.group(), cell.repeat) for cell in cells}
    again: dict[tuple[str, int], int] = {}
    for key, runs in in_time(list(history["variant"]), history).groupby(list(RUN)):
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
