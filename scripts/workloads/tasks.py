"""What every workload of N tasks has in common: the two lines, the counts, and what is plausible. Pure, but for the reading of lines."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from meter.contract import Plateau, Seen
from workloads.ready_done import Done, Protocol, Ready
from workloads.vocabulary import OS_THREAD

PLAUSIBLE_BYTES = 32
PLAUSIBLE_TASKS = 100_000
EXACT_AFTER_READY_SECONDS = 2.0
Broken = tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Tasks:
    """N tasks of one primitive (workloads.vocabulary), None where a person did not say which."""

    n: int
    primitive: str | None = None

    @property
    def threads(self) -> int | None:
        """One OS thread a task where that is what a task is."""
        return self.n if self.primitive == OS_THREAD else None

    def fields(self) -> dict[str, Any]:
        """What a record says of them."""
        return {"tasks": self.n, "primitive": self.primitive}


@dataclass
class TasksContract:
    """One run of a program that prints READY and DONE.

    Of its workload are: how long a task stays alive at least, what it asks beside the counts, and its own fields of the record.
    """

    tasks: Tasks
    alive_seconds: float
    judge: Callable[[Ready, Done], Broken]
    promised: Mapping[str, Any]
    protocol: Protocol = field(default_factory=Protocol)

    UNKNOWN: ClassVar[dict[str, None]] = dict.fromkeys(("ready_seconds", "done_seconds", "ready_n", "ready_done", "done_n"))

    def feed(self, data: bytes, seconds: float, late_seconds: float) -> None:
        """Read on."""
        self.protocol.feed(data, seconds, late_seconds)

    def finish(self, seconds: float) -> None:
        """A last line may lack its end."""
        self.protocol.finish(seconds)

    def plateau(self) -> Plateau | None:
        """From READY on. The first task started long before the last where the launch takes long, and ends as much earlier."""
        ready = self.protocol.ready
        return None if ready is None else Plateau(ready.seconds, self.alive_seconds)

    def exact_at_seconds(self) -> float | None:
        """READY + 2 s, or half-way through a shorter life."""
        ready = self.protocol.ready
        return None if ready is None else ready.seconds + min(EXACT_AFTER_READY_SECONDS, self.alive_seconds / 2)

    def broken(self) -> Broken:
        """No lines, or wrong ones, before anything that the workload asks of them."""
        ready, done = self.protocol.ready, self.protocol.done
        missing = no_protocol(self.protocol)
        if missing is not None or ready is None or done is None:
            return missing
        return wrong_count(self.tasks.n, ready, done) or self.judge(ready, done)

    def flags(self, seen: Seen) -> list[str]:
        """What is odd about so many tasks."""
        n = self.tasks.n
        present = {
            "extra_output": self.protocol.other_lines > 0,
            "implausible_bytes_per_task": n >= PLAUSIBLE_TASKS and seen.peak_bytes is not None and seen.peak_bytes < PLAUSIBLE_BYTES * n,
            "threads_missing": self.tasks.primitive == OS_THREAD and seen.threads_peak < n + 1,
        }
        return [name for name, is_present in present.items() if is_present]

    def fields(self) -> dict[str, Any]:
        """What was promised and what was said."""
        ready, done = self.protocol.ready, self.protocol.done
        said = {"ready_seconds": round(ready.seconds, 6), "ready_n": ready.started, "ready_done": ready.done} if ready else {}
        ended = {"done_seconds": round(done.seconds, 6), "done_n": done.count} if done else {}
        return {**self.UNKNOWN, **said, **ended, **self.tasks.fields(), **self.promised}


def no_protocol(protocol: Protocol) -> Broken:
    """Which line is missing, or came more than once; READY before DONE."""
    for name, line, times in (("READY", protocol.ready, protocol.ready_lines), ("DONE", protocol.done, protocol.done_lines)):
        if line is None:
            return "no_protocol", f"the program never printed its {name} line"
        if times > 1:
            return "no_protocol", f"the program printed its {name} line {times} times"
    return None


def wrong_count(n: int, ready: Ready, done: Done) -> Broken:
    """Whether the lines speak of another number of tasks."""
    if ready.started != n:
        return "wrong_count", f"READY says {ready.started} tasks, {n} were asked for"
    if done.count != n:
        return "wrong_count", f"DONE says {done.count} tasks, {n} were asked for"
    if ready.done > n:
        return "wrong_count", f"READY says that {ready.done} of {n} tasks had ended"
    return None
