"""What a run came to: pure decisions over what was seen, worst first."""

import signal
from collections.abc import Callable
from dataclasses import dataclass

Verdict = tuple[str, str]  # its name, and the reason in words


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the program ended. `end` is why the meter ended it, if it did."""

    exit_code: int | None
    signal: int | None = None
    unsupported: str | None = None
    spawn_error: str | None = None
    oom_kills: int = 0
    end: str | None = None
    end_reason: str = ""
    stderr_tail: str = ""


def decide(outcome: Outcome, broken: Callable[[], Verdict | None]) -> Verdict:
    """The verdict and its reason. `broken`: asks the promise, which counts only where the run itself went well."""
    return _never_ran(outcome) or _was_ended(outcome) or _failed(outcome) or broken() or ("ok", "")


def _never_ran(outcome: Outcome) -> Verdict | None:
    if outcome.unsupported is not None:
        return "unsupported", outcome.unsupported
    if outcome.spawn_error is not None:
        return "spawn_failed", outcome.spawn_error
    return None


def _was_ended(outcome: Outcome) -> Verdict | None:
    if outcome.oom_kills:
        return "oom", f"the kernel killed {outcome.oom_kills} process(es) of the run for lack of memory"
    if outcome.end in {"timeout", "interrupted"}:
        return outcome.end, outcome.end_reason
    return None


def _failed(outcome: Outcome) -> Verdict | None:
    if outcome.signal is not None:
        how = f"killed by {signal_name(outcome.signal)}"
    elif outcome.exit_code != 0:
        how = f"exit code {outcome.exit_code}"
    else:
        return None
    last = next((line.strip() for line in reversed(outcome.stderr_tail.splitlines()) if line.strip()), "")
    return "failed", f"{how}: {last[:300]}" if last else f"{how}, nothing on standard error"


def signal_name(number: int) -> str:
    """SIGKILL for 9, and so on."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
