"""What a person reads of a judgement: the figures it rests on, what was asked of them, and what decided or is missing."""

from collections.abc import Iterable, Sequence

from analysis.claims.judging import NOT_REPRODUCED, Judgement, Part
from analysis.claims.looking_up import Cell, Figures
from analysis.claims.rules import Bound, Count, Ends, Extreme, Growth, Limits, Order, Ratio, Term, Untested, terms_of
from common.units import MIB, mib, seconds
from common.words import numbers_listed
from records.metrics import quantities

LIMIT_WORDS = {"more_than": "more than {}", "at_least": "{} or more", "less_than": "less than {}", "at_most": "{} or less"}


def figures_words(judgement: Judgement, figures: Figures) -> str:
    """The figures of all parts, in words; what was asked is not repeated."""
    several = len(judgement.claim.tasks) > 1
    found = [(part, part_words(part, figures)) for part in judgement.parts]
    told = [f"at {part.n:,}: {words}" if several else words for part, words in found if words]
    return "; ".join(words for words in told if not any(longer.startswith(f"{words},") for longer in told))


def part_words(part: Part, figures: Figures) -> str:
    """The figures of one check."""
    show = Shower(figures, part.n, part.check.quantity)
    match part.check:
        case Order(terms=terms):
            words = ", then ".join(show.term(term) for term in terms)
        case Ratio(of=of, to=to):
            words = f"{show.term(of)}, {show.times(of, to)} {show.term(to)}"
        case Bound(of=of):
            words = show.term(of)
        case Extreme(of=of, others=others, largest=largest):
            words = f"{show.term(of)}, {'most' if largest else 'least'} of the others {show.term(others)}"
        case Growth(of=of, start=start):
            words = ", ".join(show.growth(variant, start) for variant in of.variants)
        case Count(of=of, above=above):
            limit = show.term(above) if isinstance(above, Term) else show.amount(above)
            words = f"{show.above(of, above)} above {limit}: {show.term(of)}"
        case Ends(of=of):
            words = ", ".join(words for variant in of.variants for words in show.ends(variant))
        case Untested():
            words = ""
    return words


