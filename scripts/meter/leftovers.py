"""Processes of a run whose supervisor is no more: which they are, and their end. A note for the next measurement, should the meter die too.

A program may kill its supervisor, and its meter. What it started has another parent then, and leads back to nothing; but it writes to the
run's pipes, it is in a session with others that do, or below them, and it is younger than the run.
"""

import contextlib
import json
import os
import signal
import stat
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from meter.machine_lock import LOCK_PATH
from meter.process import is_running
from meter.tree import walk

KILL_SECONDS = 5.0
NOTES = LOCK_PATH.parent


@dataclass(frozen=True, slots=True)
class Trace:
    """What leads to the processes of a run. `started`: when its supervisor was, clock ticks since the boot. `pipes`: inodes."""

    boot: str
    started: int
    pipes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Process:
    """A process as /proc/PID/stat tells it. `started` in clock ticks since the boot."""

    pid: int
    session: int
    started: int


def trace_of(supervisor: int, descriptors: Iterable[int]) -> Trace | None:
    """The trace of a run that is about to start, by its supervisor and our ends of its pipes. None: the supervisor is gone."""
    process = _process(supervisor)
    return Trace(_boot(), process.started, tuple(os.fstat(descriptor).st_ino for descriptor in descriptors)) if process else None


def belonging(trace: Trace, sessions: set[int]) -> list[int]:
    """Running processes of a run, by its trace. Never one that is older than the run, whatever it holds. `sessions`: those of the run found
    so far, added to, since nothing leads to a session any more once the one that wrote has been killed."""
    if trace.boot != _boot():
        return []
    processes = _processes()
    younger = [process for process in processes if process.started >= trace.started]
    writers = [process for process in younger if _writes_to(process.pid, trace.pipes)]
    # A session in which one of them is was made by the run, unless its first process is older.
    led_by_others = {process.pid for process in processes if process.started < trace.started}
    sessions |= {process.session for process in writers} - led_by_others - {0}
    found = [process.pid for process in younger if process in writers or process.session in sessions]
    below = [pid for one in found for pid in walk(one)]
    return [pid for pid in dict.fromkeys([*found, *below]) if pid != os.getpid() and is_running(pid)]


def end_all(find: Callable[[], Iterable[int]]) -> list[int]:
    """Kill what is found until nothing is; what would not die."""
    end = time.monotonic() + KILL_SECONDS
    while left := [pid for pid in find() if pid > 0 and is_running(pid)]:
        if time.monotonic() > end:
            break
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)
    return left


def remember(trace: Trace) -> None:
    """Leave a note for the next measurement of this user. Where it cannot be written there is none."""
    forget()
    with contextlib.suppress(OSError):
        descriptor = os.open(_note(), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(trace), file)


def forget() -> None:
    """The run has ended, and nothing of it is left."""
    with contextlib.suppress(OSError):
        _note().unlink()


def end_those_of_before() -> None:
    """End what is left of a measurement whose meter and supervisor were both killed. For whoever holds the machine's lock."""
    if trace := _remembered():
        sessions: set[int] = set()
        if not end_all(lambda: belonging(trace, sessions)):
            forget()


def _remembered() -> Trace | None:
    """The note of the last measurement of this user; None where it ended well. A note that another user wrote is none."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        descriptor = os.open(_note(), os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        with os.fdopen(descriptor, encoding="utf-8") as file:
            if os.fstat(descriptor).st_uid != os.geteuid():
                return None
            note = json.load(file)
        return Trace(str(note["boot"]), int(note["started"]), tuple(map(int, note["pipes"])))
    return None


def _note() -> Path:
    """Its own for each user and each pid namespace, whose processes alone can be seen."""
    return NOTES / f"memory-of-tasks.run-of-{os.geteuid()}-{Path('/proc/self/ns/pid').stat().st_ino}"


def _boot() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


def _processes() -> list[Process]:
    pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208
    return [process for pid in pids if (process := _process(pid)) is not None]


def _process(pid: int) -> Process | None:
    with contextlib.suppress(OSError, IndexError):
        words = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        return Process(pid, int(words[3]), int(words[19]))
    return None


def _writes_to(pid: int, pipes: Iterable[int]) -> bool:
    """Whether a process has the writing end of one of these pipes open. Of another user's process nothing is known."""
    folder = Path(f"/proc/{pid}/fd")
    with contextlib.suppress(OSError):
        for entry in folder.iterdir():
            with contextlib.suppress(OSError):
                opened = entry.stat()
                if stat.S_ISFIFO(opened.st_mode) and opened.st_ino in pipes and entry.lstat().st_mode & stat.S_IWUSR:
                    return True
    return False
