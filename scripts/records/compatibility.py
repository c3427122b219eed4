"""Records of earlier versions, brought up to date: the only code that looks into a sentence.

Until a record had limit_name, limit_value and limit_source, which limit bound stood in its reason. Both forms of that sentence, of
scripts/measure_program.py and of meter/preflight.py, are known here and nowhere else.
"""

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from records.vocabulary import CONFIGURATION
from workloads.catalogue import FIRST, WORKLOADS

Limit: TypeAlias = tuple[str, float, str]  # name, value, source

OURS = re.compile(r"limit of (?P<value>[\d,]+) \(os_thread_limit")
THEIRS = re.compile(r"do not fit: (?P<name>[a-z][\w.-]*(?: -u)?)(?: [^:]*?)? is (?P<value>\d+)")
SOURCES = {
    "vm.max_map_count": "kernel",
    "kernel.pid_max": "kernel",
    "kernel.threads-max": "kernel",
    "ulimit -u": "user",
    "pids.max": "cgroup",
}
LIMIT_KEYS = ("limit_name", "limit_value", "limit_source")
# What a limit is found from where the record does not name it: of the record, and of its host.
READ = ("verdict", "reason", "memory_limit_bytes", "timeout_seconds", "sleep_seconds", "host_memory_total_bytes")


def current(record: dict[str, Any]) -> dict[str, Any]:
    """A cell's record as it is written now. One of today's is returned as it is."""
    if "limit_name" in record:
        return record
    host = record.get("host")
    if isinstance(host, dict):
        host = {"busy_cores_before": None, **host}
    memory = host.get("memory_total_bytes") if isinstance(host, dict) else None
    limit = limit_of({**record, "host_memory_total_bytes": memory})
    added = dict(zip(LIMIT_KEYS, limit or (None, None, None), strict=True)) | {"reason": record.get("reason") or ""}
    return {**identity(record), **record, **({} if host is None else {"host": host}), **added}


def identity(row: Mapping[str, Any]) -> dict[str, Any]:
    """Workload and amount of a record (or a row) that was written when there was one workload only."""
    known = row.get("requested_sleep_seconds") is not None
    return {"workload": FIRST, "amount": WORKLOADS[FIRST].amount_of(row) if known else None}


def limit_of(row: Mapping[str, Any]) -> Limit | None:
    """The limit that bound a run, from what a record (or a row of runs.csv) that does not name it has; None where none is known."""
    match row.get("verdict"):
        case "unsupported":
            return _in_words(str(row.get("reason") or ""))
        case "oom":
            of_run, of_machine = row.get("memory_limit_bytes"), row.get("host_memory_total_bytes")
            if of_run is not None:
                return "memory_limit_bytes", of_run, "scheduler"  # nobody else sets one for a cell
            return None if of_machine is None else ("memory_total_bytes", of_machine, "machine")
        case "timeout":
            return _configured(row, "timeout_seconds")
        case "not_concurrent" | "slept_too_short":
            return _configured(row, "sleep_seconds")
    return None


def _configured(row: Mapping[str, Any], name: str) -> Limit | None:
    value = row.get(name)
    return None if value is None else (name, value, CONFIGURATION)


def _in_words(reason: str) -> Limit | None:
    if ours := OURS.search(reason):
        return "os_thread_limit", int(ours["value"].replace(",", "")), CONFIGURATION
    theirs = THEIRS.search(reason)
    if theirs is None or theirs["name"] not in SOURCES:
        return None
    return theirs["name"], int(theirs["value"]), SOURCES[theirs["name"]]
