"""The kinds of rule that a claim can have, as values; variants are ids, all names resolved."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

PICKS = ("every", "least", "most", "median")
LIMITS = ("more_than", "at_least", "less_than", "at_most")
Limits: TypeAlias = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Term:
    """Variants at one N, and which of them counts. `tasks` None: the N that the claim is judged at."""

    variants: tuple[str, ...]
    pick: str = "every"
    tasks: int | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """From least to most: each term lies wholly below the next."""

    terms: tuple[Term, ...]
    quantity: str = "peak"


@dataclass(frozen=True, slots=True)
class Ratio:
    """One term over another, within limits (factors)."""

    of: Term
    to: Term
    limits: Limits
    quantity: str = "peak"


@dataclass(frozen=True, slots=True)
class Bound:
    """Every value within limits, in bytes or seconds."""

    of: Term
    limits: Limits
    quantity: str = "peak"


@dataclass(frozen=True, slots=True)
class Extreme:
    """One of `of` is least (or most, where `largest`) of all these and the others."""

    of: Term
    others: Term
    largest: bool
    quantity: str = "peak"


@dataclass(frozen=True, slots=True)
class Growth:
    """Each variant over itself at `start` tasks, within limits (factors), with `plus` bytes allowed beyond them."""

    of: Term
    start: int
    plus: float
    limits: Limits
    quantity: str = "peak"


@dataclass(frozen=True, slots=True)
class Count:
    """At least so many variants are above a value: another term's, or bytes or seconds."""

    of: Term
    above: Term | float
    at_least: int
    quantity: str = "peak"


@dataclass(frozen=True, slots=True)
class Ends:
    """Every variant gets to its N (`runs`), or none does and a limit of the system is why."""

    of: Term
    runs: bool
    quantity: str = "peak"


@dataclass(frozen=True, slots=True)
class Untested:
    """A part of the statement that nothing here measures."""

    why: str
    quantity: str = "peak"


Check: TypeAlias = Order | Ratio | Bound | Extreme | Growth | Count | Ends | Untested


@dataclass(frozen=True, slots=True)
class Post:
    """A text that claims are taken from. `figures`: its sources among the published results, with the name to show; its own first."""

    name: str
    url: str
    figures: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement and how it is judged: every check must hold at every N of `tasks`."""

    id: str
    post: Post
    statement: str
    tasks: tuple[int, ...]
    rule: tuple[Check, ...]
    remark: str = ""


def terms_of(check: Check) -> list[Term]:
    """The terms of a check, in the order in which it names them."""
    match check:
        case Order(terms=terms):
            found = list(terms)
        case Ratio(of=of, to=to):
            found = [of, to]
        case Extreme(of=of, others=others):
            found = [of, others]
        case Growth(of=of, start=start):
            found = [Term(of.variants, tasks=start), of]
        case Count(of=of, above=above):
            found = [of, above] if isinstance(above, Term) else [of]
        case Bound(of=of) | Ends(of=of):
            found = [of]
        case Untested():
            found = []
    return found


def limited_to(claim: Claim, variants: Collection[str]) -> Claim:
    """The claim about these variants only, where a term names others beside them; for a post that ran only some of them."""
    return replace(claim, rule=tuple(_limited(check, variants) for check in claim.rule if not isinstance(check, Untested)))


def _limited(check: Check, variants: Collection[str]) -> Check:
    def kept(term: Term) -> Term:
        return replace(term, variants=tuple(variant for variant in term.variants if variant in variants) or term.variants)

    match check:
        case Order(terms=terms):
            return replace(check, terms=tuple(kept(term) for term in terms))
        case Ratio(of=of, to=to):
            return replace(check, of=kept(of), to=kept(to))
        case Extreme(of=of, others=others):
            return replace(check, of=kept(of), others=kept(others))
        case Bound(of=of) | Growth(of=of) | Count(of=of) | Ends(of=of):
            return replace(check, of=kept(of))
    return check
