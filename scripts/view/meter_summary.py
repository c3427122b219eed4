"""A record in a few lines for a person at a terminal."""

from collections.abc import Mapping
from typing import Any

from common.units import MIB
from records.vocabulary import flags_words


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
        lines.append("note       " + flags_words(record["flags"]))
    return "\n".join(lines)


def _mib(value: int | None) -> str:
    return "not known" if value is None else f"{value / MIB:,.1f} MiB"


METHODS = {
    "hwm": "high-water mark of the kernel",
    "ru_maxrss": "high-water mark at the exit",
    "pss_sampled": "several processes, shared pages counted once",
    "none": "too short to be seen",
}
