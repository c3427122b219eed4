"""What a person reads of a claim: figures of both sides, what does not hold, what is missing and why, and what to keep in mind."""

from dataclasses import replace

import pytest

from analysis.claims.claims_table import claim_row, counts_line
from analysis.claims.in_words import factor_words
from analysis.claims.judging import judge
from analysis.claims.looking_up import Cell, Figures, Value, cell_here, cell_published
from analysis.claims.rules import Bound, Claim, Ends, Extreme, Growth, Order, Post, Ratio, Term
from common.words import numbers_listed

MIB = 2**20
POST = Post("a post", "https://example.org/", {"theirs": "their table"})
LABELS = {"go": "Go", "rust": "Rust", "java": "Java"}
GO, RUST, JAVA = (Term((name,)) for name in LABELS)


def cell(mib, spread=0.0, **more) -> Cell:
    return Cell({"peak": Value(mib * MIB, (mib - spread) * MIB, (mib + spread) * MIB)}, stopped=False, **more)


def row(check, here, theirs=None, remark="", tasks=(10,)):
    """A claim's row, of cells by variant at 10 tasks."""
    claim = Claim("one", POST, "Go is small.", tasks, (check,), remark)
    figures, published = (
        Figures({(name, 10): value for name, value in cells.items()}, LABELS)
        for cells in (here, theirs or {"go": cell(1), "rust": cell(2)})
    )
    return claim_row(claim, judge(claim, figures), figures, {"theirs": published})


def test_a_claim_that_holds_shows_both_sides_and_no_reason():
    shown = row(Ratio(RUST, GO, {"more_than": 3}), {"go": cell(2), "rust": cell(8)})
    assert (shown["outcome"], shown["n"], shown["reason"], shown["url"]) == ("reproduced", "10", "", "https://example.org/")
    assert shown["here"] == "Rust 8.00 MiB, 4.00 times Go 2.00 MiB"
    assert shown["published"] == "their table: Rust 2.00 MiB, 2.00 times Go 1.00 MiB (these figures do not bear it out)"


def test_a_claim_that_does_not_hold_says_which_part():
    shown = row(Extreme(GO, Term(("rust", "java"), "least"), largest=False), {"go": cell(3), "rust": cell(2), "java": cell(40)})
    assert shown["here"] == "Go 3.00 MiB, least of the others Rust 2.00 MiB"
    assert shown["reason"] == "Does not hold: Go least of all."


def test_what_is_missing_is_named_with_its_reason():
    shown = row(Order((GO, Term(("rust", "java")))), {"go": cell(3), "rust": cell(4), "java": Cell(missing="toolchain missing")})
    assert shown["outcome"] == "not measured"
    assert shown["reason"] == "Missing: Java at 10 (toolchain missing)."


def test_a_claim_that_is_judged_without_some_variants_says_so():
    shown = row(Order((GO, Term(("rust", "java")))), {"go": cell(5), "rust": cell(4), "java": Cell(missing="timed out")})
    assert shown["outcome"] == "not reproduced"
    assert "Judged without Java at 10 (timed out): no value of theirs would change it." in shown["reason"]


def test_an_n_that_was_not_measured_is_told_once_and_not_for_each_variant():
    shown = row(Order((GO, RUST)), {"go": cell(5), "rust": cell(4)}, tasks=(1_000_000,))
    assert shown["reason"] == "Missing: N = 1,000,000 is not in this sweep."


def test_a_variant_that_was_not_selected_is_told_as_such():
    assert row(Order((GO, RUST)), {"go": cell(5)})["reason"] == "Missing: Rust at 10 (not in this sweep)."


def test_a_longer_sleep_a_close_call_and_the_remark_are_told():
    slept = cell(100, 1, remark="slept 30 s instead of 10, so that all tasks were alive at once")
    shown = row(Bound(GO, {"at_most": 100 * MIB}), {"go": slept}, remark="And this.")
    assert shown["outcome"] == "reproduced"
    assert shown["reason"] == (
        "Decided by less than runs differ. Go at 10 slept 30 s instead of 10, so that all tasks were alive at once. And this."
    )


