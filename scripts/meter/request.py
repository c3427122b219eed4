"""What to measure: one command, what it promises, and the conditions it runs under."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from common.command_line import UserError
from common.units import MIB
from meter.contract import Nothing, Promise


@dataclass(frozen=True, slots=True)
class Request:
    """One run. Seconds and bytes. With a promise the program is held to it, else only to exit code 0."""

    command: tuple[str, ...]
    promise: Promise = field(default_factory=Nothing)
    timeout_seconds: float | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    path: str | None = None  # PATH of the program; None is the caller's own
    tags: Mapping[str, str] = field(default_factory=dict)
    series_path: Path | None = None
    memory_limit_bytes: int | None = None
    use_cgroup: bool = True
    sample_interval_seconds: float | None = None  # None is the schedule of meter.schedule
    mappings_per_thread: int = 2
    working_directory: Path | None = None

    def __post_init__(self) -> None:
        problem = _problem(self)
        if problem:
            raise UserError(problem)


def _problem(request: Request) -> str | None:
    """The first thing that is wrong with a request, or None."""
    for name in ("timeout_seconds", "sample_interval_seconds"):
        value = getattr(request, name)
        if value is not None and not 0 <= value < float("inf"):
            return f"{name}: {value} is not a number of seconds (0 or more)"
    limit = request.memory_limit_bytes
    checks = [
        (not request.command, "command: nothing to run; give the program and its arguments"),
        (limit is not None and limit < MIB, f"memory_limit_bytes: {limit} is below 1 MiB"),
        (
            limit is not None and not request.use_cgroup,
            "memory_limit_bytes: a limit needs a memory cgroup; drop the limit or allow the cgroup",
        ),
    ]
    return next((message for wrong, message in checks if wrong), None)
