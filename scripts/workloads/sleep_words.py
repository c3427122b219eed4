"""The sleep of the tasks as people read it: what was configured, and where a cell needed a longer one. Nothing is decided by it.

A row is one of a table (or a record), with requested_sleep_seconds as configured and sleep_seconds of the runs that count.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from workloads.workload import amount_text

TASKS = "tasks that sleep"
TAKEN_OUT = " beyond the sleep"  # of a time without it
COURSE = "launch + sleep + end"
DIFFERING = {"sleep_seconds": "sleep"}  # columns of the runs that tell two sides of a comparison apart


def seconds_words(seconds: float) -> str:
    """10 s."""
    return f"{seconds:g} s"


def doing(amount: str) -> str:
    """What each task does: sleeping 10 s."""
    return f"sleeping {amount} s"


def amount_words(amount: str) -> str:
    """The amount, in a list: 10 s sleep."""
    return f"{amount} s sleep"


def listed_amounts(several: Iterable[float]) -> str:
    """10 or 30."""
    return " or ".join(f"{seconds:g}" for seconds in sorted(several))


def setting_words(several: Iterable[float]) -> str:
    """sleep 10 or 30 s."""
    return f"sleep {listed_amounts(several)} s"


def is_longer(row: Mapping[Any, Any]) -> bool:
    """Whether another sleep than the configured one counts."""
    return bool(row["sleep_seconds"] != row["requested_sleep_seconds"])


def longer_words(row: Mapping[Any, Any]) -> str:
    """30 s sleep, where that is not the configured one; empty where it is."""
    return amount_words(amount_text(row["sleep_seconds"])) if is_longer(row) else ""


def longer_remark(slept: float, asked: float) -> str:
    """Why a figure is of a longer sleep than was asked for; empty where it is not."""
    return "" if slept == asked else f"slept {slept:g} s instead of {asked:g}, so that all tasks were alive at once"


def longer_sentence(cells: str) -> str:
    """Which cells needed a longer sleep."""
    return f"Longer sleep needed to have all tasks alive at once: {cells}."
