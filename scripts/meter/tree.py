"""Which processes belong to a run: those in its cgroup, else those below the supervisor."""

# Plain calls of os and open: pathlib costs time at every sample and at the start of the supervisor.
# ruff: noqa: PTH116, PTH208

import contextlib
import os
import time
from pathlib import Path

from meter.process import is_running

MANY_THREADS = 64
WALK_BUDGET = 50
READ_BYTES = 65536
SHORT_BYTES = 2048


class Tree:
    """Members of a run, parents before children. Pids."""

    def __init__(self, supervisor: int, members_file: Path | None) -> None:
        self.supervisor = supervisor
        self.members_file = members_file
        # A version 1 list kept open shows the members of up to a second ago; a version 2 list is always of now.
        self._kept = _open(members_file) if members_file is not None and (members_file.parent / "cgroup.type").exists() else None
        self._known: list[int] = []
        self._last_created = b""
        self._next_walk = 0.0

    def members(self) -> list[int]:
        """Every process of the run now; it may hold zombies and processes that end while it is read."""
        if self.members_file is not None:
            with contextlib.suppress(OSError):
                listed = _read(self.members_file) if self._kept is None else _whole(self._kept)
                return [int(pid) for pid in listed.split() if pid != b"0"]
        now = time.monotonic()
        created = _last_created()
        if created != self._last_created and now >= self._next_walk:
            found = walk(self.supervisor)
            if found or is_running(self.supervisor):  # nothing leads from a supervisor that was killed to those it left
                self._known = found
            self._last_created = created
            self._next_walk = now + WALK_BUDGET * (time.monotonic() - now)
        return self._known

    def orphaned(self) -> list[int]:
        """Members when the supervisor is no more: without a cgroup those known last and all below them."""
        if self.members_file is not None:
            return self.members()
        return list(dict.fromkeys([*self._known, *(pid for known in self._known for pid in walk(known))]))

    def unlisted(self) -> list[int]:
        """Processes below the supervisor that are in no list of members, or have ended meanwhile."""
        if self.members_file is None or (now := time.monotonic()) < self._next_walk:
            return []
        found = walk(self.supervisor)
        self._next_walk = now + WALK_BUDGET * (time.monotonic() - now)
        listed = set(self.members())
        return [pid for pid in found if pid not in listed]

    def leave_list(self) -> None:
        """Look below the supervisor from now on: a process that left its cgroup is in no list, but a subreaper it cannot leave."""
        self.close()
        self.members_file = None

    def close(self) -> None:
        """Close the list kept open."""
        if self._kept is not None:
            os.close(self._kept)
            self._kept = None

    def look_again(self) -> None:
        """Make the next call walk the tree, whatever was created since."""
        self._last_created = b""
        self._next_walk = 0.0

    def forget(self, pids: list[int]) -> None:
        """Drop those of these processes that have gone. One without figures may be at its leader thread's exit, and live on."""
        if pids and self.members_file is None:
            gone = {pid for pid in pids if not is_running(pid)}
            self._known = [pid for pid in self._known if pid not in gone]


def _open(path: Path | str) -> int:
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC)


def _whole(descriptor: int) -> bytes:
    """A kernel file from its beginning. The kernel gives a page at a time: less than half a page is the end, and saves a call."""
    data = part = os.pread(descriptor, READ_BYTES, 0)
    while len(part) >= SHORT_BYTES:
        part = os.pread(descriptor, READ_BYTES, len(data))
        data += part
    return data


def _read(path: Path | str) -> bytes:
    descriptor = _open(path)
    try:
        return _whole(descriptor)
    finally:
        os.close(descriptor)


def _last_created() -> bytes:
    """The pid given last on this machine (proc(5), loadavg): while it stands still nothing has been forked, and no walk is needed."""
    with contextlib.suppress(OSError):
        return _read("/proc/loadavg").rsplit(b" ", 1)[1]
    return str(time.monotonic()).encode()


def walk(root: int) -> list[int]:
    """Every process below `root`, without it. Reads the kernel's lists of children; where a process has many threads, all of /proc once."""
    found: list[int] = []
    waiting = [root]
    while waiting:
        pid = waiting.pop(0)
        children = _children(pid)
        if children is None:
            return _walk_by_parents(root)
        found += children
        waiting += children
    return found


def _children(pid: int) -> list[int] | None:
    """Children of every thread of a process; None where there are too many threads to ask one by one."""
    try:
        if os.stat(f"/proc/{pid}/task").st_nlink - 2 > MANY_THREADS:
            return None
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    children: list[int] = []
    for thread in threads:
        with contextlib.suppress(OSError):
            children += map(int, _read(f"/proc/{pid}/task/{thread}/children").split())
    return children


def _walk_by_parents(root: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                children.setdefault(int(_read(f"/proc/{name}/stat").rpartition(b")")[2].split()[1]), []).append(int(name))
    found: list[int] = []
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(0), [])
        found += below
        waiting += below
    return found
