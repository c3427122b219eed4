"""What a workload decides: each is a module of this package, listed in workloads.catalogue; how it is told stands in NAME_words.py."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from meter.contract import Promise
from meter.limits import Limit
from workloads.tasks import Tasks


@dataclass(frozen=True, slots=True)
class Asked:
    """A workload as configured: its amount, and longer ones for cells that need more to be proven. Amounts as they stand in a path."""

    workload: str
    amount: str
    longer: tuple[str, ...] = ()


def amount_text(value: float) -> str:
    """A number as it stands in a path and behind a command: 10, 0.5, 1000000."""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


class Workload(Protocol):
    """What a program is asked, what proves it, and how long it may take. Seconds; amounts as text."""

    name: str  # as it stands in paths: sleep
    amount_key: str
    longer_key: str
    warm_amount: str  # of a discarded run

    def promise(self, tasks: Tasks, amount: str) -> Promise:
        """What a program is held to. UserError for an amount that is none."""

    def arguments(self, n: int, amount: str) -> Sequence[str]:
        """What stands behind the program's command."""

    def expected_seconds(self, n: int, amount: str) -> float:
        """A rough duration of a run."""

    def over_after_seconds(self, amount: str) -> float:
        """When a run should be over, its launch and end apart: time limits count from here."""

    def amounts_in_turn(self, asked: Asked) -> Sequence[str]:
        """The amounts to try, the asked one first."""

    def measure_again(self, verdict: str) -> bool:
        """Whether the next amount may prove what this one did not."""

    def cell_fields(self, asked: str, used: str) -> Mapping[str, Any]:
        """What a cell's record says of its amount beside the identity."""

    def amount_of(self, record: Mapping[str, Any]) -> str:
        """The configured amount of a record, as its path has it."""

    def used_amount_of(self, record: Mapping[str, Any]) -> str:
        """The amount of the attempt that counts, which may be a longer one."""

    def bound_by(self, verdict: str, amount: str) -> Limit | None:
        """The amount as a limit, where a verdict rests on it."""

    def asked(self, document: Mapping[str, Any]) -> Asked:
        """What a configuration, defaults among it, asks for."""
