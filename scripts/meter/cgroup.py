"""The run's own cgroup: who belongs to it, what it holds, and how it is ended. Chosen in the order of the kinds below."""

import contextlib
import os
import re
import subprocess
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count
from pathlib import Path

PREFIX = "measured-run-"
_sequence = count()
NO_LIMIT = 1 << 60

# v2: version 2 with the memory controller. v2-scope: the same in a scope that systemd delegated to this user.
# v1: memory figures of version 1. v2-tracking: version 2 without controllers, which knows and kills the members but counts nothing.
KINDS = ("v2", "v2-scope", "v1", "v2-tracking", "none")


@dataclass(frozen=True, slots=True)
class Mounts:
    """Where the cgroup trees are, and which group of each this process is in. None where there is none."""

    unified: Path | None
    unified_own: Path | None
    memory_v1: Path | None
    memory_v1_own: Path | None


@dataclass(frozen=True, slots=True)
class Group:
    """Directories made for one run. `memory` counts; `tracking` lists and kills; both may be the same, either may be absent."""

    kind: str = "none"
    memory: Path | None = None
    tracking: Path | None = None

    @property
    def directories(self) -> list[Path]:
        """Every directory made, each once."""
        return list(dict.fromkeys(path for path in (self.memory, self.tracking) if path is not None))

    @property
    def members_file(self) -> Path | None:
        """The list of member pids."""
        folder = self.tracking or self.memory
        return folder / "cgroup.procs" if folder else None

    @property
    def kill_file(self) -> Path | None:
        """Writing 1 here kills every member at once (kernel 5.14)."""
        path = self.tracking / "cgroup.kill" if self.tracking else None
        return path if path is not None and path.exists() else None


def find_mounts(mounts: str, own: str) -> Mounts:
    """Read /proc/self/mountinfo and /proc/self/cgroup (cgroups(7)). A mount may show only a part of the tree."""
    own_v2 = own_v1 = None
    for line in own.splitlines():
        number, controllers, path = line.split(":", 2)
        if number == "0" and not controllers:
            own_v2 = path
        elif "memory" in controllers.split(","):
            own_v1 = path
    unified = memory = None
    unified_root = memory_root = "/"
    for line in mounts.splitlines():
        left, _, right = line.partition(" - ")
        words, kind = left.split(), right.split()
        point = Path(re.sub(r"\\(\d{3})", lambda match: chr(int(match[1], 8)), words[4]))
        if kind[0] == "cgroup2" and unified is None:
            unified, unified_root = point, words[3]
        elif kind[0] == "cgroup" and "memory" in kind[2].split(",") and memory is None:
            memory, memory_root = point, words[3]
    return Mounts(unified, _inside(unified, unified_root, own_v2), memory, _inside(memory, memory_root, own_v1))


def _inside(mount: Path | None, root: str, own: str | None) -> Path | None:
    if mount is None or own is None:
        return None
    path = mount / os.path.relpath(own, root)
    return path if path.is_dir() else mount


def current_mounts() -> Mounts:
    """The mounts as they are for this process."""
    try:
        return find_mounts(Path("/proc/self/mountinfo").read_text(), Path("/proc/self/cgroup").read_text())
    except (OSError, ValueError):
        return Mounts(None, None, None, None)


def create_counting(mounts: Mounts) -> Group | None:
    """A version 2 group with the memory controller, made here or above; None where it cannot be had."""
    folder = create_v2(mounts)
    return Group("v2", folder, folder) if folder else None


def create_otherwise(mounts: Mounts) -> Group:
    """The best group without the memory controller of version 2."""
    own = mounts.unified_own
    tracking = _make_in(own, "cgroup.procs") if own else None
    if mounts.memory_v1_own and (memory := _make_in(mounts.memory_v1_own, "memory.kmem.usage_in_bytes")):
        return Group("v1", memory, tracking)
    return Group("v2-tracking", None, tracking) if tracking else Group()


def create_v2(mounts: Mounts, controller: str = "memory", needed: str = "memory.current") -> Path | None:
    """A version 2 group with a controller, in the own group or the nearest one above that lets us."""
    if mounts.unified is None or mounts.unified_own is None:
        return None
    for parent in (mounts.unified_own, *mounts.unified_own.parents):
        if parent != mounts.unified and mounts.unified not in parent.parents:
            return None
        if _enable(parent, controller) and (folder := _make_in(parent, needed)):
            return folder
    return None


def _enable(parent: Path, controller: str) -> bool:
    """Hand a controller down to the children of a group. Refused (EBUSY) where the group itself has members."""
    if controller not in _words(parent / "cgroup.controllers"):
        return False
    if controller not in _words(parent / "cgroup.subtree_control"):
        with contextlib.suppress(OSError):
            (parent / "cgroup.subtree_control").write_text(f"+{controller}")
    return controller in _words(parent / "cgroup.subtree_control")


