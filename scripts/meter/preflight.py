"""Whether the machine's limits allow as many threads as were asked for, and which limit does not."""

import os
import re
import resource
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from meter import cgroup
from meter.request import Request

BASE_MAPPINGS = 200  # a runtime's own: seen 30 (C) to 150 (Java), and a little air


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit and how many threads it leaves room for."""

    name: str
    value: int
    room: int


def unsupported_reason(request: Request) -> str | None:
    """Why a thread program cannot have its N threads here; None when it can, or has no threads of its own per task."""
    if request.primitive != "os-thread" or request.tasks is None:
        return None
    return first_bound(request.tasks, list(limits(request.mappings_per_thread)))


def first_bound(threads: int, found: list[Limit]) -> str | None:
    """Names the limit that stops earliest, if any stops below `threads`."""
    tightest = min(found, key=lambda limit: limit.room, default=None)
    if tightest is None or tightest.room >= threads:
        return None
    return f"{threads} threads do not fit: {tightest.name} is {tightest.value}, which leaves room for {max(0, tightest.room)}"


def limits(mappings_per_thread: int) -> Iterator[Limit]:
    """Every limit on the number of threads that can be read here."""
    if (mappings := _number("/proc/sys/vm/max_map_count")) is not None:
        name = f"vm.max_map_count ({mappings_per_thread} mappings a thread)"
        yield Limit(name, mappings, (mappings - BASE_MAPPINGS) // mappings_per_thread)
    running = _threads_running()
    for name in ("pid_max", "threads-max"):
        if (value := _number(f"/proc/sys/kernel/{name}")) is not None:
            yield Limit(f"kernel.{name} ({running} in use)", value, value - running)
    user_limit = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    if user_limit != resource.RLIM_INFINITY and os.geteuid() != 0:  # root is exempt (setrlimit(2))
        used = _threads_of_user(os.geteuid())
        yield Limit(f"ulimit -u ({used} in use)", user_limit, user_limit - used)
    yield from _group_limits()


def _group_limits() -> Iterator[Limit]:
    """pids.max of the own group and every group above it, in version 2 and version 1."""
    for folder in _pids_folders():
        value, current = _number(folder / "pids.max"), _number(folder / "pids.current")
        if value is not None and current is not None:
            yield Limit(f"pids.max of cgroup {folder} ({current} in use)", value, value - current)


def _pids_folders() -> Iterator[Path]:
    mounts = cgroup.current_mounts()
    if mounts.unified and mounts.unified_own:
        yield from _upwards(mounts.unified_own, mounts.unified)
    match = re.search(r"^\d+:(?:[\w,]*,)?pids(?:,\w+)*:(.*)$", _text("/proc/self/cgroup"), re.MULTILINE)
    root = Path("/sys/fs/cgroup/pids")
    if match and root.is_dir():
        yield from _upwards(root / match[1].lstrip("/"), root)


def _upwards(folder: Path, root: Path) -> Iterator[Path]:
    while folder != root and root in folder.parents:
        yield folder
        folder = folder.parent
    yield root


def _threads_running() -> int:
    match = re.search(r"/(\d+) ", _text("/proc/loadavg"))
    return int(match[1]) if match else 0


def _threads_of_user(uid: int) -> int:
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        text = _text(status)
        owner, threads = re.search(r"^Uid:\t(\d+)", text, re.MULTILINE), re.search(r"^Threads:\t(\d+)", text, re.MULTILINE)
        if owner and threads and int(owner[1]) == uid:
            total += int(threads[1])
    return total


def _number(path: Path | str) -> int | None:
    text = _text(path).strip()
    return int(text) if text.isdigit() else None


def _text(path: Path | str) -> str:
    try:
        return Path(path).read_text(errors="replace")
    except OSError:
        return ""
