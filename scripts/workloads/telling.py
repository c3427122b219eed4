"""How the workloads are told, by name: the module NAME_words of this package."""

from functools import cache
from importlib import import_module
from typing import Protocol, cast


class Words(Protocol):
    """What every such module has."""

    def doing(self, amount: str) -> str:
        """What each task does: sleeping 10 s."""

    def amount_words(self, amount: str) -> str:
        """The amount, in a list: 10 s sleep."""


@cache
def words_of(workload: str) -> Words:
    """The words of a workload."""
    return cast("Words", import_module(f"workloads.{workload}_words"))
