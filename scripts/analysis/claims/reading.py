"""Reads config/claims.yaml into values, and refuses what is not as its schema says or names a variant that no program has."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from analysis.claims.rules import (
    LIMITS,
    PICKS,
    Bound,
    Check,
    Claim,
    Count,
    Ends,
    Extreme,
    Growth,
    Limits,
    Order,
    Post,
    Ratio,
    Term,
    Untested,
)
from common.command_line import UserError
from common.folders import PROJECT
from common.plain_yaml import read_yaml
from common.schemas import check as check_schema
from common.units import MIB
from records.metrics import quantities

KINDS = ("order", "ratio", "bound", "least", "most", "growth", "count", "stops", "runs", "untested")


def read_claims(path: Path, programs: Iterable[str], sources: Iterable[str] | None = None) -> list[Claim]:
    """The claims of a file. `programs`: the ids of all variants; `sources`: those of the published results. UserError in one line."""
    document = read_yaml(path)
    where = path.relative_to(PROJECT) if path.is_relative_to(PROJECT) else path
    ids = [claim.get("id") if isinstance(claim, dict) else None for claim in document.get("claims") or []]
    try:
        check_schema(document, "claims", str(where))
    except UserError as error:
        raise UserError(
            re.sub(r": claims\.(\d+)", lambda match: f": {ids[int(match[1])] or f'claim {match[1]}'}", str(error), count=1)
        ) from None
    again = next((name for name in ids if ids.count(name) > 1), None)
    if again is not None:
        raise UserError(f"{where}: {again}: there are two claims of this id; give each its own")
    posts = {str(name): Post(post["name"], post["url"], post["figures"]) for name, post in document["posts"].items()}
    known = None if sources is None else sorted(set(sources))
    for name, post in posts.items():
        unknown = next((source for source in post.figures if known is not None and source not in known), None)
        if unknown is not None:
            raise UserError(
                f"{where}: posts.{name}.figures: no published figures of {unknown}; there are those of {', '.join(sorted(known or ()))}"
            )
    reader = Reader(sorted(set(programs)), document["groups"])
    for name, patterns in document["groups"].items():
        reader.ids(patterns, f"{where}: groups.{name}")
    return [read_claim(claim, posts, reader, f"{where}: {claim['id']}") for claim in document["claims"]]


def read_claim(claim: Mapping[str, Any], posts: Mapping[str, Post], reader: "Reader", where: str) -> Claim:
    """One claim, all names resolved."""
    post = posts.get(str(claim["post"]))
    if post is None:
        raise UserError(f"{where}: post: {claim['post']} is not among the posts; there are {', '.join(posts)}")
    rule = tuple(reader.check(check, f"{where}: rule.{place}") for place, check in enumerate(claim["rule"]))
    return Claim(claim["id"], post, claim["statement"], tuple(sorted(claim["tasks"])), rule, claim.get("remark", ""))


@dataclass(frozen=True, slots=True)
class Reader:
    """Turns the names of a claims file into the ids of variants."""

    programs: Sequence[str]
    groups: Mapping[str, Any]

    def ids(self, names: str | Sequence[str], where: str) -> tuple[str, ...]:
        """The variants that groups, ids and patterns select, in order; UserError for one that selects none."""
        chosen: list[str] = []
        for name in self._spelled_out([names] if isinstance(names, str) else names):
            wanted = name.removeprefix("!")
            matched = [program for program in self.programs if fnmatchcase(program, wanted)]
            if not matched:
                raise UserError(
                    f"{where}: {name!r} matches no program and no group; there are the programs {', '.join(self.programs)}"
                    f" and the groups {', '.join(self.groups)}"
                )
            chosen = [one for one in chosen if one not in matched] + ([] if name.startswith("!") else matched)
        if not chosen:
            raise UserError(f"{where}: {names} leaves no variant; patterns apply in order, '!pattern' takes away")
        return tuple(chosen)

    def _spelled_out(self, names: Iterable[str]) -> list[str]:
        lists = ([group] if isinstance(group := self.groups.get(name, [name]), str) else group for name in names)
        return [pattern for patterns in lists for pattern in patterns]

    def term(self, given: Any, where: str) -> Term:
        """A term: names, or a mapping that picks one of them or says at which N."""
        if not isinstance(given, dict):
            return Term(self.ids(given, where))
        picks = [pick for pick in PICKS if pick in given]
        if len(picks) != 1:
            raise UserError(f"{where}: says {' and '.join(picks) or 'none'} of {', '.join(PICKS)}; it takes exactly one of them")
        variants = self.ids(given[picks[0]], where)
        if "without" in given:
            variants = self._less(variants, given["without"], where)
        return Term(variants, picks[0], given.get("tasks"))

    def _less(self, variants: Sequence[str], without: str | Sequence[str], where: str) -> tuple[str, ...]:
        left = self.ids(without, f"{where}.without")
        kept = tuple(variant for variant in variants if variant not in left)
        if not kept:
            raise UserError(f"{where}: without: leaves no variant")
        return kept

    def check(self, given: Mapping[str, Any], where: str) -> Check:
        """One check of a rule."""
        kinds = [kind for kind in KINDS if kind in given]
        if len(kinds) != 1:
            raise UserError(f"{where}: has {' and '.join(kinds) or 'no kind'}; a check is exactly one of {', '.join(KINDS)}")
        kind, quantity = kinds[0], given.get("quantity", "peak")
        if quantity not in quantities():
            raise UserError(f"{where}: quantity: {quantity} is not measured; there are {', '.join(quantities())}")
        unit = quantities()[quantity][0].display.size
        body, where = given[kind], f"{where}.{kind}"
        found: Check
        match kind:
            case "order":
                found = Order(tuple(self.term(item, f"{where}.{place}") for place, item in enumerate(body)), quantity)
            case "ratio":
                of, to = (self._single(body[side], f"{where}.{side}") for side in ("of", "to"))
                found = Ratio(of, to, limits(body, where), quantity)
            case "bound":
                found = Bound(self.term(body["of"], f"{where}.of"), limits(body, where, unit), quantity)
            case "growth":
                of = self.term(body["of"], f"{where}.of")
                found = Growth(of, body["from"], body.get("plus", 0) * MIB, limits(body, where), quantity)
            case "count":
                found = self._count(body, where, quantity)
            case "least" | "most":
                found = self._extreme(body, where, kind == "most", quantity)
            case "untested":
                found = Untested(body)
            case _:
                found = Ends(self.term(body, where), kind == "runs")
        return found

    def _single(self, given: Any, where: str) -> Term:
        term = self.term(given, where)
        if term.pick == "every" and len(term.variants) > 1:
            raise UserError(f"{where}: {', '.join(term.variants)} are several; say which: {{least: ...}}, {{most: ...}} or {{median: ...}}")
        return term

    def _count(self, body: Mapping[str, Any], where: str, quantity: str) -> Count:
        of, above = self.term(body["of"], f"{where}.of"), body["above"]
        if body["at_least"] > len(of.variants):
            raise UserError(f"{where}.at_least: {body['at_least']} is more than the {len(of.variants)} variants that it counts")
        unit = quantities()[quantity][0].display.size
        value = above * unit if isinstance(above, int | float) else self._single(above, f"{where}.above")
        return Count(of, value, body["at_least"], quantity)

    def _extreme(self, body: Mapping[str, Any], where: str, largest: bool, quantity: str) -> Extreme:
        of = self.ids(body["variants"], f"{where}.variants")
        among = self.ids(body["among"], f"{where}.among")
        if "without" in body:
            among = self._less(among, body["without"], where)
        others = tuple(variant for variant in among if variant not in of)
        if not others or not set(of) <= set(among):
            raise UserError(f"{where}: {', '.join(of)} must be among {', '.join(among)}, with at least one other")
        pick = "most" if largest else "least"
        return Extreme(Term(of, pick), Term(others, pick), largest, quantity)


def limits(body: Mapping[str, Any], where: str, unit: float = 1) -> Limits:
    """The limits of a check, in bytes, seconds or factors. UserError where there is none, or where no value can keep them."""
    found = {name: body[name] * unit for name in LIMITS if name in body}
    low = max((found[name] for name in ("more_than", "at_least") if name in found), default=0)
    high = min((found[name] for name in ("less_than", "at_most") if name in found), default=float("inf"))
    if not found or low > high:
        raise UserError(f"{where}: needs {', '.join(LIMITS[:-1])} or {LIMITS[-1]}, of which the lower ones are not above the upper ones")
    return found
