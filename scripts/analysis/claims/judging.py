"""Whether a rule holds, in three values: yes, no, or not known because a figure is missing on which it depends.

Every value is a span of what it can be. A figure that is missing can be anything above 0, so that a rule comes out as known exactly when
no missing figure could change it. With spans as wide as runs differ, the same rule says whether it was decided by more than that.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from analysis.claims.looking_up import Cell, Figures
from analysis.claims.rules import Bound, Check, Claim, Count, Ends, Extreme, Growth, Limits, Order, Ratio, Term, Untested, terms_of

TELLING = 0.01  # two values that lie closer together than this share are not told apart
REPRODUCED, NOT_REPRODUCED, NOT_MEASURED = "reproduced", "not reproduced", "not measured"


@dataclass(frozen=True, slots=True)
class Span:
    """From the smallest to the largest that a value can be. Bytes, seconds or a factor."""

    low: float
    high: float


UNKNOWN = Span(0, math.inf)


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges checks by figures: medians as they are, or as `wide` as the runs differ."""

    figures: Figures
    wide: bool = False

    def holds(self, check: Check, n: int) -> bool | None:
        """Whether a check holds at N tasks."""
        match check:
            case Order(terms=terms):
                values = [self.values(term, n, check.quantity) for term in terms]
                holds = every(below(most(one), least(following)) for one, following in pairwise(values))
            case Ratio(of=of, to=to, limits=limits):
                factor = quotient(self.values(of, n, check.quantity)[0], self.values(to, n, check.quantity)[0])
                holds = self.within(factor, limits)
            case Bound(of=of, limits=limits):
                holds = every(self.within(value, limits) for value in self.values(of, n, check.quantity))
            case Extreme(of=of, others=others, largest=largest):
                one, other = self.values(of, n, check.quantity)[0], self.values(others, n, check.quantity)[0]
                holds = below(other, one) if largest else below(one, other)
            case Growth():
                holds = every(self.within(factor, check.limits) for factor in self.growth(check, n))
            case Count():
                holds = self.counted(check, n)
            case Ends(of=of, runs=runs):
                holds = every(ended(cell, runs=runs) for variant in of.variants for _, cell in self.figures.of(variant, of.tasks or n))
            case Untested():
                holds = None
        return holds

    def growth(self, check: Growth, n: int) -> list[Span]:
        """Each variant over itself at the start, without what is allowed beyond the factor."""
        starts = self.members(Term(check.of.variants, tasks=check.start), n, check.quantity)
        ends = self.members(check.of, n, check.quantity)
        return [quotient(Span(max(0, end.low - check.plus), end.high - check.plus), start) for start, end in zip(starts, ends, strict=True)]

    def counted(self, check: Count, n: int) -> bool | None:
        """Whether enough variants are above a value, whatever those that are not known may be."""
        above = self.values(check.above, n, check.quantity)[0] if isinstance(check.above, Term) else self.limit(check.above)
        found = [below(above, value) for value in self.members(check.of, n, check.quantity)]
        if found.count(True) >= check.at_least:
            return True
        return False if len(found) - found.count(False) < check.at_least else None

    def members(self, term: Term, n: int, quantity: str) -> list[Span]:
        """The value of each of a term's variants; from least to most where several versions of it were measured."""
        found = ([self.value(cell, quantity) for _, cell in self.figures.of(variant, term.tasks or n)] for variant in term.variants)
        return [Span(least(spans).low, most(spans).high) for spans in found]

    def values(self, term: Term, n: int, quantity: str) -> list[Span]:
        """The values that count: each variant's, or that of the one that is picked."""
        spans = self.members(term, n, quantity)
        pick = {"least": least, "most": most, "median": middle}.get(term.pick)
        return spans if pick is None else [pick(spans)]

    def value(self, cell: Cell, quantity: str) -> Span:
        """What a cell's value can be."""
        value = cell.values.get(quantity)
        if value is None:
            return UNKNOWN
        if not self.wide:
            return Span(value.median, value.median)
        margin = abs(value.median) * TELLING / 2
        return Span(min(value.smallest, value.median - margin), max(value.largest, value.median + margin))

    def limit(self, value: float) -> Span:
        """A limit, as sharp or as wide as the values that are held against it."""
        margin = value * TELLING / 2 if self.wide else 0
        return Span(value - margin, value + margin)

    def within(self, value: Span, limits: Limits) -> bool | None:
        """Whether a value keeps all limits."""
        return every(keeps(value, name, self.limit(limit)) for name, limit in limits.items())


