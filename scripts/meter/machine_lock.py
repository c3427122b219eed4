"""One measurement at a time on this machine, whoever starts it and from whichever checkout."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from common.locks import open_lock, wait_for_lock

LOCK_PATH = Path("/tmp/memory-of-tasks.measuring.lock")  # noqa: S108 - shared by all users on purpose
_held: dict[Path, tuple[int, int]] = {}


@contextlib.contextmanager
def machine_lock(path: Path = LOCK_PATH, *, stop: Callable[[], bool] = lambda: False) -> Iterator[int | None]:
    """Hold the lock; yields its descriptor, or None when `stop` said to give up. Says on stderr that it waits. Re-entrant."""
    descriptor, depth = _held.get(path, (-1, 0))
    if depth == 0:
        descriptor = open_lock(path)
        if not wait_for_lock(descriptor, partial(_say_that_it_waits, descriptor, path), stop):
            os.close(descriptor)
            yield None
            return
    _held[path] = (descriptor, depth + 1)
    try:
        yield descriptor
    finally:
        _held[path] = (descriptor, depth)
        if depth == 0:
            del _held[path]
            os.close(descriptor)


def _say_that_it_waits(descriptor: int, path: Path) -> None:
    print(f"waiting: another measurement runs on this machine{_holder(descriptor)} (lock {path})", file=sys.stderr, flush=True)


def _holder(descriptor: int) -> str:
    """Who holds the lock, as far as the kernel tells."""
    inode = f":{os.fstat(descriptor).st_ino}"
    with contextlib.suppress(OSError):
        for line in Path("/proc/locks").read_text().splitlines():
            words = line.split()
            if "->" not in words and len(words) > 5 and words[1] == "FLOCK" and words[5].endswith(inode):
                return f", process {words[4]}"
    return ""