class Shower:
    """Figures at one N, of one quantity, in words."""

    def __init__(self, figures: Figures, n: int, quantity: str) -> None:
        self.figures, self.n, self.quantity = figures, n, quantity

    def amount(self, value: float) -> str:
        """A value with its unit."""
        metric, quantity = quantities()[self.quantity]
        shown = mib(value) if metric.unit == "bytes" else "0" if value == 0 else seconds(value)
        return f"{shown} {metric.display.unit}{quantity.words}"

    def known(self, term: Term) -> list[tuple[str, float]]:
        """Label and value of every variant of a term that has one, from least to most."""
        cells = [found for variant in term.variants for found in self.figures.of(variant, term.tasks or self.n)]
        found = [(self.figures.label(name), cell.values[self.quantity].median) for name, cell in cells if self.quantity in cell.values]
        return sorted(found, key=lambda item: item[1])

    def term(self, term: Term) -> str:
        """A term: one value, the one that is picked, or from which to which."""
        found, at = self.known(term), f" at {term.tasks:,}" if term.tasks else ""
        if not found:
            names = [self.figures.label(variant) for variant in term.variants]
            return f"{names[0] if len(names) == 1 else f'none of {len(names)} variants'}{at}: no figure"
        if term.pick == "median" and len(found) > 1:
            middle = sorted(value for _, value in found)[(len(found) - 1) // 2 : len(found) // 2 + 1]
            return f"{self.amount(sum(middle) / len(middle))} (median of {len(found)}){at}"
        shown = {"least": found[:1], "most": found[-1:]}.get(term.pick, found if len(found) < 2 else [found[0], found[-1]])
        return " to ".join(f"{label}{at} {self.amount(value)}" for label, value in shown)

    def picked(self, term: Term) -> float | None:
        """The one value of a term; None where it is not known, or not one."""
        values = [value for _, value in self.known(term)]
        if not values or (term.pick == "every" and len(values) > 1):
            return None
        if term.pick == "median":
            middle = values[(len(values) - 1) // 2 : len(values) // 2 + 1]
            return sum(middle) / len(middle)
        return values[-1] if term.pick == "most" else values[0]

    def times(self, of: Term, to: Term) -> str:
        """How many times one term is of the other: 7.2 times."""
        over, under = self.picked(of), self.picked(to)
        return f"{factor_words(over / under)} times" if over is not None and under else "against"

    def growth(self, variant: str, start: int) -> str:
        """A variant at its start, and now."""
        one, other = self.picked(Term((variant,), tasks=start)), self.picked(Term((variant,)))
        if one is None or other is None:
            return f"{self.figures.label(variant)}: no figure"
        now = f"{self.amount(other)}, {factor_words(other / one)} times the {self.amount(one)} at {start:,}"
        return f"{self.figures.label(variant)} {now}"

    def above(self, of: Term, above: Term | float) -> str:
        """How many of a term's variants are above a value: 2 of 6."""
        limit = self.picked(above) if isinstance(above, Term) else above
        values = [value for _, value in self.known(of)]
        return "none known" if limit is None else f"{sum(value > limit for value in values)} of {len(values)}"

    def ends(self, variant: str) -> list[str]:
        """Where each version of a variant got to, or what stopped it."""
        return [f"{self.figures.label(name)} {self._end_of(cell)}" for name, cell in self.figures.of(variant, self.n)]

    def _end_of(self, cell: Cell) -> str:
        if "peak" in cell.values:
            return f"ran, {self.amount(cell.values['peak'].median)}"
        return f"stopped ({cell.missing})" if cell.stopped else "no figure"


def factor_words(factor: float) -> str:
    """A factor: 0.59, 7.19, 12.98, 120."""
    return f"{factor:,.0f}" if factor >= 99.995 else f"{factor:.2f}"


def asked_words(part: Part, figures: Figures) -> str:
    """What a check asks."""
    match part.check:
        case Order(terms=terms):
            words = " below ".join(term_name(term, figures) for term in terms)
        case Ratio(limits=limits):
            words = f"{limit_words(limits, '')} times"
        case Bound(limits=limits, quantity=quantity):
            metric, named = quantities()[quantity]
            words = limit_words(limits, f" {metric.display.unit}", metric.display.size) + named.words
        case Extreme(of=of, largest=largest):
            words = f"{term_name(of, figures)} {'most' if largest else 'least'} of all"
        case Growth(limits=limits, plus=plus):
            words = f"{limit_words(limits, '')} times" + (f" and {plus / MIB:g} MiB" if plus else "")
        case Count(of=of, at_least=enough):
            words = f"{enough} of {len(of.variants)} above it"
        case Ends(runs=runs):
            words = "it runs" if runs else "stopped by a limit of the system"
        case Untested(why=why):
            words = why
    return words


def term_name(term: Term, figures: Figures) -> str:
    """The variants of a term by name, the first ones where they are many."""
    return some_of([figures.label(variant) for variant in term.variants])


def some_of(names: Sequence[str], shown: int = 3) -> str:
    """Names, the first ones where they are many: A; B; C and 7 more."""
    return "; ".join(names[:shown]) + (f" and {len(names) - shown} more" if len(names) > shown else "")


def limit_words(limits: Limits, unit: str, size: float = 1) -> str:
    """Limits in words: 200 MiB or more and 300 MiB or less."""
    return " and ".join(LIMIT_WORDS[name].format(f"{value / size:,g}{unit}") for name, value in limits.items())


def reason_words(judgement: Judgement, figures: Figures) -> str:
    """What decided, what is missing, which runs slept longer, and the claim's own remark."""
    sentences = [*failed_sentences(judgement, figures), *missing_sentences(judgement, figures)]
    if judgement.close:
        sentences.append("Decided by less than runs differ.")
    sentences += longer_sentences(judgement, figures)
    return " ".join([*sentences, judgement.claim.remark]).strip()


def failed_sentences(judgement: Judgement, figures: Figures) -> list[str]:
    """What does not hold, where the claim does not."""
    if judgement.outcome != NOT_REPRODUCED:
        return []
    failed = [part for part in judgement.parts if part.holds is False]
    several = len(judgement.claim.tasks) > 1
    asked = dict.fromkeys(asked_words(part, figures) + (f" at {part.n:,}" if several else "") for part in failed)
    return [f"Does not hold: {'; '.join(asked)}."]


def missing_sentences(judgement: Judgement, figures: Figures) -> list[str]:
    """Which figures are missing and why; that they do not matter, where they do not."""
    told = [part.check.why for part in judgement.parts if isinstance(part.check, Untested)]
    if judgement.holds is not None:
        missing = gaps(judgement.parts, figures)
        return [f"Judged without {missing}: no value of theirs would change it."] if missing else []
    missing = gaps([part for part in judgement.parts if part.holds is None], figures)
    sentences = [f"Missing: {missing}."] if missing else []
    return sentences + [f"Not tested: {why}." for why in dict.fromkeys(told)]


def gaps(parts: Iterable[Part], figures: Figures) -> str:
    """The cells without a figure that some checks name, with the reason, those of one variant and reason together."""
    found: dict[tuple[str, str, bool], set[int]] = {}
    for part in parts:
        for term in terms_of(part.check):
            tasks = term.tasks or part.n
            for variant in term.variants:
                for name, cell in figures.of(variant, tasks):
                    if isinstance(part.check, Ends) and cell.stopped and not part.check.runs:
                        continue
                    if part.check.quantity not in cell.values:
                        why = cell.missing or f"no {part.check.quantity} figure"
                        found.setdefault((name, why, cell.nowhere), set()).add(tasks)
    by_reason: dict[tuple[str, bool, tuple[int, ...]], list[str]] = {}
    for (name, why, nowhere), tasks_found in found.items():
        by_reason.setdefault((why, nowhere, tuple(sorted(tasks_found))), []).append(figures.label(name))
    # Where the whole N is not there, it needs no names.
    return "; ".join(why if nowhere else gap_words(names, at, why) for (why, nowhere, at), names in by_reason.items())


def gap_words(names: Sequence[str], at: Sequence[int], why: str) -> str:
    """Some cells without a figure, and the reason."""
    return f"{some_of(names)} at {numbers_listed(at)} ({why})"


def longer_sentences(judgement: Judgement, figures: Figures) -> list[str]:
    """Cells that count and whose runs slept longer than was asked."""
    found: dict[str, None] = {}
    for part in judgement.parts:
        for term in terms_of(part.check):
            for variant in term.variants:
                for name, cell in figures.of(variant, term.tasks or part.n):
                    if cell.remark:
                        found[f"{figures.label(name)} at {term.tasks or part.n:,} {cell.remark}."] = None
    return list(found)


def published_words(judgements: Sequence[tuple[str, Judgement, Figures]]) -> str:
    """The posts' figures by the same rule, each with what they say of the claim. Named: `2024 post`, `Take 2`."""
    return ". ".join(f"{name}: {published_part(judgement, figures)}" for name, judgement, figures in judgements)


def published_part(judgement: Judgement, figures: Figures) -> str:
    """One post's figures, and whether they bear the claim out."""
    if judgement.holds is None:
        known = any(part.holds is not None for part in judgement.parts)
        return f"{figures_words(judgement, figures)} (not all of it was published)" if known else "no figures of it"
    close = ", by less than runs differ" if judgement.close else ""
    said = "" if judgement.holds else f" (these figures do not bear it out{close})"
    return f"{figures_words(judgement, figures)}{said}"
