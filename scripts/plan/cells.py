"""The cells of a sweep, and the rough time that they take."""

from collections.abc import Iterable

from common.folders import RESULTS
from plan.configuration import Configuration
from records.cell import Cell, cells_of


def list_cells(configuration: Configuration) -> list[Cell]:
    """All cells, in the order in which they are measured: repeat by repeat, variants taking turns."""
    return cells_of(configuration.variants, configuration.tasks, configuration.workloads, configuration.repeats)


def record_path(machine: str, cell: Cell) -> str:
    """The cell's record, relative to the project."""
    return f"{RESULTS}/{machine}/{cell.record_name()}"


def expected_seconds(cells: Iterable[Cell]) -> float:
    """A rough duration of measuring them one after the other."""
    return sum(cell.expected_seconds() for cell in cells)
