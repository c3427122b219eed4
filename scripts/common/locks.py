"""Locks between processes (flock(2)): the kernel lets go of them when their last holder dies, however it dies.

Standard library only, as the set-up needs them before anything is installed. A well-kept library (filelock) gives neither a lock held in
common nor a descriptor that a child can hold on to, and both are needed here.
"""

import contextlib
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

POLL_SECONDS = 0.1


def open_lock(path: Path) -> int:
    """A descriptor to lock, the file made where it is not there. OSError where it cannot be made.

    Without O_CREAT first: in a sticky folder the kernel refuses O_CREAT on a file of another user, even to root.
    """
    for _ in range(3):
        with contextlib.suppress(FileNotFoundError):
            return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        with contextlib.suppress(FileExistsError):
            descriptor = os.open(path, os.O_RDONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
            os.fchmod(descriptor, 0o644)  # whatever the umask: a flock needs no more than reading
            return descriptor
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC)


def try_lock(descriptor: int, *, shared: bool = False) -> bool:
    """Take the lock if nobody is in the way. OSError where the file system knows no such locks."""
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def wait_for_lock(descriptor: int, on_wait: Callable[[], None], stop: Callable[[], bool] = lambda: False) -> bool:
    """Take the lock, however long it takes; `on_wait` is called once where it takes time. False: `stop` said to give up."""
    waiting = False
    while not stop():
        if try_lock(descriptor):
            return True
        if not waiting:
            on_wait()
            waiting = True
        time.sleep(POLL_SECONDS)
    return False


@contextlib.contextmanager
def locked(path: Path, on_wait: Callable[[], None]) -> Iterator[int]:
    """Hold the lock of a file. Yields its descriptor: a child that inherits it keeps the lock if this process is killed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = open_lock(path)
    try:
        wait_for_lock(descriptor, on_wait)
        yield descriptor
    finally:
        os.close(descriptor)
