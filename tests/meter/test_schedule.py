"""When the next sample is due."""

import pytest

from meter.schedule import Timing, interval_seconds, plateau_seconds, shared_spacing_seconds

LAUNCHED = Timing(sleep_seconds=10.0, ready_seconds=0.5)


@pytest.mark.parametrize(
    ("now", "timing", "expected"),
    [
        pytest.param(5.0, Timing(10.0, None), 0.02, id="before READY"),
        pytest.param(1.4, LAUNCHED, 0.02, id="within a second of READY"),
        pytest.param(1.6, LAUNCHED, 0.1, id="in the plateau"),
        pytest.param(9.45, LAUNCHED, pytest.approx(0.05), id="the slow step ends where the first may wake"),
        pytest.param(9.5, LAUNCHED, 0.02, id="half a second before the first may wake"),
        pytest.param(15.0, Timing(10.0, 8.0), 0.02, id="a long launch: the first wake while the last sleep"),
        pytest.param(50.0, Timing(None, None), 0.02, id="no contract, nothing is known"),
        pytest.param(5.0, Timing(10.0, 0.5, 0.3), 0.3, id="a fixed interval"),
    ],
)
def test_samples_are_close_while_memory_may_move(now: float, timing: Timing, expected: float) -> None:
    assert interval_seconds(now, timing, 0.0) == expected


def test_looking_never_costs_more_than_a_fiftieth() -> None:
    assert interval_seconds(0.0, LAUNCHED, 0.01) == 0.5
    assert interval_seconds(0.0, Timing(None, None, 0.02), 0.01) == 0.5


@pytest.mark.parametrize(
    ("timing", "expected"), [(LAUNCHED, 2.5), (Timing(1.0, 0.5), 1.0), (Timing(10.0, None), None), (Timing(None, None), 1.0)]
)
def test_the_exact_reading_comes_in_the_plateau(timing: Timing, expected: float | None) -> None:
    assert plateau_seconds(timing) == expected


def test_exact_readings_of_a_tree_are_well_spaced() -> None:
    assert shared_spacing_seconds(0.001) == 1.0
    assert shared_spacing_seconds(0.05) == pytest.approx(5.0)
