"""The results of each machine class, read from its folder; what cannot stand beside the others is refused."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from analysis.tables.mixture import refuse_mixture
from analysis.tables.older import current_table
from common.command_line import UserError
from records.same_machine import ALIKE, describe, differences

SCHEMA_VERSION = 1
NEEDED = ("variant", "n", "repeat", "verdict", "peak_bytes", "started_at", "schema_version", "host_cpu_model")


@dataclass(frozen=True, slots=True)
class Results:
    """One machine class: its name (its folder's), where it lies, its runs (rows of runs.parquet), its machine (records.same_machine)."""

    name: str
    folder: Path
    runs: pd.DataFrame
    machine: dict[str, Any]


def read_results(folder: Path) -> Results:
    """UserError where there is no table, a damaged one, one of another version, or one that mixes machines."""
    path = folder / "tables" / "runs.parquet"
    try:
        runs = current_table(pd.read_parquet(path))
    except FileNotFoundError:
        raise UserError(f"{path}: no such table; give a folder of results, such as results/<machine>, with its tables made") from None
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: not a table of runs ({str(error).splitlines()[0]}). Make it again where it was measured") from None
    missing = [name for name in NEEDED if name not in runs]
    if missing or runs.empty:
        what = f"has no {', '.join(missing)}" if missing else "has no rows"
        raise UserError(f"{path}: {what}; make the table again where it was measured, with this version of the workflow")
    require_version(runs, path)
    try:
        refuse_mixture(runs)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    return Results(folder.resolve().name, folder, runs, machine_of(runs))


def require_version(runs: pd.DataFrame, path: Path) -> None:
    """UserError for records of another schema than this version of the workflow writes."""
    others = sorted({int(version) for version in runs["schema_version"].dropna()} - {SCHEMA_VERSION})
    if others:
        raise UserError(
            f"{path}: has records of schema version {', '.join(map(str, others))}, this workflow has {SCHEMA_VERSION}; measure them "
            "again with it, or merge with the version of the workflow that wrote them"
        )


def machine_of(runs: pd.DataFrame) -> dict[str, Any]:
    """What of the machine must be alike within a class; the first known value of each (refuse_mixture has seen that they agree)."""
    known = {name.removeprefix("host_"): first_known(runs[name]) for name in runs.columns if name.startswith("host_")}
    libc = runs["toolchain_libc"] if "toolchain_libc" in runs else pd.Series(dtype="string")
    return describe({**dict.fromkeys(alike.field for alike in ALIKE.values()), **known, "libc": first_known(libc)})


def first_known(values: "pd.Series[Any]") -> Any:
    """The first value that is there, as Python has it; None where none is."""
    known = values.dropna()
    return None if known.empty else known.tolist()[0]


def read_all(folders: Sequence[Path]) -> list[Results]:
    """All classes, in the order given. UserError for fewer than two, or two of one name."""
    if len(folders) < 2:
        raise UserError(
            "merge: needs the results of two machines or more; list their folders, such as merge: [results/epyc, /elsewhere/results/xeon]"
        )
    results = [read_results(folder) for folder in folders]
    for one, other in itertools.combinations(results, 2):
        if one.name == other.name:
            raise UserError(clash(one, other))
    return results


def clash(one: Results, other: Results) -> str:
    """Why two folders of one name are not merged."""
    different = differences(one.machine, other.machine)
    why = (
        f"they are of different machines ({'; '.join(different)} there). Rename one of the folders"
        if different
        else "they are of one kind of machine. Leave one out, or rename it: runs of two folders are never put together"
    )
    return f"merge: {one.folder} and {other.folder} are both called {one.name}, and {why}"