def scope_is_possible(mounts: Mounts) -> bool:
    """Whether a user's systemd can be asked for a delegated scope with the memory controller."""
    return mounts.unified is not None and "memory" in _words(mounts.unified / "cgroup.controllers") and _systemd_run_answers()


def create_in_scope(mounts: Mounts, supervisor: int, controller: str = "memory", needed: str = "memory.current") -> Group | None:
    """Groups below the scope that holds the supervisor. It moves to a leaf: a group with members hands no controllers down."""
    with contextlib.suppress(OSError, ValueError):
        place = find_mounts(Path("/proc/self/mountinfo").read_text(), Path(f"/proc/{supervisor}/cgroup").read_text()).unified_own
        if place is None or place == mounts.unified_own or controller not in _words(place / "cgroup.controllers"):
            return None
        (place / "supervisor").mkdir(exist_ok=True)
        (place / "supervisor" / "cgroup.procs").write_text(str(supervisor))
        if _enable(place, controller) and (folder := _make_in(place, needed)):
            return Group("v2-scope", folder, folder)
    return None


def _systemd_run_answers() -> bool:
    command = [*SCOPE_COMMAND, "true"]
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=5, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


SCOPE_COMMAND = ("systemd-run", "--user", "--scope", "--quiet", "-p", "Delegate=yes", "--")


def _make_in(parent: Path, needed: str) -> Path | None:
    """Make a run's directory in a group, if a process can join it and the file that is needed is there."""
    _remove_abandoned(parent)
    folder = parent / f"{owner_prefix()}{os.getpid()}-{next(_sequence)}"
    try:
        folder.mkdir()
    except OSError:
        return None
    if (folder / needed).exists() and _can_join(folder):
        return folder
    remove(folder)
    return None


def _can_join(folder: Path) -> bool:
    """Whether a process of ours may move itself in: mkdir alone does not tell, the common ancestor must be writable too."""
    command = ["/bin/sh", "-c", 'echo 0 > "$1/cgroup.procs"', "sh", str(folder)]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0


def owner_prefix() -> str:
    """What the directories of this pid namespace begin with: a pid says nothing about a meter in another container."""
    return f"{PREFIX}{Path('/proc/self/ns/pid').stat().st_ino}-"


def abandoned(folders: Iterable[Path], is_alive: Callable[[int], bool]) -> list[Path]:
    """Those directories whose meter, of this pid namespace, lives no more."""
    ours = re.compile(rf"{re.escape(owner_prefix())}(\d+)-\d+")
    owners = [(folder, ours.fullmatch(folder.name)) for folder in folders]
    return [folder for folder, owner in owners if owner is not None and not is_alive(int(owner[1]))]


def _remove_abandoned(parent: Path) -> None:
    """Remove directories of meters that are no more: both meter and supervisor were killed at once, or the machine's memory ran out."""
    for folder in abandoned(parent.glob(f"{PREFIX}*"), lambda pid: Path(f"/proc/{pid}").exists()):
        with contextlib.suppress(OSError, ValueError):
            pids = [int(pid) for pid in (folder / "cgroup.procs").read_text().split()]
            for pid in pids:
                if pid > 0:  # 0 is a member in another pid namespace; to kill(2) it would be our own process group
                    os.kill(pid, 9)
        remove(folder)


def remove(folder: Path, seconds: float = 1.0) -> bool:
    """Remove an empty group; the kernel may need a moment after its last member has gone."""
    end = time.monotonic() + seconds
    while True:
        try:
            folder.rmdir()
        except FileNotFoundError:
            return True
        except OSError:
            if time.monotonic() > end:
                return False
            time.sleep(0.005)
        else:
            return True


def members(group: Group) -> set[int]:
    """Every process in the directories made for a run, and in those that it made below them."""
    files = [file for folder in group.directories for file in folder.glob("**/cgroup.procs")]
    return {int(word) for file in files for word in _words(file)}


def holds(folder: Path, memberships: str) -> bool:
    """Whether a process is in a group or below it, from its /proc/PID/cgroup. The names of runs' groups are each given once."""
    return any(folder.name in line.split("/") for line in memberships.splitlines())


def set_memory_limit(group: Group, limit_bytes: int) -> bool:
    """Bound the memory of the run, swap included. False where this group cannot."""
    if group.memory is None:
        return False
    v1 = group.kind == "v1"
    try:
        (group.memory / ("memory.limit_in_bytes" if v1 else "memory.max")).write_text(str(limit_bytes))
    except OSError:
        return False
    with contextlib.suppress(OSError):  # absent where the kernel does not count swap; then there is none to flee to
        (group.memory / ("memory.memsw.limit_in_bytes" if v1 else "memory.swap.max")).write_text(str(limit_bytes) if v1 else "0")
    return True


def _words(path: Path) -> list[str]:
    try:
        return path.read_text().split()
    except OSError:
        return []