def least(spans: Sequence[Span]) -> Span:
    """The smallest of several values."""
    return Span(min(span.low for span in spans), min(span.high for span in spans))


def most(spans: Sequence[Span]) -> Span:
    """The largest of several values."""
    return Span(max(span.low for span in spans), max(span.high for span in spans))


def middle(spans: Sequence[Span]) -> Span:
    """The median of several values."""
    return Span(median(span.low for span in spans), median(span.high for span in spans))


def below(one: Span, other: Span) -> bool | None:
    """Whether one value lies below the other."""
    return True if one.high < other.low else False if one.low >= other.high else None


def quotient(over: Span, under: Span) -> Span:
    """One value over another; from 0 to infinity where one of them is not known."""
    return Span(over.low / under.high if under.high else math.inf, over.high / under.low if under.low > 0 else math.inf)


def keeps(value: Span, name: str, limit: Span) -> bool | None:
    """Whether a value keeps one limit: more_than, at_least, less_than or at_most."""
    match name:
        case "more_than":
            return below(limit, value)
        case "less_than":
            return below(value, limit)
        case "at_least":
            return negated(below(value, limit))
    return negated(below(limit, value))


def negated(value: bool | None) -> bool | None:
    """Not, where it is known."""
    return None if value is None else not value


def every(values: Iterable[bool | None]) -> bool | None:
    """No where any is no; not known where any other is not; else yes (Kleene)."""
    known = list(values)
    return False if False in known else None if None in known else True


def ended(cell: Cell, *, runs: bool) -> bool | None:
    """Whether a cell got to its N, or was stopped by a limit of the system."""
    if runs:
        return True if cell.values else False if cell.stopped else None
    return cell.stopped


@dataclass(frozen=True, slots=True)
class Part:
    """One check at one N: whether it holds, and whether by less than runs differ."""

    check: Check
    n: int
    holds: bool | None
    close: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a claim, part by part."""

    claim: Claim
    parts: tuple[Part, ...]

    @property
    def holds(self) -> bool | None:
        """Whether the claim holds; None where that depends on what is missing."""
        return every(part.holds for part in self.parts)

    @property
    def outcome(self) -> str:
        """Reproduced, not reproduced, or not measured."""
        return {True: REPRODUCED, False: NOT_REPRODUCED, None: NOT_MEASURED}[self.holds]

    @property
    def close(self) -> bool:
        """Whether as little as runs differ could have decided otherwise: the outcome rests on a part that is close."""
        deciding = [part for part in self.parts if part.holds is self.holds]
        return self.holds is not None and (all if self.holds is False else any)(part.close for part in deciding)


def judge(claim: Claim, figures: Figures) -> Judgement:
    """A claim by the figures of a sweep, or of a post."""
    exact, wide = Judge(figures), Judge(figures, wide=True)
    parts = []
    for n in claim.tasks:
        for check in claim.rule:
            holds = exact.holds(check, n)
            parts.append(Part(check, n, holds, holds is not None and wide.holds(check, n) is None))
    return Judgement(claim, tuple(parts))


def tasks_of(claim: Claim) -> list[int]:
    """Every N that a claim rests on."""
    named = {term.tasks for check in claim.rule for term in terms_of(check) if term.tasks}
    return sorted({*claim.tasks, *named})
