"""Measure one cell: one program at one N, and again with a longer sleep when its tasks were not all alive at once."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from common.atomic_write import write_atomically
from common.command_line import run
from common.folders import PROJECT
from meter import Request, measure
from meter.host import describe_host
from meter.machine_lock import machine_lock
from meter.observed import Observed
from meter.record import build_record
from records.history import keep
from records.unconfirmed import key_of, machine_folder, place_of, set_aside, take_back

ATTEMPT_FIELDS = ("sleep_seconds", "verdict", "reason", "flags", "peak_bytes", "ready_seconds", "ready_done", "wall_seconds")
MIB = 1 << 20
SERIES_HEADER = "seconds,resident_bytes,footprint_bytes,threads,processes\n"


def parse_arguments(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """The cell, its program, and where the record goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, required=True, help="the manifest that compile_program.py wrote")
    parser.add_argument(
        "--meter-digest", help="what stands for the code that measures; with it, a cell is kept until the workflow accepts it"
    )
    parser.add_argument("--tasks", type=int, required=True, help="N, the number of tasks")
    parser.add_argument("--repeat", type=int, required=True, help="which measurement of this cell, from 1")
    parser.add_argument("--sleep-seconds", type=float, required=True, help="how long each task sleeps")
    parser.add_argument(
        "--longer-sleep-seconds", type=float, nargs="*", default=[], help="tried in order while the tasks are not all alive at once"
    )
    parser.add_argument("--timeout-seconds", type=float, default=300.0, help="a run is ended this long after its sleep should be over")
    parser.add_argument("--os-thread-limit", type=int, help="more OS threads than this are not started")
    parser.add_argument("--memory-limit-mib", type=int, help="bound the program's memory, below what the scheduler bounds")
    parser.add_argument("--output", type=Path, required=True, help="the record to write (JSON)")
    parser.add_argument("--series", type=Path, required=True, help="the samples over time to write (CSV)")
    parser.add_argument("--history", type=Path, help="the folder in which every measured run is kept for good")
    parser.add_argument("--plan", type=Path, help="the sweep's plan, for the line that says how much is left")
    return parser.parse_args(argv)


def why_not(manifest: Mapping[str, Any], tasks: int, os_thread_limit: int | None) -> tuple[str, str] | None:
    """The verdict and reason of a cell that is not to be run at all, or None."""
    if manifest["status"] != "built":
        return manifest["status"], manifest["reason"]
    if os_thread_limit is not None and tasks > os_thread_limit:
        reason = (
            f"{tasks:,} OS threads are more than the limit of {os_thread_limit:,} (os_thread_limit in the configuration): "
            "a machine at its limit of threads locks everybody out"
        )
        return "unsupported", reason
    return None


def _request(manifest: Mapping[str, Any], tasks: int, sleep: float, arguments: argparse.Namespace) -> Request:
    folders = [str(PROJECT / folder) for folder in manifest["path"].split(os.pathsep)]
    return Request(
        command=(*manifest["program"]["run"], str(tasks), f"{sleep:g}"),
        tasks=tasks,
        sleep_seconds=sleep,
        primitive=manifest["primitive"],
        timeout_seconds=sleep + arguments.timeout_seconds,
        environment=manifest["environment"],
        path=os.pathsep.join(folders),
        tags={"variant": manifest["variant"]},
        series_path=arguments.series,
        mappings_per_thread=manifest["mappings_per_thread"],
        memory_limit_bytes=None if arguments.memory_limit_mib is None else arguments.memory_limit_mib * MIB,
    )


