"""Log axes: a domain without zero that leaves room for labels, and ticks at round numbers."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import altair as alt

# Pixels: the narrowest panel that a page makes (a phone), and what a letter of a label takes there.
PANEL_WIDTH, LETTER_WIDTH, LABEL_GAP = 300, 6.2, 14


@dataclass(frozen=True, slots=True)
class LogAxis:
    """A log axis over positive values. Domain and ticks in the axis's own unit."""

    domain: tuple[float, float]
    ticks: list[float]
    title: str

    def axis(self) -> alt.Axis:
        """Ticks at round numbers, written out: 10,000."""
        return alt.Axis(
            values=self.ticks, format=",~f", title=self.title, grid=True, labelFlush=False, labelOverlap="greedy", labelSeparation=6
        )

    def scale(self) -> alt.Scale:
        """The scale, with exactly this domain."""
        return alt.Scale(type="log", domain=list(self.domain), nice=False)


def log_axis(values: Iterable[float], title: str, labels: Iterable[tuple[float, str]] = (), most_ticks: int = 7) -> LogAxis:
    """Axis that holds all positive `values`, with room for `labels` (value, text) that begin at their value. Its title says: log scale."""
    positive = [value for value in values if value > 0 and math.isfinite(value)] or [1.0]
    low, high = min(positive) / 1.4, max(positive) * 1.4
    span = max([math.log(high / low), *(label_span(value, low, text) for value, text in labels if value > low)])
    high = low * math.exp(span)
    return LogAxis((low, high), ticks(low, high, most_ticks), f"{title}, log scale")


def label_span(value: float, low: float, text: str) -> float:
    """Span of the axis (natural logarithm) at which a text that begins at `value` still ends inside the panel."""
    return math.log(value / low) / max(0.4, 1 - (LABEL_GAP + LETTER_WIDTH * len(text)) / PANEL_WIDTH)


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from low to high, `most` at most: 1, 2, 5 of each decade, or 1, 3, or 1, or 1 of every second decade."""
    exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for steps, every in (((1, 2, 5), 1), ((1, 3), 1), ((1,), 1), ((1,), 2)):
        kept = [exponent for exponent in exponents if exponent % every == 0]
        found = [round(step * 10.0**exponent, 9) for exponent in kept for step in steps if low <= step * 10.0**exponent <= high]
        if len(found) <= most:
            break
    return found
