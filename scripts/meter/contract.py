"""What a program may promise beside ending well. The meter hands on what it prints, and asks what that proves; it knows no more."""

from dataclasses import dataclass
from typing import Any, Protocol

SETTLED_SECONDS = 1.0  # when a command that promises nothing is read exactly once: its start should be over


@dataclass(frozen=True, slots=True)
class Plateau:
    """From when memory stands still, and the earliest moment at which it may move again. Seconds since spawn."""

    from_seconds: float
    until_seconds: float


@dataclass(frozen=True, slots=True)
class Seen:
    """What the flags of a promise are decided from: the headline in bytes, and the largest number of threads."""

    peak_bytes: int | None
    threads_peak: int


class Contract(Protocol):
    """A promise while it is being kept or broken: one run of it."""

    def feed(self, data: bytes, seconds: float, late_seconds: float) -> None:
        """The next bytes of standard output, read `seconds` after the spawn, at most `late_seconds` after they had arrived."""

    def finish(self, seconds: float) -> None:
        """The output has ended."""

    def plateau(self) -> Plateau | None:
        """While memory stands still; None as long as that is not known."""

    def exact_at_seconds(self) -> float | None:
        """When the one exact reading is due; None as long as that is not known."""

    def broken(self) -> tuple[str, str] | None:
        """Verdict and reason where a run that ended well did not keep its promise."""

    def flags(self, seen: Seen) -> list[str]:
        """What a reader should know."""

    def fields(self) -> dict[str, Any]:
        """What it adds to the record: what was promised, and what the program said."""


class Promise(Protocol):
    """What a program is held to."""

    @property
    def threads(self) -> int | None:
        """How many OS threads it starts beside its own; None where it has no say in that."""

    def begin(self) -> Contract:
        """A run of it."""


class Nothing:
    """The promise of a command that only has to end well, and each run of it."""

    threads = None

    def begin(self) -> "Nothing":
        """A run of it."""
        return self

    def feed(self, data: bytes, seconds: float, late_seconds: float) -> None:
        """What it prints proves nothing."""

    def finish(self, seconds: float) -> None:
        """Nor does the end of it."""

    def plateau(self) -> Plateau | None:
        """Never known."""
        return None

    def exact_at_seconds(self) -> float | None:
        """When its start should be over."""
        return SETTLED_SECONDS

    def broken(self) -> tuple[str, str] | None:
        """Never."""
        return None

    def flags(self, seen: Seen) -> list[str]:  # noqa: ARG002 as every promise has it
        """None."""
        return []

    def fields(self) -> dict[str, Any]:
        """None."""
        return {}
