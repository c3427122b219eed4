"""Processes that work at the same time, and never outlive the one that started them."""

import ctypes
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

PR_SET_PDEATHSIG = 1  # prctl(2)


def worker_pool(count: int, begin: Callable[[], object] | None = None) -> ProcessPoolExecutor:
    """A pool of processes, forked with what is imported; each calls `begin` first. Read no table here before: that starts threads."""
    return ProcessPoolExecutor(count, mp_context=get_context("fork"), initializer=_begin, initargs=(begin,))


def _begin(begin: Callable[[], object] | None) -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if begin is not None:
        begin()
