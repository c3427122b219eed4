"""Measure one cell: one program at one N, and again with a longer amount where its tasks were not proven to be alive all at once."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from common.atomic_write import write_atomically
from common.command_line import run
from common.folders import PROJECT
from programs.running import Order, measured_cell
from records.cell import Cell
from workloads.options import add_workload_options, asked_workload


def parse_arguments(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """The cell, its program, and where the record goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, required=True, help="the manifest that compile_program.py wrote")
    parser.add_argument(
        "--meter-digest", help="what stands for the code that measures; with it, a cell is kept until the workflow accepts it"
    )
    parser.add_argument("--tasks", type=int, required=True, help="N, the number of tasks")
    parser.add_argument("--repeat", type=int, required=True, help="which measurement of this cell, from 1")
    add_workload_options(parser)
    parser.add_argument("--timeout-seconds", type=float, default=300.0, help="a run is ended this long after it should be over")
    parser.add_argument("--os-thread-limit", type=int, help="more OS threads than this are not started")
    parser.add_argument("--memory-limit-mib", type=int, help="bound the program's memory, below what the scheduler bounds")
    parser.add_argument("--output", type=Path, required=True, help="the record to write (JSON)")
    parser.add_argument("--series", type=Path, required=True, help="the samples over time to write (CSV)")
    parser.add_argument("--history", type=Path, help="the folder in which every measured run is kept for good")
    parser.add_argument("--plan", type=Path, help="the sweep's plan, for the line that says how much is left")
    return parser.parse_args(argv)


def order_of(manifest: dict[str, Any], arguments: argparse.Namespace) -> Order:
    """What is asked."""
    asked = asked_workload(arguments)
    cell = Cell(arguments.repeat, arguments.tasks, manifest["variant"], asked.workload, asked.amount)
    return Order(cell, asked.longer, arguments.timeout_seconds, arguments.os_thread_limit, arguments.memory_limit_mib, arguments.series)


def key(arguments: argparse.Namespace) -> str:
    """What the cell is measured from. Its memory limit is not in it: one that was measured under another stands."""
    from records.unconfirmed import key_of, machine_folder  # noqa: PLC0415 as in main

    asked = asked_workload(arguments)
    options = {name: getattr(arguments, name) for name in ("meter_digest", "tasks", "repeat", "timeout_seconds", "os_thread_limit")}
    files = (arguments.program, machine_folder(arguments.output) / "machine.json")
    return key_of((file for file in files if file.exists()), {**options, "workload": [asked.workload, asked.amount, *asked.longer]})


def take_back_cell(arguments: argparse.Namespace) -> dict[str, Any] | None:
    """The record of this very cell, measured before in a job whose results were not accepted; its series is then written again."""
    from records.unconfirmed import place_of, take_back  # noqa: PLC0415 as in main

    kept = take_back(place_of(arguments.output), key(arguments)) if arguments.meter_digest else None
    if kept is None:
        return None
    record, series = kept
    write_atomically(arguments.series, series)
    print("measured before, in a job that did not come to its end: taken back", file=sys.stderr)
    return record


def main() -> int:
    """Exit code 0 whatever the verdict; 130 when interrupted, so that the workflow measures the cell again."""
    # Within functions, so that what keeps and tells a record is not taken for what measures it (glue.code_digest).
    from records.history import keep  # noqa: PLC0415
    from records.unconfirmed import place_of, set_aside  # noqa: PLC0415
    from view.console import cell_line, is_told, progress  # noqa: PLC0415

    arguments = parse_arguments()
    os.chdir(PROJECT)
    record = take_back_cell(arguments)
    if record is None:
        manifest = json.loads(arguments.program.read_text())
        record = measured_cell(manifest, order_of(manifest, arguments), arguments.program.parent)
        if record["verdict"] == "interrupted":
            print(f"{record['variant']}  N={record['n']:,}: interrupted; it is measured in the next run", file=sys.stderr)
            return 130
        if arguments.meter_digest is not None:
            set_aside(place_of(arguments.output), key(arguments), record, arguments.series.read_text())
    if arguments.history is not None:
        keep(record, arguments.history)  # first: a run that is kept and not recorded is measured again, and nothing is lost
    write_atomically(arguments.output, json.dumps(record, indent=1) + "\n")
    if arguments.plan is None or not is_told(arguments.plan, arguments.output):
        print(f"{progress(arguments.plan) if arguments.plan else ''}{cell_line(record)}", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
