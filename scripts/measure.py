"""Measure the memory of one command and everything it starts. See --help."""

import argparse
import errno
import json
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from common.atomic_write import write_atomically
from common.command_line import UserError, run
from common.units import MIB
from meter.contract import Promise
from meter.request import Request
from meter.run import measure
from view.meter_summary import summary
from workloads.catalogue import FIRST, workload_of
from workloads.plain import Plain
from workloads.tasks import Tasks
from workloads.vocabulary import PRIMITIVES
from workloads.workload import amount_text

NOT_WRITTEN = 3
HELP = Path(__file__).with_name("meter") / "manual.txt"


def parser() -> argparse.ArgumentParser:
    """The command line; its long help is measuring/manual.txt."""
    before, _, after = HELP.read_text(encoding="utf-8").partition("OPTIONS\n")
    own = argparse.ArgumentParser(
        prog="measure.py",
        usage="measure.py [OPTION]... -- COMMAND [ARGUMENT]...",
        description=before,
        epilog=after,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = own.add_argument
    add("--output", type=Path, metavar="FILE", help="write the record (JSON) here, whole or not at all; default: standard output")
    add("--series", type=Path, metavar="FILE", help="write every sample here as CSV")
    add("--tasks", type=int, metavar="N", help="hold COMMAND to the READY/DONE contract for N tasks; needs --sleep")
    add("--sleep", type=float, metavar="S", help="how long each task sleeps, seconds; may be a fraction")
    add("--workload", metavar="NAME=AMOUNT", help="what each task does, instead of --sleep S, which is --workload sleep=S")
    add("--primitive", choices=tuple(PRIMITIVES), metavar="P", help="what a task is: " + ", ".join(PRIMITIVES))
    add("--timeout", type=float, metavar="S", help="end the tree after S seconds; default: never")
    add("--memory-limit", type=float, metavar="MIB", help="bound the memory of the tree, swap included; needs a memory cgroup")
    add("--no-cgroup", action="store_true", help="make no cgroup: footprint and kernel memory stay unknown, the headline is the same")
    add("--interval", type=float, metavar="MS", help="sample at this interval instead of the schedule, milliseconds")
    add("--mappings-per-thread", type=int, default=2, metavar="M", help="memory mappings that a thread takes (Rust: 4); default: 2")
    add("--env", action="append", default=[], metavar="K=V", help="add to COMMAND's environment; may be repeated")
    add("--tag", action="append", default=[], metavar="K=V", help="a remark that the record keeps; may be repeated")
    add("command", nargs="*", metavar="COMMAND", help=argparse.SUPPRESS)
    return own


def pairs(option: str, words: Sequence[str]) -> dict[str, str]:
    """K=V words as a mapping."""
    for word in words:
        if not word.partition("=")[0] or "=" not in word:
            raise UserError(f"{option}: {word!r} is not of the form K=V")
    return dict(word.split("=", 1) for word in words)


def split_at_command(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Options before `--`, the command after it. Without `--` the command is what argparse leaves over."""
    words = list(arguments)
    return (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, [])


def promise_of(arguments: argparse.Namespace) -> Promise:
    """What COMMAND is held to. UserError for a number of tasks, or an amount, that is none."""
    name, _, amount = (arguments.workload or FIRST).partition("=")
    workload = workload_of(name)
    if arguments.sleep is not None:
        amount = amount_text(arguments.sleep) if math.isfinite(arguments.sleep) else str(arguments.sleep)
    promise = workload.promise(Tasks(arguments.tasks or 1, arguments.primitive), amount) if amount else None
    if arguments.tasks is None:
        return Plain()
    if arguments.tasks < 1:
        raise UserError(f"tasks: {arguments.tasks} is not a number of tasks (1 or more)")
    if promise is None:
        raise UserError(f"{workload.amount_key}: needed with tasks, to judge what they did")
    return promise


def to_request(arguments: argparse.Namespace, command: Sequence[str]) -> Request:
    """The request that the options describe. UserError says what is wrong."""
    if not command:
        raise UserError("COMMAND is missing: measure.py [OPTION]... -- COMMAND [ARGUMENT]... (measure.py --help)")
    limit = arguments.memory_limit
    return Request(
        command=tuple(command),
        promise=promise_of(arguments),
        timeout_seconds=arguments.timeout,
        environment=pairs("--env", arguments.env),
        tags=pairs("--tag", arguments.tag),
        series_path=arguments.series,
        memory_limit_bytes=None if limit is None else int(limit * MIB),
        use_cgroup=not arguments.no_cgroup,
        sample_interval_seconds=None if arguments.interval is None else arguments.interval / 1000,
        mappings_per_thread=arguments.mappings_per_thread,
    )


def write_record(record: dict[str, Any], output: Path | None) -> None:
    """Write the record as JSON to a file, else to standard output."""
    text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
    if output is not None:
        write_atomically(output, text)
        return
    sys.stdout.write(text)
    sys.stdout.flush()


def check_folders(*paths: Path | None) -> None:
    """OSError for a file that could not be written, before the time of a measurement is spent on it."""
    for path in paths:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir() or not os.access(path if path.exists() and not path.is_file() else path.parent, os.W_OK):
                reason = errno.EISDIR if path.is_dir() else errno.EACCES
                raise OSError(reason, os.strerror(reason), str(path))


def main() -> int:
    """0: a record was written, whatever its verdict. 2: wrong usage. 3: the record or the series could not be written."""
    options, command = split_at_command(sys.argv[1:])
    arguments = parser().parse_args(options)
    request = to_request(arguments, command or arguments.command)
    try:
        check_folders(arguments.output, arguments.series)
        record = measure(request)
        write_record(record, arguments.output)
    except OSError as error:
        target = error.filename or arguments.output or "standard output"
        print(f"the record was not written: {target}: {error.strerror or error}", file=sys.stderr)
        return NOT_WRITTEN
    if sys.stderr.isatty():
        print(summary(record), file=sys.stderr)
    return 0


if __name__ == "__main__":
    run(main)
