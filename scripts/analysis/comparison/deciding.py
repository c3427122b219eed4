"""Changed, unchanged or cannot tell: the rule, over nothing but the figures of both sides (docs/upgrades.md says it in words)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analysis.estimation.medians import order_statistics

FEWEST_RUNS = 3  # fewer have no spread to speak of
GAP = 0.01  # two programs, or two versions of one, differ only by more than this

CHANGED, UNCHANGED, CANNOT_TELL = "changed", "unchanged", "cannot tell"


@dataclass(frozen=True, slots=True)
class Spread:
    """Median of n runs, and the interval that is compared. `confident`: it covers the true median in 95 % of cases; else it is a range."""

    n: int
    median: float
    low: float
    high: float
    confident: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """After against before as shares: 0.02 is 2 % more. low and high hold every pair of values of the two intervals."""

    median: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Decision:
    """What can be said of a cell, and why. `difference` is None where a side has no figure."""

    word: str
    reason: str
    difference: Difference | None


def spread(values: Sequence[float]) -> Spread | None:
    """Median with its interval; None without values. Up to five runs: their range. From six on: order statistics that cover it."""
    if not len(values):
        return None
    figures = np.sort(np.asarray(values, dtype=float))
    chosen = order_statistics(len(figures))
    rank = 1 if chosen is None else chosen.rank
    return Spread(len(figures), float(np.median(figures)), float(figures[rank - 1]), float(figures[-rank]), chosen is not None)


def difference(before: Spread, after: Spread) -> Difference:
    """The relative difference. Figures are above 0: a resident set of nothing is not a figure."""
    return Difference(after.median / before.median - 1, after.low / before.high - 1, after.high / before.low - 1)


def decide(before: Spread | None, after: Spread | None) -> Decision:
    """Changed: the intervals do not overlap and the medians are more than 1 % apart. Unchanged: no two values of them are that far apart.

    Everything else cannot be told with these runs.
    """
    if before is None or after is None:
        side = "before" if before is None else "after"
        return Decision(CANNOT_TELL, f"no run was ok {side}", None)
    gap = difference(before, after)
    basis = interval_words(before, after)
    fewest = min(before.n, after.n)
    if fewest < FEWEST_RUNS:
        runs = "run" if fewest == 1 else "runs"
        return Decision(CANNOT_TELL, f"only {fewest} {runs} on one side; from {FEWEST_RUNS} on there is a range", gap)
    if max(abs(gap.low), abs(gap.high)) <= GAP:
        return Decision(UNCHANGED, f"{basis} lie within 1 % of each other", gap)
    apart = gap.low > 0 or gap.high < 0
    if apart and abs(gap.median) > GAP:
        return Decision(CHANGED, f"{basis} do not overlap", gap)
    if apart:
        return Decision(CANNOT_TELL, f"{basis} do not overlap, but the medians are within 1 % of each other", gap)
    return Decision(CANNOT_TELL, f"{basis} overlap", gap)


def interval_words(before: Spread, after: Spread) -> str:
    """What is compared: `95 % intervals of 10 and 10 runs`, `ranges of 3 and 3 runs`."""
    what = "95 % intervals" if before.confident and after.confident else "ranges"
    return f"{what} of {before.n} and {after.n} runs"


def percent(share: float) -> str:
    """A share as a person reads it, with its sign: +2.1 %, -0.4 %, 0.0 %."""
    rounded = round(share * 100, 1)
    return f"{rounded:+,.1f} %" if rounded else "0.0 %"
