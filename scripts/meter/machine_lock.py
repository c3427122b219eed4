"""One measurement at a time on this machine, whoever starts it and from whichever checkout."""

import contextlib
import fcntl
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

LOCK_PATH = Path("/tmp/memory-of-tasks.measuring.lock")  # noqa: S108 - shared by all users on purpose
POLL_SECONDS = 0.1
_held: dict[Path, tuple[int, int]] = {}


@contextlib.contextmanager
def machine_lock(path: Path = LOCK_PATH, *, stop: Callable[[], bool] = lambda: False) -> Iterator[int | None]:
    """Hold the lock; yields its descriptor, or None when `stop` said to give up. Says on stderr that it waits. Re-entrant."""
    descriptor, depth = _held.get(path, (-1, 0))
    if depth == 0:
        descriptor = _open(path)
        if not _acquire(descriptor, path, stop):
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


def _open(path: Path) -> int:
    # Without O_CREAT first: in a sticky folder the kernel refuses O_CREAT on a file of another user, even to root.
    for _ in range(3):
        with contextlib.suppress(FileNotFoundError):
            return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        with contextlib.suppress(FileExistsError):
            descriptor = os.open(path, os.O_RDONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
            os.fchmod(descriptor, 0o644)  # whatever the umask: a flock needs no more than reading
            return descriptor
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC)


def _acquire(descriptor: int, path: Path, stop: Callable[[], bool]) -> bool:
    """Take the lock, waiting as long as it takes. False when told to stop."""
    said = False
    while not stop():
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if not said:
                print(f"waiting: another measurement runs on this machine{_holder(descriptor)} (lock {path})", file=sys.stderr, flush=True)
                said = True
            time.sleep(POLL_SECONDS)
        else:
            return True
    return False


def _holder(descriptor: int) -> str:
    """Who holds the lock, as far as the kernel tells."""
    inode = f":{os.fstat(descriptor).st_ino}"
    with contextlib.suppress(OSError):
        for line in Path("/proc/locks").read_text().splitlines():
            words = line.split()
            if "->" not in words and len(words) > 5 and words[1] == "FLOCK" and words[5].endswith(inode):
                return f", process {words[4]}"
    return ""
