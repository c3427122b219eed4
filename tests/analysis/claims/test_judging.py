"""Every kind of rule: yes, no, and not known where a missing figure could change it; and what was decided by less than runs differ."""

import pytest

from analysis.claims.judging import Judge, Span, every, judge, keeps, quotient
from analysis.claims.looking_up import Cell, Figures, Value
from analysis.claims.rules import Bound, Claim, Count, Ends, Extreme, Growth, Order, Post, Ratio, Term, Untested

A, B, C = (Term((name,)) for name in "abc")
AB, BC, ABC = Term(("a", "b")), Term(("b", "c")), Term(("a", "b", "c"))
LEAST_BC = Term(("b", "c"), "least")


def figures(**values) -> Figures:
    """Cells of a, b and c at 10 tasks, and of a1, b1 at 1: a number, (median, smallest, largest), a Cell, or nothing."""
    cells = {}
    for name, value in values.items():
        triple = value if isinstance(value, tuple) else (value, value, value)
        cells[name[0], 1 if name.endswith("1") else 10] = (
            value if isinstance(value, Cell) else Cell({"peak": Value(*triple)}, stopped=False)
        )
    return Figures(cells, {})


STOPPED, LOST = Cell(stopped=True, missing="above a limit"), Cell(missing="timed out")


