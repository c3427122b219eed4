"""Ends what a command started and left running, wherever it went: by a mark in the environment, which children inherit."""

import contextlib
import uuid
from collections.abc import Iterator

import psutil

MARK = "STARTED_BY_THIS_WORKFLOW"
KILL_SECONDS = 5.0


def marked() -> dict[str, str]:
    """A variable for the environment of a command, which nothing else on this machine has."""
    return {MARK: uuid.uuid4().hex}


def _having(mark: str) -> Iterator[psutil.Process]:
    for process in psutil.process_iter(["environ"]):  # those of other users have none that we may read
        if (process.info["environ"] or {}).get(MARK) == mark:
            yield process


def end_marked(mark: str) -> list[int]:
    """Kill every process of ours that has the mark, until there is none; the pids of those that would not die."""
    for _ in range(10):  # one that forks while it is looked for is found in the next round
        found = list(_having(mark))
        if not found:
            return []
        for process in found:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(found, timeout=KILL_SECONDS)
    return sorted(process.pid for process in _having(mark))
