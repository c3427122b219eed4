"""When to look: often while memory moves, seldom while it stands still, and never so often that looking costs more than a fiftieth."""

from dataclasses import dataclass

FAST_SECONDS = 0.02
SLOW_SECONDS = 0.1
SETTLE_SECONDS = 1.0
WAKE_LEAD_SECONDS = 0.5
BUDGET = 50
SHARED_AFTER_READY_SECONDS = 2.0
SHARED_SPACING_SECONDS = 1.0
SHARED_BUDGET = 100


@dataclass(frozen=True, slots=True)
class Timing:
    """What is known of a run's course. Seconds since spawn."""

    sleep_seconds: float | None
    ready_seconds: float | None
    fixed_interval_seconds: float | None = None


def interval_seconds(now: float, timing: Timing, last_cost_seconds: float) -> float:
    """Time to the next sample. The cost is the CPU time of the last sample: on a busy machine its wall time would be the others' doing."""
    if timing.fixed_interval_seconds is not None:
        wanted = timing.fixed_interval_seconds
    elif _in_plateau(now, timing):
        assert timing.sleep_seconds is not None
        # The first task wakes `sleep_seconds` after the start at the earliest, long before the last one where the launch takes long.
        until_wake = timing.sleep_seconds - WAKE_LEAD_SECONDS - now
        wanted = min(SLOW_SECONDS, max(FAST_SECONDS, until_wake))
    else:
        wanted = FAST_SECONDS
    return max(wanted, BUDGET * last_cost_seconds)


def _in_plateau(now: float, timing: Timing) -> bool:
    if timing.ready_seconds is None or timing.sleep_seconds is None:
        return False
    return timing.ready_seconds + SETTLE_SECONDS <= now < timing.sleep_seconds - WAKE_LEAD_SECONDS


def plateau_seconds(timing: Timing) -> float | None:
    """When to take the one exact reading: READY + 2 s, or half-way through a shorter sleep. Without a contract 1 s after the spawn."""
    if timing.sleep_seconds is None:
        return SETTLE_SECONDS
    if timing.ready_seconds is None:
        return None
    return timing.ready_seconds + min(SHARED_AFTER_READY_SECONDS, timing.sleep_seconds / 2)


def shared_spacing_seconds(last_cost_seconds: float) -> float:
    """The least time between exact readings of a tree."""
    return max(SHARED_SPACING_SECONDS, SHARED_BUDGET * last_cost_seconds)
