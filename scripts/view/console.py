"""What a person sees on the console: the plan before a sweep, a line for each cell, and the end."""

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from common.units import MIB, duration
from common.words import listed
from plan.cells import expected_seconds, record_path
from plan.configuration import Configuration
from programs.describing import Program
from programs.refusal import OWN_LIMIT, too_many_threads
from records.cell import Cell, cell_of
from toolchains.finding import Found
from workloads.catalogue import workload_of
from workloads.telling import words_of


def will_run(cell: Cell, programs: Mapping[str, Program], found: Mapping[str, Found], configuration: Configuration) -> bool:
    """Whether measuring the cell takes time: its toolchain is not known to be missing, and it is not beyond the limit of OS threads."""
    program = programs[cell.subject]
    toolchain = found.get(program.toolchain.id)
    within = too_many_threads(program.primitive, cell.n, configuration.os_thread_limit) is None
    return within and (toolchain is None or toolchain.status == "found")


def missing_lines(configuration: Configuration, programs: Mapping[str, Program], found: Mapping[str, Found]) -> list[str]:
    """A line for each toolchain that is missing: the variants it takes with it, why, and how to get it."""
    lines = []
    for toolchain in sorted({programs[variant].toolchain.id for variant in configuration.variants}):
        if toolchain in found and found[toolchain].status == "missing":
            variants = [variant for variant in configuration.variants if programs[variant].toolchain.id == toolchain]
            lines.append(f"  {', '.join(variants)}: {found[toolchain].reason}")
    return [*lines, *limit_lines(configuration, programs)]


def limit_lines(configuration: Configuration, programs: Mapping[str, Program]) -> list[str]:
    """A line for the variants whose largest N are beyond the configuration's limit of OS threads."""
    limit = configuration.os_thread_limit
    beyond = {
        variant: [n for n in configuration.tasks if too_many_threads(programs[variant].primitive, n, limit)]
        for variant in configuration.variants
    }
    held_back = {variant: tasks for variant, tasks in beyond.items() if tasks}
    if not held_back:
        return []
    tasks = listed(f"{n:,}" for n in next(iter(held_back.values())))
    return [f"  {', '.join(held_back)} at N = {tasks}: more OS threads than {OWN_LIMIT} ({limit:,}) in the configuration."]


def plan_lines(
    configuration: Configuration,
    programs: Mapping[str, Program],
    found: Mapping[str, Mapping[str, Found]],
    planned: Mapping[str, Sequence[Cell]],
    total: int,
) -> list[str]:
    """The short plan that stands before a sweep. `found` and `planned` by machine class; `total`: the cells of each class."""
    names = configuration.machine_names
    now = {name: cells for name, cells in planned.items() if cells}
    count, every = sum(map(len, now.values())), total * len(names)
    tasks = ", ".join(f"{n:,}" for n in configuration.tasks)
    repeats = f"{configuration.repeats} repeat{'s' if configuration.repeats != 1 else ''}"
    by_class = f" ({', '.join(f'{len(cells)} on {name}' for name, cells in now.items())})" if now and len(names) > 1 else ""
    expected = [
        duration(expected_seconds(cell for cell in cells if will_run(cell, programs, found[name], configuration)))
        + (f" on {name}" if len(names) > 1 else "")
        for name, cells in now.items()
    ]
    on_nodes = " on each node" if any(machine.elsewhere for machine in configuration.machines) else ""
    doing = " or ".join(words_of(asked.workload).doing(asked.amount) for asked in configuration.workloads)
    lines = [
        f"{len(configuration.variants)} variants at N = {tasks}, {repeats}, each task {doing}, "
        f"on machine{'s' if len(names) > 1 else ''} {listed(names)}.",
        f"{every} cells: {count} to measure now{by_class}, {every - count} kept from before."
        + (f" Expected: about {listed(expected)} of measuring, one at a time{on_nodes}, after building." if now else ""),
    ]
    missing = {name: missing_lines(configuration, programs, found[name]) for name in now}
    if any(missing.values()):
        lines.append("Not measured, each with a row that says so:")
        for name, told in missing.items():
            lines += [f"  on {name}:"] * bool(told and len(names) > 1) + told
    return lines


def plan_path(machine: str) -> Path:
    """Where the plan of a machine class is noted down, relative to the project."""
    return Path("results", machine, "logs", "plan.json")


def write_plan(path: Path, machine: str, planned: Sequence[tuple[Cell, bool]], total: int) -> None:
    """Note down what this run is going to measure, so that each cell can say how much is left. The flag: whether it takes time.

    `total`: all cells of the sweep, with those that are kept.
    """
    cells = [[record_path(machine, cell), expected_seconds([cell]) if takes_time else 0.0] for cell, takes_time in planned]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"started_at": time.time(), "total": total, "cells": cells}))


def read_plan(path: Path) -> dict[str, Any] | None:
    """What write_plan noted down; None when there is no plan, or a damaged one."""
    try:
        noted = json.loads(path.read_text())
    except (OSError, ValueError):
        return None
    return noted if isinstance(noted, dict) else None


def is_newer(path: str, moment: float) -> bool:
    """Whether a file is there and was written at or after a moment (seconds since the epoch)."""
    try:
        return Path(path).stat().st_mtime >= moment
    except OSError:
        return False


def progress(plan: Path) -> str:
    """How far the sweep is, as "[12/240, 31 min left]"; empty when no plan was written (a cell measured by hand)."""
    noted = read_plan(plan)
    if noted is None:
        return ""
    done = [seconds for path, seconds in noted["cells"] if is_newer(path, noted["started_at"])]
    left = sum(seconds for _, seconds in noted["cells"]) - sum(done)
    return f"[{len(done)}/{len(noted['cells'])}, {duration(max(left, 0.0))} left] "


def is_told(plan: Path, record: Path) -> bool:
    """Whether the plan has said already that nothing is measured for a cell, and why."""
    noted = read_plan(plan)
    return noted is not None and [str(record), 0.0] in noted["cells"]


def cell_line(record: Mapping[str, Any]) -> str:
    """One measured cell: "go-goroutines  N=1,000,000  repeat 2: 2,626 MiB", or its verdict and reason."""
    cell = cell_of(record)
    workload, name = workload_of(cell.workload), cell.words()
    if record["verdict"] != "ok":
        return f"{name}: {record['verdict']}, {record['reason']}"
    peak = "no figure" if record["peak_bytes"] is None else f"{record['peak_bytes'] / MIB:,.1f} MiB"
    used = workload.used_amount_of(record)
    longer = f" (with {words_of(cell.workload).amount_words(used)})" if used != cell.amount else ""
    return f"{name}: {peak}{longer}" + (f"  [{', '.join(record['flags'])}]" if record["flags"] else "")
