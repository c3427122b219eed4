"""The table of claims: one row each, with the outcome, both sides' figures and the reason."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from analysis.claims.in_words import figures_words, published_words, reason_words
from analysis.claims.judging import NOT_MEASURED, NOT_REPRODUCED, REPRODUCED, Judgement, judge, tasks_of
from analysis.claims.looking_up import Figures
from analysis.claims.rules import Claim, limited_to
from common.words import numbers_listed, one_line

COLUMNS = ("id", "source", "n", "statement", "outcome", "here", "published", "reason", "url")
OUTCOMES = (REPRODUCED, NOT_REPRODUCED, NOT_MEASURED)


def claim_rows(claims: Sequence[Claim], here: Figures, published: Mapping[str, Figures]) -> list[dict[str, str]]:
    """One row a claim, in the order of the file. `published`: the posts' figures by source."""
    return [claim_row(claim, judge(claim, here), here, published) for claim in claims]


def claim_row(claim: Claim, judgement: Judgement, here: Figures, published: Mapping[str, Figures]) -> dict[str, str]:
    """One claim as it stands in claims.csv."""
    theirs = [
        (name, judge_published(claim, published[source]), published[source])
        for source, name in claim.post.figures.items()
        if source in published
    ]
    row = {
        "id": claim.id,
        "source": claim.post.name,
        "n": numbers_listed(tasks_of(claim)),
        "statement": claim.statement,
        "outcome": judgement.outcome,
        "here": figures_words(judgement, here),
        "published": published_words(theirs),
        "reason": reason_words(judgement, here),
        "url": claim.post.url,
    }
    return {name: one_line(text) for name, text in row.items()}


def judge_published(claim: Claim, figures: Figures) -> Judgement:
    """A claim by the figures that a post published, about those of its variants that the post has."""
    return judge(limited_to(claim, {variant for variant, _ in figures.cells}), figures)


def csv_text(rows: Iterable[Mapping[str, str]]) -> str:
    """The rows as CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def read_outcomes(path: Path) -> list[str]:
    """The outcome of each row of claims.csv."""
    with path.open(encoding="utf-8", newline="") as file:
        return [row["outcome"] for row in csv.DictReader(file)]


def counts_line(outcomes: Iterable[str]) -> str:
    """The three counts: Claims of the posts: 9 reproduced, 8 not reproduced, 7 not measured."""
    counts = Counter(outcomes)
    return f"Claims of the posts: {', '.join(f'{counts[outcome]} {outcome}' for outcome in OUTCOMES)}"
