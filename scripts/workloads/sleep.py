"""N tasks that each sleep so many seconds, `program N SECONDS`: the question of the posts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from common.command_line import UserError
from meter.contract import Promise
from meter.limits import Limit
from workloads.ready_done import Done, Ready
from workloads.tasks import Broken, Tasks, TasksContract
from workloads.vocabulary import TIMER
from workloads.workload import Asked, amount_text

TOLERANCE_SECONDS = 0.05
LAUNCHED_PER_SECOND = 1e5  # in a slow runtime: about 10 s for a million (seen)
START_SECONDS = 1.5


@dataclass(frozen=True, slots=True)
class Sleeping:
    """The promise of one run. Seconds."""

    tasks: Tasks
    seconds: float

    @property
    def threads(self) -> int | None:
        """Those of its tasks."""
        return self.tasks.threads

    def begin(self) -> TasksContract:
        """A run of it."""
        return TasksContract(self.tasks, self.seconds, self.judge, {"sleep_seconds": self.seconds})

    def judge(self, ready: Ready, done: Done) -> Broken:
        """Too short is worse than not all at once: it says that what was asked for did not happen at all."""
        return slept_too_short(self.tasks, self.seconds, ready, done) or not_concurrent(self.tasks, self.seconds, ready)


def slept_too_short(tasks: Tasks, seconds: float, ready: Ready, done: Done) -> Broken:
    """A timer is armed at the program's start at the earliest; the last task of any other kind starts at READY."""
    timer = tasks.primitive == TIMER
    slept = done.seconds - (0.0 if timer else ready.seconds - ready.late_seconds)
    if slept >= seconds - TOLERANCE_SECONDS:
        return None
    hint = "; both lines came together: is the output flushed?" if done.seconds - ready.seconds < 0.001 else ""
    since = "the start" if timer else "READY"
    return "slept_too_short", f"DONE came {slept:.3f} s after {since}, the tasks were to sleep {seconds:g} s{hint}"


def not_concurrent(tasks: Tasks, seconds: float, ready: Ready) -> Broken:
    """Whether some had ended before the last began. Timers run no code to say so: the last must be armed before the first can ring."""
    if ready.done > 0:
        return "not_concurrent", f"{ready.done} of {tasks.n} tasks had ended before the last began"
    if tasks.primitive == TIMER and ready.seconds >= seconds:
        return "not_concurrent", f"the last timer was armed {ready.seconds:.3f} s after the start, timers run {seconds:g} s"
    return None


class Sleep:
    """The workload (workloads.workload.Workload). Its amount is the seconds of the sleep."""

    name = "sleep"
    # What the configuration and the command lines call its amounts: older than the workloads.
    amount_key, longer_key = "sleep_seconds", "longer_sleep_seconds"
    warm_amount = "0"

    def promise(self, tasks: Tasks, amount: str) -> Promise:
        """What a program is held to."""
        return Sleeping(tasks, self.seconds(amount))

    def seconds(self, amount: str) -> float:
        """The sleep. UserError for an amount that is no number of seconds."""
        try:
            value = float(amount)
        except ValueError:
            value = -1.0
        if not 0 <= value < float("inf"):
            raise UserError(f"sleep_seconds: {amount} is not a number of seconds (0 or more)")
        return value

    def arguments(self, n: int, amount: str) -> Sequence[str]:
        """What stands behind the program's command."""
        return (str(n), amount)

    def expected_seconds(self, n: int, amount: str) -> float:
        """A rough duration of a run: the sleep, a start, and what launching N tasks takes in a slow runtime."""
        return self.seconds(amount) + START_SECONDS + n / LAUNCHED_PER_SECOND

    def over_after_seconds(self, amount: str) -> float:
        """When a run should be over, its launch and end apart: time limits count from here."""
        return self.seconds(amount)

    def amounts_in_turn(self, asked: Asked) -> Sequence[str]:
        """A cell whose tasks were not all alive at once is measured again with these, the asked amount first."""
        return (asked.amount, *(longer for longer in asked.longer if self.seconds(longer) > self.seconds(asked.amount)))

    def measure_again(self, verdict: str) -> bool:
        """Whether a longer sleep may prove what this one did not."""
        return verdict == "not_concurrent"

    def cell_fields(self, asked: str, used: str) -> Mapping[str, Any]:
        """What a cell's record says of its amount beside the identity: what was configured, and what the attempt that counts had."""
        return {"requested_sleep_seconds": self.seconds(asked), "sleep_seconds": self.seconds(used)}

    def amount_of(self, record: Mapping[str, Any]) -> str:
        """The configured amount of a record, also of one that was written before records named their workload."""
        return amount_text(record["requested_sleep_seconds"])

    def used_amount_of(self, record: Mapping[str, Any]) -> str:
        """The amount of the attempt that counts."""
        return amount_text(record["sleep_seconds"])

    def bound_by(self, verdict: str, amount: str) -> Limit | None:
        """The amount where it was too small, or not kept: what a reader would change."""
        return Limit(self.amount_key, self.seconds(amount), "configuration") if verdict in {"not_concurrent", "slept_too_short"} else None

    def asked(self, document: Mapping[str, Any]) -> Asked:
        """What the configuration asks for."""
        longer = tuple(amount_text(seconds) for seconds in sorted(document[self.longer_key]))
        return Asked(self.name, amount_text(document[self.amount_key]), longer)


WORKLOAD = Sleep()