def unmeasured(manifest: Mapping[str, Any], verdict: str, reason: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """The record of a cell that was not run: every measured field is null."""
    run = manifest["program"]["run"] or [manifest["variant"]]
    observed = Observed(environment={}, host=describe_host(run[0], manifest["environment"]), unsupported=reason)
    record = build_record(_request({**manifest, "program": {"run": run}}, arguments.tasks, arguments.sleep_seconds, arguments), observed)
    return {**record, "verdict": verdict}


def measure_cell(manifest: Mapping[str, Any], arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """The records of all attempts, the one that counts last. The first run of all, with one task, is thrown away: it warms the caches."""
    attempts: list[dict[str, Any]] = []
    with machine_lock():
        warm_up = measure(_request(manifest, 1, 0.0, arguments))
        if warm_up["verdict"] == "unsupported" and arguments.memory_limit_mib is not None:
            # Without a cgroup of our own only the scheduler can bound it: then what needs too much is lost, and the rest is measured.
            print(f"no memory limit: {warm_up['reason']}", file=sys.stderr)
            arguments.memory_limit_mib = None
            warm_up = measure(_request(manifest, 1, 0.0, arguments))
        print(f"warm-up: {warm_up['verdict']} in {warm_up['wall_seconds']} s", file=sys.stderr)
        if warm_up["verdict"] == "interrupted":
            return [{**warm_up, "sleep_seconds": arguments.sleep_seconds}]
        for sleep in [arguments.sleep_seconds, *arguments.longer_sleep_seconds]:
            record = measure(_request(manifest, arguments.tasks, sleep, arguments))
            attempts.append({**record, "sleep_seconds": sleep})
            if record["verdict"] != "not_concurrent":
                break
    return attempts


def limit_remark(verdict: str, limit_mib: int | None) -> str:
    """What to do about a run that was ended at the limit which its job in the scheduler had."""
    if verdict != "oom" or limit_mib is None:
        return ""
    return f"; its job had {limit_mib:,} MiB for it, mem_mb for measure_run in the cluster's profile asks for more"


def cell_record(manifest: Mapping[str, Any], arguments: argparse.Namespace, attempts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The cell's record: the attempt that counts, what was measured, and a line for each attempt."""
    last = attempts[-1]
    return {
        **last,
        "reason": last["reason"] + limit_remark(last["verdict"], arguments.memory_limit_mib),
        "variant": manifest["variant"],
        "label": manifest["label"],
        "language": manifest["language"],
        "primitive": manifest["primitive"],
        "n": arguments.tasks,
        "repeat": arguments.repeat,
        "requested_sleep_seconds": arguments.sleep_seconds,
        "toolchain": manifest["toolchain"],
        "program": {key: value for key, value in manifest["program"].items() if key != "files"},
        "attempts": [{name: attempt[name] for name in ATTEMPT_FIELDS} for attempt in attempts],
    }


def key(arguments: argparse.Namespace) -> str:
    """What the cell is measured from. Its memory limit is not in it: one that was measured under another stands."""
    names = ("meter_digest", "tasks", "repeat", "sleep_seconds", "longer_sleep_seconds", "timeout_seconds", "os_thread_limit")
    files = (arguments.program, machine_folder(arguments.output) / "machine.json")
    return key_of((file for file in files if file.exists()), {name: getattr(arguments, name) for name in names})


def take_back_cell(arguments: argparse.Namespace) -> dict[str, Any] | None:
    """The record of this very cell, measured before in a job whose results were not accepted; its series is then written again."""
    kept = take_back(place_of(arguments.output), key(arguments)) if arguments.meter_digest else None
    if kept is None:
        return None
    record, series = kept
    write_atomically(arguments.series, series)
    print("measured before, in a job that did not come to its end: taken back", file=sys.stderr)
    return record


def measured_cell(manifest: Mapping[str, Any], arguments: argparse.Namespace) -> dict[str, Any]:
    """Measure the cell, or say why not; the record."""
    refusal = why_not(manifest, arguments.tasks, arguments.os_thread_limit)
    if refusal is None:
        attempts = measure_cell(manifest, arguments)
    else:
        attempts = [unmeasured(manifest, *refusal, arguments)]
        write_atomically(arguments.series, SERIES_HEADER)
    return cell_record(manifest, arguments, attempts)


def main() -> int:
    """Exit code 0 whatever the verdict; 130 when interrupted, so that the workflow measures the cell again."""
    from view.console import cell_line, progress  # noqa: PLC0415 kept out of the way while measuring

    arguments = parse_arguments()
    os.chdir(PROJECT)
    record = take_back_cell(arguments)
    if record is None:
        record = measured_cell(json.loads(arguments.program.read_text()), arguments)
        if record["verdict"] == "interrupted":
            print(f"{record['variant']}  N={record['n']:,}: interrupted; it is measured in the next run", file=sys.stderr)
            return 130
        if arguments.meter_digest is not None:
            set_aside(place_of(arguments.output), key(arguments), record, arguments.series.read_text())
    if arguments.history is not None:
        keep(record, arguments.history)  # first: a run that is kept and not recorded is measured again, and nothing is lost
    write_atomically(arguments.output, json.dumps(record, indent=1) + "\n")
    print(f"{progress(arguments.plan) if arguments.plan else ''}{cell_line(record)}", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
