"""The cells of a sweep and their records: which files must be there, and what makes one unusable."""

import itertools
import json
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import orjson

from common.command_line import UserError
from records.cell import Cell
from workloads.workload import Asked

KIND_NAMES = {str: "text", int: "a whole number", float: "a number", list: "a list", dict: "a mapping"}

REQUIRED: dict[str, tuple[type, ...]] = {
    "variant": (str,),
    "label": (str,),
    "language": (str,),
    "primitive": (str,),
    "n": (int,),
    "repeat": (int,),
    "sleep_seconds": (int, float),
    "verdict": (str,),
    "flags": (list,),
}


def planned_cells(variants: Sequence[str], tasks: Sequence[int], repeats: int, asked: Asked) -> list[Cell]:
    """Every cell of a sweep, by variant, N, repeat."""
    cells = itertools.product(variants, tasks, range(1, repeats + 1))
    return [Cell(repeat, n, variant, asked.workload, asked.amount) for variant, n, repeat in cells]


def read_record(machine_folder: Path, cell: Cell) -> dict[str, Any]:
    """The record of one cell, with its own path below the machine's folder. UserError names the file and the command that mends it."""
    name = cell.record_name()
    path = f"{machine_folder}/{name}"
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 a hundred thousand times
            data = file.read()
    except FileNotFoundError:
        raise UserError(f"{path}: no record of this run. Measure it: make run") from None
    except OSError as error:
        damaged(path, str(error))
    record = parse(data, path)
    check(record, cell, path)
    record["record"] = name
    return dict(record)


def parse(data: bytes, path: str) -> Any:
    """The JSON of a record."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        return parse_leniently(data, path)


def parse_leniently(data: bytes, path: str) -> Any:
    """What orjson refuses: Python reads half surrogates too (they become ?), and says better what is wrong."""
    try:
        parsed = json.loads(data.decode(encoding="utf-8"), parse_constant=refuse_constant)
        return orjson.loads(json.dumps(parsed, ensure_ascii=False).encode(errors="replace"))
    except UnicodeDecodeError as error:
        damaged(path, str(error))
    except ValueError as error:
        damaged(path, f"not JSON, {error}")


def read_records(machine_folder: Path, cells: Iterable[Cell]) -> list[dict[str, Any]]:
    """Records of all cells, each with its own path below the machine's folder under `record`."""
    return [read_record(machine_folder, cell) for cell in cells]


def check(record: object, cell: Cell, path: str) -> None:
    """Refuse a record that lacks what every table needs, or that is of another cell than its path says."""
    if not isinstance(record, dict):
        damaged(path, "not a JSON object")
    for key, kinds in REQUIRED.items():
        value = record.get(key)
        if not isinstance(value, kinds) or isinstance(value, bool):
            damaged(path, f"{key} is {json.dumps(value)}, not {KIND_NAMES[kinds[0]]}")
    for key, expected in (("variant", cell.subject), ("n", cell.n), ("repeat", cell.repeat)):
        if record[key] != expected:
            damaged(path, f"{key} is {record[key]}, its place says {expected}")
    peak = record.get("peak_bytes")
    if peak is not None and (not isinstance(peak, int) or isinstance(peak, bool) or peak <= 0):
        damaged(path, f"peak_bytes is {json.dumps(peak)}, not a number of bytes above 0")


def refuse_constant(name: str) -> NoReturn:
    """JSON has no NaN and no Infinity; Python would read both."""
    raise ValueError(f"{name} is no JSON number")


def damaged(path: str, what: str) -> NoReturn:
    """Name the file, the fault, and the command that measures it again."""
    raise UserError(f"{path}: damaged record ({what}). Measure it again: rm {shlex.quote(path)} && make run")
