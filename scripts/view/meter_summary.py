"""A record in a few lines for a person at a terminal."""

from collections.abc import Mapping
from typing import Any

MIB = 1024 * 1024


def summary(record: Mapping[str, Any]) -> str:
    """What was measured, what it means, and what to know about it. MiB, since this is for display."""
    verdict, reason = record["verdict"], record["reason"]
    lines = [f"{verdict}: {reason}" if reason else verdict, f"peak       {_mib(record['peak_bytes'])}  ({METHODS[record['peak_method']]})"]
    if record["footprint_bytes"] is not None:
        kernel = record["cgroup"]["kernel_bytes"]
        lines.append(f"footprint  {_mib(record['footprint_bytes'])}  (of which kernel {_mib(kernel).strip()})")
    if record["wall_seconds"] is not None:
        cpu = record["cpu_user_seconds"] + record["cpu_system_seconds"]
        tree = f"{record['processes'] or 1} process(es), at most {record['threads_peak'] or 1} threads"
        lines.append(f"time       {record['wall_seconds']:.2f} s wall, {cpu:.2f} s CPU; {tree}")
    if record["flags"]:
        lines.append("note       " + "; ".join(MEANINGS.get(flag, flag) for flag in record["flags"]))
    return "\n".join(lines)


def _mib(value: int | None) -> str:
    return "not known" if value is None else f"{value / MIB:,.1f} MiB"


METHODS = {
    "hwm": "high-water mark of the kernel",
    "ru_maxrss": "high-water mark at the exit",
    "pss_sampled": "several processes, shared pages counted once",
    "none": "too short to be seen",
}
MEANINGS = {
    "not_sampled": "it ended before it could be looked at",
    "series_missed_peak": "no sample saw the peak: the course over time is lower than the headline",
    "left_processes": "it left processes behind, which were ended",
    "swapped": "part of it was swapped out: resident memory is too low",
    "output_truncated": "it printed more than 64 KiB; the rest was dropped",
    "extra_output": "it printed other lines than READY and DONE",
    "loaded_host": "the machine was busy before the start",
    "slow_wrapper": "measuring took more than 3 % of a core",
    "no_cgroup": "no memory cgroup here: kernel memory is not known",
    "implausible_bytes_per_task": "so few bytes a task that the tasks may not be real",
    "threads_missing": "fewer threads were seen than tasks",
}
