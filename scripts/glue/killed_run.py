"""Lets a run go on after one that was killed: Snakemake's own lock outlives its process and would have to be removed by hand."""

import contextlib
from pathlib import Path

from common.locks import open_lock, try_lock

_held: list[int] = []  # the descriptor stays open, and with it the lock held, as long as this process lives


def remove_stale_locks(folder: Path) -> bool:
    """Hold a lock on the folder `.snakemake` for as long as this process lives; when nobody else holds one, remove what a killed run left.

    Returns whether something was removed. Everybody holds the lock in common; only who is alone may clean up.
    """
    folder.mkdir(exist_ok=True)
    descriptor = open_lock(folder / "alive.lock")
    _held.append(descriptor)
    stale: list[Path] = []
    # Where another run holds it, or the file system knows no such lock, Snakemake's own lock has the last word.
    with contextlib.suppress(OSError):
        if try_lock(descriptor):
            stale = list((folder / "locks").glob("*"))
            for lock in stale:
                lock.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        try_lock(descriptor, shared=True)
    return bool(stale)
