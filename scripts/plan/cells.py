"""The cells of a sweep: one variant at one N, one sleep and one repeat; and where each is kept."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from plan.configuration import Configuration


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One run to measure. `repeat` counts from 1; `sleep` is the configured sleep in seconds, as it stands in the path."""

    repeat: int
    n: int
    variant: str
    sleep: str

    def record(self) -> Path:
        """Where its record lies, below the machine's folder."""
        return Path(self.record_name())

    def record_name(self) -> str:
        """The same as text: a path takes a while to make where there are a hundred thousand."""
        return f"runs/{self.variant}/n={self.n}/sleep={self.sleep}/repeat={self.repeat}.json"


def sleep_text(seconds: float) -> str:
    """Seconds as they stand in a path: 10, 0.5."""
    return f"{seconds:g}"


def list_cells(configuration: Configuration) -> list[Cell]:
    """All cells, in the order in which they are measured: repeat by repeat, variants taking turns."""
    sleep = sleep_text(configuration.sleep_seconds)
    return sorted(
        Cell(repeat, n, variant, sleep)
        for variant in configuration.variants
        for n in configuration.tasks
        for repeat in range(1, configuration.repeats + 1)
    )


def record_path(machine: str, cell: Cell) -> str:
    """The cell's record, relative to the project."""
    return f"results/{machine}/{cell.record()}"


def expected_seconds(cells: Iterable[Cell]) -> float:
    """A rough duration: the sleep, a start, and what launching N tasks takes in a slow runtime (seen: about 10 s for a million)."""
    return sum(float(cell.sleep) + 1.5 + cell.n / 1e5 for cell in cells)
