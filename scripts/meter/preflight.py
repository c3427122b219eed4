"""Whether the machine's limits allow as many threads as were asked for, and which limit does not."""

import os
import re
import resource
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from meter import cgroup
from meter.limits import Limit
from meter.request import Request

BASE_MAPPINGS = 200  # a runtime's own: seen 30 (C) to 150 (Java), and a little air


@dataclass(frozen=True, slots=True)
class ThreadLimit:
    """A limit on the number of threads, how many it leaves room for, and what a person should know of it."""

    limit: Limit
    room: int
    remark: str

    def words(self) -> str:
        """The limit by name, with what it rests on: kernel.pid_max (212 in use)."""
        return f"{self.limit.name} ({self.remark})"


def thread_limit(request: Request) -> ThreadLimit | None:
    """The limit that leaves no room for the threads that a program starts here; None when there is room, or it starts none of its own."""
    threads = request.promise.threads
    return None if threads is None else first_bound(threads, list(limits(request.mappings_per_thread)))


def first_bound(threads: int, found: list[ThreadLimit]) -> ThreadLimit | None:
    """The limit that stops earliest, if any stops below `threads`."""
    tightest = min(found, key=lambda limit: limit.room, default=None)
    return None if tightest is None or tightest.room >= threads else tightest


def bound_words(threads: int, bound: ThreadLimit) -> str:
    """Why so many threads do not fit."""
    return f"{threads} threads do not fit: {bound.words()} is {bound.limit.value}, which leaves room for {max(0, bound.room)}"


def limits(mappings_per_thread: int) -> Iterator[ThreadLimit]:
    """Every limit on the number of threads that can be read here."""
    if (mappings := _number("/proc/sys/vm/max_map_count")) is not None:
        room = (mappings - BASE_MAPPINGS) // mappings_per_thread
        yield ThreadLimit(Limit("vm.max_map_count", mappings, "kernel"), room, f"{mappings_per_thread} mappings a thread")
    running = _threads_running()
    for name in ("pid_max", "threads-max"):
        if (value := _number(f"/proc/sys/kernel/{name}")) is not None:
            yield ThreadLimit(Limit(f"kernel.{name}", value, "kernel"), value - running, f"{running} in use")
    user_limit = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    if user_limit != resource.RLIM_INFINITY and os.geteuid() != 0:  # root is exempt (setrlimit(2))
        used = _threads_of_user(os.geteuid())
        yield ThreadLimit(Limit("ulimit -u", user_limit, "user"), user_limit - used, f"{used} in use")
    yield from _group_limits()


def _group_limits() -> Iterator[ThreadLimit]:
    """pids.max of the own group and every group above it, in version 2 and version 1."""
    for folder in _pids_folders():
        value, current = _number(folder / "pids.max"), _number(folder / "pids.current")
        if value is not None and current is not None:
            yield ThreadLimit(Limit("pids.max", value, "cgroup"), value - current, f"of cgroup {folder}, {current} in use")


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