@pytest.mark.parametrize(
    ("check", "values", "expected"),
    [
        pytest.param(Order((A, B)), {"a": 1, "b": 2}, True, id="below"),
        pytest.param(Order((A, B)), {"a": 2, "b": 2}, False, id="as much is not below"),
        pytest.param(Order((A, B)), {"a": 2}, None, id="nothing to compare with"),
        pytest.param(Order((A, BC)), {"a": 2, "b": 3, "c": 1}, False, id="one of the next is below"),
        pytest.param(Order((A, BC)), {"a": 2, "b": 1}, False, id="no value of c could mend it"),
        pytest.param(Order((A, BC)), {"a": 2, "b": 3}, None, id="c could be below"),
        pytest.param(Order((AB, C)), {"a": 1, "b": 2, "c": 3}, True, id="a whole group below"),
        pytest.param(Order((A, B, C)), {"a": 1, "b": 2, "c": 2.5}, True, id="three in order"),
        pytest.param(Order((A, B, C)), {"a": 1, "b": 3, "c": 2.5}, False, id="the last two the wrong way round"),
        pytest.param(Order((A, B, C)), {"b": 3, "c": 2.5}, False, id="that is enough, without the first"),
        pytest.param(Ratio(A, B, {"more_than": 2}), {"a": 4, "b": 2}, False, id="exactly twice is not more than twice"),
        pytest.param(Ratio(A, B, {"at_least": 2}), {"a": 4, "b": 2}, True, id="exactly twice is at least twice"),
        pytest.param(Ratio(A, B, {"less_than": 2}), {"a": 4, "b": 2}, False, id="exactly twice is not less"),
        pytest.param(Ratio(A, B, {"at_most": 2}), {"a": 4, "b": 2}, True, id="exactly twice is at most twice"),
        pytest.param(Ratio(A, B, {"at_least": 1.3, "at_most": 1.7}), {"a": 3, "b": 2}, True, id="between"),
        pytest.param(Ratio(A, B, {"at_least": 1.3, "at_most": 1.7}), {"a": 4, "b": 2}, False, id="not between"),
        pytest.param(Ratio(A, B, {"more_than": 2}), {"a": 4}, None, id="of nothing known"),
        pytest.param(Ratio(A, Term(("b", "c"), "least"), {"more_than": 2}), {"a": 5, "b": 2}, True, id="a smaller c makes it more"),
        pytest.param(Ratio(A, Term(("b", "c"), "least"), {"less_than": 3}), {"a": 5, "b": 2}, None, id="a smaller c could break it"),
        pytest.param(Ratio(A, Term(("b", "c"), "most"), {"at_least": 2}), {"a": 5, "b": 3}, False, id="a larger c makes it less"),
        pytest.param(
            Ratio(Term(("a", "b", "c"), "median"), A, {"at_least": 2}), {"a": 1, "b": 2, "c": 9}, True, id="the median of an odd count"
        ),
        pytest.param(
            Ratio(Term(("b", "c"), "median"), A, {"at_most": 3}), {"a": 1, "b": 2, "c": 4}, True, id="the median of an even count"
        ),
        pytest.param(Ratio(Term(("a", "b", "c"), "median"), A, {"at_least": 1}), {"a": 1, "b": 2}, True, id="a median that is 1 to 2"),
        pytest.param(Bound(A, {"less_than": 10}), {"a": 10}, False, id="the bound itself is not less"),
        pytest.param(Bound(A, {"at_most": 10}), {"a": 10}, True, id="the bound itself is at most"),
        pytest.param(Bound(AB, {"less_than": 10}), {"a": 9, "b": 11}, False, id="each of them"),
        pytest.param(Bound(AB, {"less_than": 10}), {"a": 11}, False, id="one is enough to break it"),
        pytest.param(Bound(AB, {"less_than": 10}), {"a": 9}, None, id="the other could break it"),
        pytest.param(Extreme(A, LEAST_BC, largest=False), {"a": 1, "b": 2, "c": 3}, True, id="least"),
        pytest.param(Extreme(A, LEAST_BC, largest=False), {"a": 2, "b": 2, "c": 3}, False, id="shared is not least"),
        pytest.param(Extreme(A, LEAST_BC, largest=False), {"a": 1, "b": 2}, None, id="c could be less"),
        pytest.param(Extreme(A, LEAST_BC, largest=False), {"a": 3, "b": 2}, False, id="it is not, whatever c"),
        pytest.param(Extreme(Term(("a", "b"), "least"), C, largest=False), {"a": 1, "c": 2}, True, id="one of two is enough"),
        pytest.param(Extreme(A, Term(("b", "c"), "most"), largest=True), {"a": 4, "b": 2, "c": 3}, True, id="most"),
        pytest.param(Extreme(A, Term(("b", "c"), "most"), largest=True), {"a": 2, "b": 3}, False, id="not the most, whatever c"),
        pytest.param(Growth(A, 1, 0, {"less_than": 2}), {"a1": 3, "a": 5}, True, id="grew by less than that"),
        pytest.param(Growth(A, 1, 0, {"less_than": 2}), {"a1": 3, "a": 6}, False, id="grew by exactly that"),
        pytest.param(Growth(A, 1, 2, {"less_than": 2}), {"a1": 3, "a": 7}, True, id="with something to spare"),
        pytest.param(Growth(A, 1, 0, {"more_than": 2}), {"a": 7}, None, id="from a base that is not known"),
        pytest.param(Growth(AB, 1, 0, {"less_than": 2}), {"a1": 3, "a": 7, "b": 1}, False, id="one that grew is enough"),
        pytest.param(Count(ABC, 2.0, 2), {"a": 1, "b": 3, "c": 3}, True, id="two above"),
        pytest.param(Count(ABC, 3.0, 2), {"a": 4, "b": 3, "c": 3}, False, id="as much is not above"),
        pytest.param(Count(ABC, 2.0, 2), {"a": 1, "b": 3}, None, id="c decides"),
        pytest.param(Count(ABC, 2.0, 2), {"a": 1, "b": 2}, False, id="c cannot make two"),
        pytest.param(Count(BC, A, 1), {"a": 1, "b": 2}, True, id="above another"),
        pytest.param(Ends(A, runs=False), {"a": STOPPED}, True, id="stopped by a limit"),
        pytest.param(Ends(A, runs=False), {"a": 5}, False, id="it got there"),
        pytest.param(Ends(A, runs=False), {"a": LOST}, None, id="a failure that names no limit proves none"),
        pytest.param(Ends(AB, runs=False), {"a": STOPPED}, None, id="the other was not tried"),
        pytest.param(Ends(AB, runs=True), {"a": 5, "b": STOPPED}, False, id="one did not run"),
        pytest.param(Ends(AB, runs=True), {"a": 5, "b": 5}, True, id="both run"),
        pytest.param(Ends(A, runs=True), {"a": LOST}, None, id="lost for another reason"),
        pytest.param(Untested("nothing here does that"), {"a": 5}, None, id="untested"),
    ],
)
def test_a_check_holds_exactly_when_no_missing_figure_could_change_it(check, values, expected):
    assert Judge(figures(**values)).holds(check, 10) is expected


