"""The line of memory against N: figures worked by hand, and intervals that enclose a known truth as often as they claim."""

import numpy as np
import pytest
from scipy.stats import linregress

from analysis.estimation import lines
from analysis.estimation.lines import CONFIDENCE, Line, fit_line

DECADES = np.array([1e4, 1e5, 1e6])
SIX = np.array([1e4, 3e4, 1e5, 2e5, 5e5, 1e6])
FULL = np.array([1e4, 3e4, 5e4, 1e5, 2e5, 3e5, 5e5, 7e5, 1e6])
MEMORY_PER_TASK, BASE = 500.0, 2e6


def line(tasks, memory) -> Line:
    return fit_line(np.asarray(tasks, dtype=float), np.asarray(memory, dtype=float))


def test_figures_are_those_worked_by_hand():
    # Means: N 2, memory 4. Sum of products of deviations: (-1)(-2) + 0 + (1)(3) = 5 over 2: slope 2.5, base 4 - 2 * 2.5 = -1.
    # Residuals: 2 - 1.5, 3 - 4, 7 - 6.5. Slopes between pairs: 1, 4, 2.5: median 2.5.
    found = line([1, 2, 3], [2, 3, 7])
    assert (found.slope.value, found.base.value) == pytest.approx((2.5, -1.0))
    assert (found.largest_residual, found.largest_residual_at) == (pytest.approx(-1.0), 2.0)
    assert (found.theil_sen.value, found.theil_sen.low, found.theil_sen.high) == (2.5, None, None)


def test_runs_that_lie_on_a_line_give_it_back_with_an_interval_of_no_width():
    found = line(np.repeat(SIX, 2), np.repeat(BASE + MEMORY_PER_TASK * SIX, 2))
    for estimate, truth in ((found.slope, MEMORY_PER_TASK), (found.base, BASE), (found.theil_sen, MEMORY_PER_TASK)):
        assert (estimate.value, estimate.low, estimate.high) == pytest.approx((truth,) * 3)
    assert found.largest_residual == pytest.approx(0, abs=1e-3)


def test_slope_and_base_are_least_squares_over_all_runs_also_where_some_n_have_fewer():
    randomness = np.random.default_rng(3)
    tasks = np.array([1e4, 1e4, 1e4, 1e5, 1e6, 1e6])
    memory = BASE + MEMORY_PER_TASK * tasks * randomness.normal(1, 0.05, 6)
    found, expected = line(tasks, memory), linregress(tasks, memory)
    assert (found.slope.value, found.base.value) == pytest.approx((expected.slope, expected.intercept))


def test_one_odd_value_does_not_move_theil_sen():
    memory = BASE + MEMORY_PER_TASK * SIX
    memory[4] *= 3
    found = line(SIX, memory)
    assert found.theil_sen.value == pytest.approx(MEMORY_PER_TASK, rel=0.01)
    assert found.slope.value > 1.2 * MEMORY_PER_TASK


@pytest.mark.parametrize("tasks", [[], [10_000], [10_000, 10_000, 100_000]])
def test_below_three_values_of_n_there_is_no_line(tasks):
    with pytest.raises(ValueError, match="needs 3"):
        line(tasks, [100.0] * len(tasks))


def test_repeats_alone_do_not_narrow_the_interval_of_a_line_that_memory_does_not_follow():
    memory = (BASE + MEMORY_PER_TASK * DECADES) * np.array([1.0, 1.06, 0.97])
    once, often = line(DECADES, memory), line(np.repeat(DECADES, 100), np.repeat(memory, 100))
    assert (often.slope.low, often.slope.high) == pytest.approx((once.slope.low, once.slope.high))


@pytest.fixture
def fewer_draws(monkeypatch):
    """The critical values from a fifth of the draws: 1,500 replications of a fit in seconds."""
    monkeypatch.setattr(lines, "DRAWS", 4_000)
    lines.draws.cache_clear()
    yield
    lines.draws.cache_clear()


def shares_enclosed(values, departures, base, noise=0.0, repeats=3, replications=1_500):
    """In which share of simulated sweeps the intervals of slope, base and Theil-Sen's slope enclose the truth."""
    randomness = np.random.default_rng(11)
    truth = base + MEMORY_PER_TASK * values
    enclosed = np.zeros(3)
    for _ in range(replications):
        means = truth + departures(randomness, truth)
        runs = np.repeat(means, repeats) * randomness.normal(1, noise, len(values) * repeats)
        found = line(np.repeat(values, repeats), runs)
        for place, (estimate, true) in enumerate(((found.slope, MEMORY_PER_TASK), (found.base, base), (found.theil_sen, MEMORY_PER_TASK))):
            enclosed[place] += estimate.low is not None and estimate.high is not None and estimate.low <= true <= estimate.high
    return enclosed / replications


def in_proportion(randomness, truth):
    return truth * randomness.normal(0, 0.03, len(truth))


def alike(randomness, truth):
    return randomness.normal(0, 1e5, len(truth))


@pytest.mark.usefixtures("fewer_draws")
@pytest.mark.parametrize(
    ("values", "base", "noise"),
    [
        pytest.param(DECADES, 2e6, 0.0, id="3 N, small base, steps"),
        pytest.param(DECADES, 4e7, 0.02, id="3 N, large base, steps and noise"),
        pytest.param(SIX, 4e7, 0.0, id="6 N, large base, steps"),
        pytest.param(FULL, 2e6, 0.02, id="9 N, small base, steps and noise"),
    ],
)
def test_intervals_of_slope_and_base_enclose_the_truth_as_often_as_they_claim(values, base, noise):
    slope, intercept, _ = shares_enclosed(values, in_proportion, base, noise)
    assert slope == pytest.approx(CONFIDENCE, abs=0.02)
    assert intercept == pytest.approx(CONFIDENCE, abs=0.02)


@pytest.mark.usefixtures("fewer_draws")
@pytest.mark.parametrize("values", [pytest.param(DECADES, id="3 N"), pytest.param(FULL, id="9 N")])
def test_where_departures_do_not_grow_with_memory_the_interval_of_the_slope_is_only_too_wide(values):
    slope, *_ = shares_enclosed(values, alike, BASE, replications=500)
    assert slope >= CONFIDENCE


@pytest.mark.usefixtures("fewer_draws")
@pytest.mark.parametrize("values", [pytest.param(SIX[:5], id="5 N"), pytest.param(FULL, id="9 N")])
def test_theil_sens_interval_claims_no_more_than_it_holds_where_departures_are_alike(values):
    *_, theil_sen = shares_enclosed(values, alike, BASE)
    assert theil_sen >= CONFIDENCE - 0.02
