"""The identity of a cell: what is measured, at which N, doing what, which time. Its path, key and order are made and read here alone."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workloads.catalogue import FIRST, WORKLOADS
from workloads.workload import Asked

RUNS, HISTORY = "runs", "history"
PLACE = re.compile(r"(?P<subject>[^/]+)/n=(?P<n>\d+)/(?P<workload>[a-z][a-z0-9_]*)=(?P<amount>[^/]+)/repeat=(?P<repeat>\d+)")
WILDCARDS = "{subject}/n={n}/{workload}={amount}/repeat={repeat}"  # of the rules
RECORDS, KEPT = "{}/n=*/*=*/repeat=*.json", "{}/n=*/*=*/repeat=*/*.json"  # of globs, for a subject or *


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One run to measure, in the order in which cells are measured: repeat by repeat, subjects taking turns.

    `subject`: variant[@version][+setup]; `amount` of the workload as it stands in the path; `repeat` counts from 1.
    """

    repeat: int
    n: int
    subject: str
    workload: str
    amount: str

    def place(self) -> str:
        """Where it lies below runs/ and history/, without an ending."""
        return f"{self.subject}/n={self.n}/{self.workload}={self.amount}/repeat={self.repeat}"

    def record_name(self) -> str:
        """Where its record lies, below the machine's folder. Text: a path takes a while to make where there are a hundred thousand."""
        return f"{RUNS}/{self.place()}.json"

    def series_name(self) -> str:
        """Where its samples over time lie."""
        return f"{RUNS}/{self.place()}.series.csv"

    def group(self) -> tuple[str, int, str, str]:
        """What its repeats have in common: subject, N, workload and amount."""
        return self.subject, self.n, self.workload, self.amount

    def words(self) -> str:
        """As a line of the console names it: go-goroutines  N=1,000,000  repeat 2."""
        return f"{self.subject}  N={self.n:,}  repeat {self.repeat}"

    def expected_seconds(self) -> float:
        """A rough duration."""
        return WORKLOADS[self.workload].expected_seconds(self.n, self.amount)


def cell_at(place: str | Path) -> Cell:
    """The cell whose record, series or kept run lies at a path. ValueError where that is no place of a cell."""
    found = list(PLACE.finditer(str(place)))
    if not found:
        raise ValueError(f"{place}: not the place of a cell")
    match = found[-1]
    return Cell(int(match["repeat"]), int(match["n"]), match["subject"], match["workload"], match["amount"])


def cell_of(record: Mapping[str, Any]) -> Cell:
    """The cell that a record is of, also one that was written before records named their workload. KeyError where it does not say."""
    workload = record.get("workload", FIRST)
    return Cell(record["repeat"], record["n"], record["variant"], workload, WORKLOADS[workload].amount_of(record))


def identity_fields(cell: Cell) -> dict[str, Any]:
    """What a record says of the cell that it is of."""
    return {"variant": cell.subject, "n": cell.n, "repeat": cell.repeat, "workload": cell.workload, "amount": cell.amount}


def cells_of(subjects: Iterator[str] | tuple[str, ...], tasks: tuple[int, ...], asked: tuple[Asked, ...], repeats: int) -> list[Cell]:
    """Every cell of a sweep, in the order in which they are measured."""
    return sorted(
        Cell(repeat, n, subject, each.workload, each.amount)
        for subject in subjects
        for n in tasks
        for each in asked
        for repeat in range(1, repeats + 1)
    )


def records_in(runs: Path, subject: str = "*") -> list[Path]:
    """The records below a folder runs/, in order; what is just being written is none."""
    return sorted(path for path in runs.glob(RECORDS.format(subject)) if path.name[0] != ".")


def kept_in(history: Path, subject: str = "*") -> list[Path]:
    """The kept runs below a folder history/, cell by cell, oldest first."""
    return sorted(path for path in history.glob(KEPT.format(subject)) if path.name[0] != ".")
