"""What a run proved: pure decisions over what was seen."""

import signal
from dataclasses import dataclass

from workloads.ready_done import Done, Ready

TOLERANCE_SECONDS = 0.05
VERDICTS = (
    "unsupported",
    "spawn_failed",
    "oom",
    "timeout",
    "interrupted",
    "failed",
    "no_protocol",
    "wrong_count",
    "slept_too_short",
    "not_concurrent",
    "ok",
)


@dataclass(frozen=True, slots=True)
class Promise:
    """What the program was to do. `tasks` None: no contract."""

    tasks: int | None
    sleep_seconds: float = 0.0
    primitive: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the program did. Seconds since spawn. `end` is why the wrapper ended it, if it did."""

    exit_code: int | None
    signal: int | None = None
    ready: Ready | None = None
    done: Done | None = None
    ready_lines: int = 1
    done_lines: int = 1
    unsupported: str | None = None
    spawn_error: str | None = None
    oom_kills: int = 0
    end: str | None = None
    end_reason: str = ""
    stderr_tail: str = ""


def decide(promise: Promise, outcome: Outcome) -> tuple[str, str]:
    """The verdict and its reason, worst first."""
    return _never_ran(outcome) or _was_ended(outcome) or _failed(outcome) or _broke_contract(promise, outcome) or ("ok", "")


def _never_ran(outcome: Outcome) -> tuple[str, str] | None:
    if outcome.unsupported is not None:
        return "unsupported", outcome.unsupported
    if outcome.spawn_error is not None:
        return "spawn_failed", outcome.spawn_error
    return None


def _was_ended(outcome: Outcome) -> tuple[str, str] | None:
    if outcome.oom_kills:
        return "oom", f"the kernel killed {outcome.oom_kills} process(es) of the run for lack of memory"
    if outcome.end in {"timeout", "interrupted"}:
        return outcome.end, outcome.end_reason
    return None


def _failed(outcome: Outcome) -> tuple[str, str] | None:
    if outcome.signal is not None:
        how = f"killed by {signal_name(outcome.signal)}"
    elif outcome.exit_code != 0:
        how = f"exit code {outcome.exit_code}"
    else:
        return None
    last = next((line.strip() for line in reversed(outcome.stderr_tail.splitlines()) if line.strip()), "")
    return "failed", f"{how}: {last[:300]}" if last else f"{how}, nothing on standard error"


def _broke_contract(promise: Promise, outcome: Outcome) -> tuple[str, str] | None:
    if promise.tasks is None:
        return None
    return (
        _no_protocol(outcome)
        or _wrong_count(promise.tasks, outcome)
        or _slept_too_short(promise, outcome)
        or _not_concurrent(promise, outcome)
    )


def _no_protocol(outcome: Outcome) -> tuple[str, str] | None:
    for name, line, times in (("READY", outcome.ready, outcome.ready_lines), ("DONE", outcome.done, outcome.done_lines)):
        if line is None:
            return "no_protocol", f"the program never printed its {name} line"
        if times > 1:
            return "no_protocol", f"the program printed its {name} line {times} times"
    return None


def _wrong_count(tasks: int, outcome: Outcome) -> tuple[str, str] | None:
    assert outcome.ready is not None
    assert outcome.done is not None
    if outcome.ready.started != tasks:
        return "wrong_count", f"READY says {outcome.ready.started} tasks, {tasks} were asked for"
    if outcome.done.count != tasks:
        return "wrong_count", f"DONE says {outcome.done.count} tasks, {tasks} were asked for"
    if outcome.ready.done > tasks:
        return "wrong_count", f"READY says that {outcome.ready.done} of {tasks} tasks had ended"
    return None


def _slept_too_short(promise: Promise, outcome: Outcome) -> tuple[str, str] | None:
    """A timer is armed at the program's start at the earliest; the last task of any other kind starts at READY."""
    assert outcome.ready is not None
    assert outcome.done is not None
    began = 0.0 if promise.primitive == "timer" else outcome.ready.seconds - outcome.ready.late_seconds
    slept = outcome.done.seconds - began
    if slept >= promise.sleep_seconds - TOLERANCE_SECONDS:
        return None
    since = "the start" if promise.primitive == "timer" else "READY"
    hint = "; both lines came together: is the output flushed?" if outcome.done.seconds - outcome.ready.seconds < 0.001 else ""
    return "slept_too_short", f"DONE came {slept:.3f} s after {since}, the tasks were to sleep {promise.sleep_seconds:g} s{hint}"


def _not_concurrent(promise: Promise, outcome: Outcome) -> tuple[str, str] | None:
    assert outcome.ready is not None
    if outcome.ready.done > 0:
        return "not_concurrent", f"{outcome.ready.done} of {promise.tasks} tasks had ended before the last began"
    if promise.primitive == "timer" and outcome.ready.seconds >= promise.sleep_seconds:
        return (
            "not_concurrent",
            f"the last timer was armed {outcome.ready.seconds:.3f} s after the start, timers run {promise.sleep_seconds:g} s",
        )
    return None


def signal_name(number: int) -> str:
    """SIGKILL for 9, and so on."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
