"""The cells of a sweep and their records: which files must be there, and what makes one unusable."""

import itertools
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from common.command_line import UserError
from common.given_command import given_command
from records import reader
from records.cell import Cell
from records.reader import MEASURE_AGAIN, damaged
from workloads.workload import Asked


def planned_cells(variants: Sequence[str], tasks: Sequence[int], repeats: int, asked: Asked) -> list[Cell]:
    """Every cell of a sweep, by variant, N, repeat."""
    cells = itertools.product(variants, tasks, range(1, repeats + 1))
    return [Cell(repeat, n, variant, asked.workload, asked.amount) for variant, n, repeat in cells]


def read_record(machine_folder: Path, cell: Cell) -> dict[str, Any]:
    """The record of one cell, with its own path below the machine's folder. UserError names the file and the command that mends it."""
    name = cell.record_name()
    path = f"{machine_folder}/{name}"
    try:
        record = reader.read_record(path, MEASURE_AGAIN)
    except FileNotFoundError:
        raise UserError(f"{path}: no record of this run. Measure it: {given_command()}") from None
    for key, expected in (("variant", cell.subject), ("n", cell.n), ("repeat", cell.repeat)):
        if record[key] != expected:
            damaged(path, f"{key} is {record[key]}, its place says {expected}", MEASURE_AGAIN)
    record["record"] = name
    return record


def read_records(machine_folder: Path, cells: Iterable[Cell]) -> list[dict[str, Any]]:
    """Records of all cells, each with its own path below the machine's folder under `record`."""
    return [read_record(machine_folder, cell) for cell in cells]