@pytest.mark.parametrize(
    ("check", "values", "close"),
    [
        pytest.param(Order((A, B)), {"a": (10, 9, 12), "b": (13, 12.5, 14)}, False, id="ranges apart"),
        pytest.param(Order((A, B)), {"a": (10, 9, 12.6), "b": (13, 12.5, 14)}, True, id="ranges overlap"),
        pytest.param(Order((A, B)), {"a": 100, "b": 100.9}, True, id="within 1 %"),
        pytest.param(Order((A, B)), {"a": 100, "b": 101.1}, False, id="more than 1 % apart"),
        pytest.param(Order((B, A)), {"a": 100, "b": 100.9}, True, id="not so, but within 1 %"),
        pytest.param(Bound(A, {"at_most": 100}), {"a": (99, 98, 101)}, True, id="a bound inside the range"),
        pytest.param(Bound(A, {"at_most": 100}), {"a": (90, 80, 95)}, False, id="a bound outside the range"),
        pytest.param(Ratio(A, B, {"more_than": 2}), {"a": (21, 19, 22), "b": (10, 9, 11)}, True, id="a factor that runs could undo"),
        pytest.param(Ratio(A, B, {"more_than": 2}), {"a": (30, 29, 31), "b": (10, 9, 11)}, False, id="a clear factor"),
    ],
)
def test_what_is_decided_by_less_than_runs_differ_is_known_as_such(check, values, close):
    claim = Claim("one", Post("a post", "https://example.org", {}), "said", (10,), (check,))
    assert judge(claim, figures(**values)).close is close


def test_one_clear_no_makes_a_claim_clear_whatever_else_is_close():
    rule = (Order((A, B)), Bound(C, {"at_most": 1}))
    claim = Claim("one", Post("a post", "https://example.org", {}), "said", (10,), rule)
    judgement = judge(claim, figures(a=100, b=100.1, c=5))
    assert (judgement.outcome, judgement.close) == ("not reproduced", False)


def test_a_claim_over_several_n_holds_at_each_of_them():
    claim = Claim("one", Post("a post", "https://example.org", {}), "said", (1, 10), (Bound(A, {"at_most": 5}),))
    assert judge(claim, figures(a1=5, a=5)).outcome == "reproduced"
    assert judge(claim, figures(a1=5, a=6)).outcome == "not reproduced"
    assert judge(claim, figures(a1=5)).outcome == "not measured"


def test_with_several_versions_of_a_toolchain_a_claim_holds_only_if_it_does_for_each():
    check = Bound(A, {"at_most": 5})
    cells = {(f"a@{version}", 10): Cell({"peak": Value(value, value, value)}) for version, value in (("1.26", 4), ("1.27", 6))}
    assert Judge(Figures(cells, {})).holds(check, 10) is None
    assert Judge(Figures({**cells, ("a@1.27", 10): cells["a@1.26", 10]}, {})).holds(check, 10) is True


@pytest.mark.parametrize(
    ("values", "expected"), [([True, True], True), ([True, None], None), ([None, False], False), ([True, False], False), ([], True)]
)
def test_every_is_no_at_the_first_no_and_not_known_before_that(values, expected):
    assert every(values) is expected


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [("more_than", Span(1, 3), None), ("more_than", Span(3, 4), True), ("at_most", Span(3, 4), False), ("at_most", Span(1, 2), True)],
)
def test_a_limit_inside_what_a_value_can_be_is_not_known(name, value, expected):
    assert keeps(value, name, Span(2, 2)) is expected


def test_a_quotient_of_unknown_things_can_be_anything_and_of_nothing_is_without_bound():
    assert quotient(Span(0, float("inf")), Span(2, 2)) == Span(0, float("inf"))
    assert quotient(Span(4, 4), Span(0, float("inf"))) == Span(0, float("inf"))
    assert quotient(Span(4, 4), Span(0, 0)) == Span(float("inf"), float("inf"))
