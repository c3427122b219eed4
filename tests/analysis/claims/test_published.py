"""What the posts' own figures say of the posts' own claims; docs/claims.md shows the same table."""

from pathlib import Path

import pytest

from analysis.claims.claims_table import judge_published
from analysis.claims.looking_up import read_published
from analysis.claims.reading import read_claims
from programs.describing import load_programs

PROJECT = Path(__file__).resolve().parents[3]
LABELS = {program.id: program.label for program in load_programs().values()}
PUBLISHED = read_published(PROJECT / "config/reference/published_results.csv", LABELS)
CLAIMS = {claim.id: claim for claim in read_claims(PROJECT / "config/claims.yaml", LABELS, PUBLISHED)}
# Claims that the figures of their own post do not bear out, or are silent on.
AGAINST = {"2023-rust-threads-light", "2023-elixir-size", "2024-vm-beats-static", "2024-go-13x"}
SILENT = {"2023-threads-stop", "2023-over-12-seconds"}


@pytest.mark.parametrize("identity", CLAIMS)
def test_the_posts_own_figures_bear_out_all_claims_but_four_and_are_silent_on_two(identity):
    claim = CLAIMS[identity]
    own = PUBLISHED[next(iter(claim.post.figures))]
    expected = None if identity in SILENT else identity not in AGAINST
    assert judge_published(claim, own).holds is expected


def test_thirteen_times_is_missed_by_less_than_single_runs_can_tell():
    claim = CLAIMS["2024-go-13x"]
    assert judge_published(claim, PUBLISHED["hez2010-2024"]).close
    assert judge_published(claim, PUBLISHED["hez2010-2024-take2"]).holds is True


def test_take_2_no_longer_bears_out_what_the_programs_of_the_first_run_gave():
    take2 = PUBLISHED["hez2010-2024-take2"]
    against = {
        identity
        for identity, claim in CLAIMS.items()
        if claim.post.name.endswith("(hez2010)") and judge_published(claim, take2).holds is False
    }
    assert against == {"2024-go-smallest", "2024-vm-beats-static", "2024-aot-leads"}


def test_no_published_figure_is_typed_into_the_claims():
    """The words are ours; a figure of the tables with its decimals, copied, would not follow a correction of published_results.csv."""
    text = (PROJECT / "config/claims.yaml").read_text()
    rules = "\n".join(line for line in text.splitlines() if "- " in line and "{" in line)
    typed = [
        value
        for row in (PROJECT / "config/reference/published_results.csv").read_text().splitlines()[1:]
        if "." in (value := row.split(",")[4]) and f" {value}" in rules
    ]
    assert typed == []


def test_the_documentation_shows_this_very_table():
    text = (PROJECT / "docs/claims.md").read_text()
    for identity, claim in CLAIMS.items():
        said = {True: "yes", False: "no", None: "silent"}[judge_published(claim, PUBLISHED[next(iter(claim.post.figures))]).holds]
        assert f"| `{identity}` | {said} |" in text
