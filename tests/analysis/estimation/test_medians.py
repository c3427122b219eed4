"""The interval for a median: exact, at least what it claims, and none where there are too few runs."""

import numpy as np
import pytest
from scipy.stats import binom, quantile_test

from analysis.estimation.medians import CONFIDENCE, OrderStatistics, order_statistics, ordinal, rule_words


@pytest.mark.parametrize(
    ("n", "rank", "confidence"),
    [
        # By hand: all six on one side of the median has probability 2 / 2**6.
        pytest.param(6, 1, 1 - 2 / 64, id="6 runs"),
        pytest.param(7, 1, 1 - 2 / 128, id="7 runs"),
        pytest.param(8, 1, 1 - 2 / 256, id="8 runs: leaving out the outermost would leave 93.0 %"),
        # None or one of nine below: (1 + 9) / 2**9 on each side.
        pytest.param(9, 2, 1 - 2 * (1 + 9) / 512, id="9 runs"),
        pytest.param(10, 2, 1 - 2 * (1 + 10) / 1024, id="10 runs"),
        pytest.param(12, 3, 1 - 2 * (1 + 12 + 66) / 4096, id="12 runs"),
    ],
)
def test_ranks_and_confidence_are_those_worked_by_hand(n, rank, confidence):
    chosen = order_statistics(n)
    assert chosen is not None
    assert (chosen.rank, chosen.confidence) == (rank, pytest.approx(confidence, abs=1e-12))


@pytest.mark.parametrize("n", range(6))
def test_fewer_than_six_runs_carry_no_interval(n):
    assert order_statistics(n) is None


@pytest.mark.parametrize("n", [6, 7, 9, 10, 16, 25, 100])
def test_the_next_narrower_pair_would_claim_too_much_and_scipy_chooses_the_same(n):
    chosen = order_statistics(n)
    assert chosen is not None
    assert chosen.confidence >= CONFIDENCE > 1 - 2 * binom.cdf(chosen.rank, n, 0.5)
    values = np.arange(1.0, n + 1)
    low, high = quantile_test(values, q=float(np.median(values)), p=0.5).confidence_interval(CONFIDENCE)
    assert (low, high) == (chosen.rank, n + 1 - chosen.rank)


@pytest.mark.parametrize("n", [6, 8, 9, 10, 15, 30])
@pytest.mark.parametrize(
    ("draw", "median"),
    [
        pytest.param(lambda randomness, shape: randomness.normal(3, 2, shape), 3.0, id="normal"),
        pytest.param(lambda randomness, shape: randomness.lognormal(0, 1, shape), 1.0, id="skewed"),
        pytest.param(lambda randomness, shape: randomness.standard_cauchy(shape), 0.0, id="with outliers"),
    ],
)
def test_the_interval_encloses_the_true_median_as_often_as_it_says(n, draw, median):
    chosen = order_statistics(n)
    assert isinstance(chosen, OrderStatistics)
    runs = np.sort(draw(np.random.default_rng(7), (40_000, n)), axis=1)
    share = np.mean((runs[:, chosen.rank - 1] <= median) & (median <= runs[:, -chosen.rank]))
    assert share == pytest.approx(chosen.confidence, abs=0.005)
    assert share >= CONFIDENCE


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (0, None),
        (1, "range only: 1 run carries no interval, 6 or more do"),
        (3, "range only: 3 runs carry no interval, 6 or more do"),
        (6, "smallest to largest of 6 runs: encloses the median in 96.88 % of cases"),
        (10, "2nd smallest to 2nd largest of 10 runs: encloses the median in 97.85 % of cases"),
    ],
)
def test_the_rule_is_said_in_words(n, words):
    assert rule_words(n) == words


def test_ordinals():
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 21, 112)] == ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st", "112th"]
