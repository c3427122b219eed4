"""What a rule looks figures up in: a summary of a sweep, or what a post published; every cell has a value or a reason."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from common.command_line import UserError
from common.given_command import given_command
from records.metrics import Metric, Quantity, quantities
from records.vocabulary import CONFIGURATION, verdict_counts, verdict_words
from workloads.sleep_words import longer_remark

LIMIT_VERDICTS = {"unsupported", "spawn_failed", "oom"}


@dataclass(frozen=True, slots=True)
class Value:
    """One quantity of one cell: median, smallest and largest of its ok runs. Bytes or seconds."""

    median: float
    smallest: float
    largest: float


@dataclass(frozen=True, slots=True)
class Cell:
    """One variant at one N. `stopped`: whether a limit of the system kept it from N (None: not known). `missing`: why it has no value."""

    values: Mapping[str, Value] = field(default_factory=dict)
    stopped: bool | None = None
    missing: str = ""
    remark: str = ""
    nowhere: bool = False  # no cell of this N in the sweep


@dataclass(frozen=True, slots=True)
class Figures:
    """Cells by variant and N, and what the variants are called."""

    cells: Mapping[tuple[str, int], Cell]
    labels: Mapping[str, str]

    def of(self, variant: str, n: int) -> list[tuple[str, Cell]]:
        """A variant's cell, or those of all its versions (go-goroutines@1.26); one that says why where there is none."""
        names = [name for name, tasks in self.cells if tasks == n and name.partition("@")[0] == variant]
        if names:
            return [(name, self.cells[name, n]) for name in names]
        others = sorted({tasks for name, tasks in self.cells if name.partition("@")[0] == variant})
        why = f"N = {n:,} is not in this sweep" if others else "not in this sweep"
        return [(variant, Cell(missing=why, nowhere=bool(others)))]

    def label(self, variant: str) -> str:
        """What a variant is called."""
        return self.labels.get(variant, variant)


def read_summary(path: Path, labels: Mapping[str, str]) -> Figures:
    """A sweep's summary.csv. `labels`: what variants that are not in it are called. UserError where it cannot be read."""
    cells: dict[tuple[str, int], Cell] = {}
    here = dict(labels)
    try:
        for row in rows_of(path):
            here[row["variant"]] = row["label"]
            cells[row["variant"], int(row["n"])] = cell_here(row)
    except (KeyError, ValueError) as error:
        raise UserError(f"{path}: damaged table ({error!r}). Make it again: {given_command()}") from None
    return Figures(cells, here)


def cell_here(row: Mapping[str, str]) -> Cell:
    """A row of summary.csv."""
    if int(row["runs_ok"]) == 0:
        # What the configuration holds back says nothing about the machine.
        by_machine = verdicts_of(row) <= LIMIT_VERDICTS and row["reason"] and row["limit_source"] != CONFIGURATION
        return Cell(stopped=True if by_machine else None, missing=missing_words(row))
    values = {name: quantity_value(row, metric, quantity) for name, (metric, quantity) in quantities().items()}
    remark = longer_remark(float(row["sleep_seconds"]), float(row["requested_sleep_seconds"]))
    known = {name: value for name, value in values.items() if value is not None}
    return Cell(known, stopped=False, missing="" if "peak" in known else "no peak could be read", remark=remark)


def verdicts_of(row: Mapping[str, str]) -> set[str]:
    """The verdicts of a cell's runs, from `ok=2;timeout=1`."""
    return set(verdict_counts(row["verdicts"]))


def missing_words(row: Mapping[str, str]) -> str:
    """Why a cell has no figure, short; whose limit it was where a limit held it back."""
    words = ", ".join(verdict_words(verdict, row["primitive"]) for verdict in sorted(verdicts_of(row)))
    if "unsupported" not in verdicts_of(row):
        return words
    if row["limit_source"] == CONFIGURATION:
        return f"held back by {row['limit_name']}, a setting of this sweep and no limit of the machine"
    return f"{words}: {row['reason']}"


def value_of(row: Mapping[str, str], name: str) -> Value | None:
    """Median, smallest and largest of a quantity; None where it is not known."""
    texts = [row.get(f"{name}_{what}") or "" for what in ("median", "min", "max")]
    return Value(*map(float, texts)) if all(texts) else None


def quantity_value(row: Mapping[str, str], metric: Metric, quantity: Quantity) -> Value | None:
    """What claims call by a name: a figure, or that less what another column has of it."""
    value = value_of(row, metric.name)
    if value is None or quantity.less is None:
        return value
    less = float(row[quantity.less])
    return Value(value.median - less, value.smallest - less, value.largest - less)


def read_published(path: Path, labels: Mapping[str, str]) -> dict[str, Figures]:
    """Published figures by source. UserError where they cannot be read."""
    cells: dict[str, dict[tuple[str, int], Cell]] = {}
    try:
        for row in rows_of(path):
            cells.setdefault(row["source"], {})[row["variant"], int(row["n"])] = cell_published(row)
    except (KeyError, ValueError) as error:
        raise UserError(f"{path}: published figures cannot be read ({error!r})") from None
    return {source: Figures(found, labels) for source, found in cells.items()}


def cell_published(row: Mapping[str, str], slept: float = 10) -> Cell:
    """A published figure: one run. CPU is a whole percentage of a core over the wall time, so that it is known to half a point."""
    peak = float(row["peak_bytes"])
    values = {"peak": Value(peak, peak, peak)}
    if row.get("wall_s"):
        wall, percent = float(row["wall_s"]), float(row["cpu_percent"])
        values["late"] = Value(*[wall - slept] * 3)
        values["cpu"] = Value(*(wall * max(0.0, part) / 100 for part in (percent, percent - 0.5, percent + 0.5)))
    return Cell(values, stopped=False)


def rows_of(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file. UserError where it is missing or no text."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read ({error}). Make it: {given_command()}") from None
