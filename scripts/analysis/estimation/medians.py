"""The interval that n runs carry for their median: order statistics, and nothing below six runs (docs/statistics.md)."""

from dataclasses import dataclass
from functools import lru_cache

from scipy.stats import binom

CONFIDENCE = 0.95
FEWEST = 6  # of five runs even the smallest and the largest enclose the median in only 93.75 % of cases


@dataclass(frozen=True, slots=True)
class OrderStatistics:
    """From the value of this rank (1 is the smallest) to the one of the same rank from above; `confidence` is the exact share of cases."""

    rank: int
    confidence: float


@lru_cache
def order_statistics(n: int) -> OrderStatistics | None:
    """The narrowest symmetric pair that encloses the median in 95 % of cases or more, whatever the distribution. None below six runs.

    Of independent runs, the number below the true median is binomial with probability 1/2 (Conover, Practical Nonparametric Statistics).
    """
    if n < FEWEST:
        return None
    rank = int(binom.ppf((1 - CONFIDENCE) / 2, n, 0.5))
    return OrderStatistics(rank, float(1 - 2 * binom.cdf(rank - 1, n, 0.5)))


def rule_words(n: int) -> str | None:
    """What the interval of n runs is, in words: of few runs, that there is none. None without runs."""
    if n < 1:
        return None
    chosen = order_statistics(n)
    if chosen is None:
        return f"range only: {n} {'run carries' if n == 1 else 'runs carry'} no interval, {FEWEST} or more do"
    which = "" if chosen.rank == 1 else f"{ordinal(chosen.rank)} "
    return f"{which}smallest to {which}largest of {n} runs: encloses the median in {100 * chosen.confidence:.4g} % of cases"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
