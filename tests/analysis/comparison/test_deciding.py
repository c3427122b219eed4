"""What can be said of two sets of runs, and what cannot."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.comparison.deciding import CHANGED, GAP, UNCHANGED, Spread, decide, difference, percent, spread

MIB = 1 << 20


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        pytest.param([2551, 2549, 2553], [2498, 2496, 2500], "changed", id="apart and 2 % less"),
        pytest.param([100, 101, 102], [110, 111, 112], "changed", id="apart and 10 % more"),
        pytest.param([1000, 1000, 1001], [1004, 1005, 1005], "unchanged", id="apart, but by no more than 1 % whatever is compared"),
        pytest.param([1000, 1000, 1000], [1000, 1000, 1000], "unchanged", id="the very same"),
        pytest.param([1000, 1002, 1004], [1001, 1003, 1005], "unchanged", id="overlapping and close together"),
        pytest.param([1000, 1002, 1004], [1005, 1008, 1030], "cannot tell", id="apart, medians within 1 %, one run further away"),
        pytest.param([100, 104, 108], [98, 103, 107], "cannot tell", id="overlapping and wide"),
        pytest.param([100, 100, 130], [120, 125, 131], "cannot tell", id="medians far apart, ranges overlap"),
        pytest.param([100], [200], "cannot tell", id="one run each"),
        pytest.param([100, 100], [200, 200, 200], "cannot tell", id="two runs have no spread to speak of"),
        pytest.param([], [200, 200, 200], "cannot tell", id="nothing before"),
        pytest.param([100, 100, 100], [], "cannot tell", id="nothing after"),
        pytest.param([100, 101, 102, 101, 100, 102], [104, 103, 104, 105, 104, 103], "changed", id="six runs"),
        pytest.param([*range(1000, 1010), 1500], [*range(1100, 1110), 900], "changed", id="eleven runs: a stray one does not hide it"),
    ],
)
def test_the_decision_follows_from_the_figures_alone(before: list[float], after: list[float], word: str) -> None:
    assert decide(spread(before), spread(after)).word == word


@pytest.mark.parametrize(
    ("n", "low", "high", "confident"),
    [
        pytest.param(1, 0, 0, False, id="one run is a point"),
        pytest.param(3, 0, 2, False, id="three runs carry no interval, only a range"),
        pytest.param(5, 0, 4, False, id="five neither"),
        pytest.param(6, 0, 5, True, id="six: smallest to largest"),
        pytest.param(8, 0, 7, True, id="eight: smallest to largest"),
        pytest.param(10, 1, 8, True, id="ten: order statistics"),
        pytest.param(20, 5, 14, True, id="twenty: order statistics, as tables of the sign test have them"),
    ],
)
def test_the_interval_is_the_one_for_that_number_of_runs(n: int, low: int, high: int, confident: bool) -> None:
    found = spread(list(range(n)))
    assert found == Spread(n, (n - 1) / 2, low, high, confident)


@pytest.mark.parametrize("n", [6, 8, 10, 20])
def test_the_interval_covers_the_true_median_as_often_as_is_claimed(n: int) -> None:
    """Drawn from a skewed distribution whose median is known (log 2); 1,000 draws have a standard error of 0.7 % at most."""
    draws = np.random.default_rng(4711).exponential(size=(1000, n))
    covered = [found.low <= np.log(2) <= found.high for found in map(spread, draws) if found is not None]
    assert len(covered) == 1000
    assert np.mean(covered) >= 0.93


figures = st.lists(st.integers(MIB, 1 << 40), min_size=1, max_size=12)


@given(figures, figures)
def test_changed_means_apart_and_unchanged_means_close(before: list[int], after: list[int]) -> None:
    one, other = spread(before), spread(after)
    assert one is not None
    assert other is not None
    found = decide(one, other)
    apart = one.high < other.low or other.high < one.low
    if found.word == CHANGED:
        assert apart
        assert abs(other.median / one.median - 1) > GAP
    if found.word == UNCHANGED:
        assert max(other.high / one.low - 1, 1 - other.low / one.high) <= GAP


@given(figures)
def test_a_program_never_changed_against_itself(runs: list[int]) -> None:
    assert decide(spread(runs), spread(runs)).word != CHANGED


def test_the_interval_of_the_difference_holds_every_pair_of_values() -> None:
    gap = difference(Spread(3, 100, 90, 110, False), Spread(3, 200, 180, 220, False))
    assert (gap.median, gap.low, gap.high) == pytest.approx((1.0, 180 / 110 - 1, 220 / 90 - 1))


def test_the_reason_says_whether_ranges_or_intervals_were_compared() -> None:
    assert decide(spread([1, 1, 1]), spread([2, 2, 2])).reason == "ranges of 3 and 3 runs do not overlap"
    assert decide(spread([1] * 6), spread([2] * 8)).reason == "95 % intervals of 6 and 8 runs do not overlap"
    assert decide(spread([1]), spread([2] * 8)).reason == "only 1 run on one side; from 3 on there is a range"
    assert decide(None, spread([2] * 8)).reason == "no run was ok before"


@pytest.mark.parametrize(("share", "text"), [(0.021, "+2.1 %"), (-0.021, "-2.1 %"), (0, "0.0 %"), (-0.0001, "0.0 %"), (12.5, "+1,250.0 %")])
def test_a_share_reads_with_its_sign(share: float, text: str) -> None:
    assert percent(share) == text
