"""Processes that draw charts at the same time."""

import ctypes
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

PR_SET_PDEATHSIG = 1  # prctl(2)


def drawing_workers(count: int) -> ProcessPoolExecutor:
    """A pool of processes, forked with what is imported, which do not outlive this one. Read no table here before: that starts threads."""
    return ProcessPoolExecutor(count, mp_context=get_context("fork"), initializer=_end_with_parent)


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
