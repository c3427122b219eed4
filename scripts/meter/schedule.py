"""When to look: often while memory moves, seldom while it stands still, and never so often that looking costs more than a fiftieth."""

from meter.contract import Plateau

FAST_SECONDS = 0.02
SLOW_SECONDS = 0.1
SETTLE_SECONDS = 1.0
WAKE_LEAD_SECONDS = 0.5
BUDGET = 50
SHARED_SPACING_SECONDS = 1.0
SHARED_BUDGET = 100


def interval_seconds(now: float, plateau: Plateau | None, last_cost_seconds: float, fixed: float | None = None) -> float:
    """Time to the next sample; `fixed`: what was asked for instead of the schedule.

    The cost is the CPU time of the last sample: on a busy machine its wall time would be the others' doing.
    """
    wanted = fixed if fixed is not None else _wanted(now, plateau)
    return max(wanted, BUDGET * last_cost_seconds)


def _wanted(now: float, plateau: Plateau | None) -> float:
    if plateau is None or now < plateau.from_seconds + SETTLE_SECONDS:
        return FAST_SECONDS
    until_it_moves = plateau.until_seconds - WAKE_LEAD_SECONDS - now
    return min(SLOW_SECONDS, max(FAST_SECONDS, until_it_moves))


def shared_spacing_seconds(last_cost_seconds: float) -> float:
    """The least time between exact readings of a tree."""
    return max(SHARED_SPACING_SECONDS, SHARED_BUDGET * last_cost_seconds)