def test_a_limit_of_the_system_is_named_and_our_own_setting_is_none():
    check = Ends(Term(("go", "rust")), runs=False)
    stopped = {"runs_ok": "0", "verdicts": "unsupported=3"}
    own = summary_row(**stopped, reason="Said in any words.", limit_name="os_thread_limit", limit_source="configuration")
    kernel = summary_row(**stopped, reason="os_thread_limit is not it", limit_name="kernel.pid_max", limit_source="kernel")
    assert [cell_here(each).stopped for each in (own, kernel)] == [None, True]
    assert row(check, {"go": cell_here(kernel), "rust": cell_here(kernel)})["outcome"] == "reproduced"
    shown = row(check, {"go": cell_here(kernel), "rust": cell_here(own)})
    assert shown["outcome"] == "not measured"
    assert "Go stopped (above OS-thread limit: os_thread_limit is not it)" in shown["here"]
    assert shown["reason"] == "Missing: Rust at 10 (held back by os_thread_limit, a setting of this sweep and no limit of the machine)."


def test_growth_shows_the_base():
    claim = Claim("one", POST, "Go grows.", (10,), (Growth(GO, 1, 0, {"more_than": 5}),))
    figures = Figures({("go", 1): cell(2), ("go", 10): cell(28)}, LABELS)
    shown = claim_row(claim, judge(claim, figures), figures, {})
    assert (shown["here"], shown["n"]) == ("Go 28.0 MiB, 14.00 times the 2.00 MiB at 1", "1 and 10")


def test_a_post_without_these_figures_says_so():
    assert row(Order((GO, JAVA)), {"go": cell(1), "java": cell(2)})["published"] == "their table: no figures of it"


def summary_row(**changes) -> dict[str, str]:
    """A row of summary.csv."""
    texts = {
        "verdicts": "ok=3",
        "runs_ok": "3",
        "reason": "",
        "limit_name": "",
        "limit_source": "",
        "primitive": "os-thread",
        "sleep_seconds": "10.0",
        "requested_sleep_seconds": "10.0",
    }
    for name, value in (("peak_bytes", "2048"), ("cpu_seconds", "1.5"), ("wall_seconds", "10.5")):
        texts |= {f"{name}_{what}": value for what in ("median", "min", "max")}
    return texts | changes


def test_a_row_of_the_summary_becomes_bytes_cpu_and_seconds_beyond_its_sleep():
    assert cell_here(summary_row()).values == {"peak": Value(2048, 2048, 2048), "cpu": Value(1.5, 1.5, 1.5), "late": Value(0.5, 0.5, 0.5)}
    slow = cell_here(summary_row(sleep_seconds="30.0", wall_seconds_median="32", wall_seconds_min="32", wall_seconds_max="33"))
    assert slow.values["late"] == Value(2, 2, 3)
    assert slow.remark == "slept 30 s instead of 10, so that all tasks were alive at once"


def test_a_cell_without_a_peak_has_no_figure_of_it_and_says_so():
    values = {f"peak_bytes_{what}": "" for what in ("median", "min", "max")}
    assert cell_here(summary_row(**values)) == replace(cell_here(summary_row(**values)), missing="no peak could be read")
    assert "peak" not in cell_here(summary_row(**values)).values


@pytest.mark.parametrize(
    ("verdicts", "missing"), [("toolchain_missing=3", "toolchain missing"), ("failed=1;timeout=2", "failed, timed out")]
)
def test_a_failed_cell_is_known_by_its_verdicts(verdicts, missing):
    found = cell_here(summary_row(runs_ok="0", verdicts=verdicts, reason="because"))
    assert (found.missing, found.stopped, found.values) == (missing, None, {})


def test_published_cpu_is_known_to_half_a_percent_of_a_core():
    found = cell_published({"peak_bytes": "1024", "wall_s": "10", "cpu_percent": "7"})
    assert found.values["cpu"] == Value(0.7, 0.65, 0.75)
    assert found.values["late"] == Value(0, 0, 0)


def test_the_counts_name_all_three_outcomes_also_when_there_is_none():
    assert (
        counts_line(["reproduced", "not measured", "reproduced"]) == "Claims of the posts: 2 reproduced, 0 not reproduced, 1 not measured"
    )


def test_numbers_and_factors_are_written_as_they_carry_meaning():
    assert [numbers_listed([1]), numbers_listed([100_000, 1, 1]), numbers_listed([1, 10, 1000])] == [
        "1",
        "1 and 100,000",
        "1, 10 and 1,000",
    ]
    assert [factor_words(value) for value in (0.592, 7.2, 12.98, 120.4, 1234)] == ["0.59", "7.20", "12.98", "120", "1,234"]
