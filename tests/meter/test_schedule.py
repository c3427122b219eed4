"""When the next sample is due."""

import pytest

from meter.contract import Plateau
from meter.schedule import interval_seconds, shared_spacing_seconds

STANDING = Plateau(from_seconds=0.5, until_seconds=10.0)


@pytest.mark.parametrize(
    ("now", "plateau", "expected"),
    [
        pytest.param(5.0, None, 0.02, id="before it stands, or nothing is known"),
        pytest.param(1.4, STANDING, 0.02, id="within a second of standing"),
        pytest.param(1.6, STANDING, 0.1, id="in the plateau"),
        pytest.param(9.45, STANDING, pytest.approx(0.05), id="the slow step ends where it may move again"),
        pytest.param(9.5, STANDING, 0.02, id="half a second before it may move"),
        pytest.param(15.0, Plateau(8.0, 10.0), 0.02, id="a long launch: the first end while the last live"),
    ],
)
def test_samples_are_close_while_memory_may_move(now: float, plateau: Plateau | None, expected: float) -> None:
    assert interval_seconds(now, plateau, 0.0) == expected


def test_a_fixed_interval_takes_the_place_of_the_schedule() -> None:
    assert interval_seconds(5.0, STANDING, 0.0, 0.3) == 0.3


def test_looking_never_costs_more_than_a_fiftieth() -> None:
    assert interval_seconds(0.0, STANDING, 0.01) == 0.5
    assert interval_seconds(0.0, None, 0.01, 0.02) == 0.5


def test_exact_readings_of_a_tree_are_well_spaced() -> None:
    assert shared_spacing_seconds(0.001) == 1.0
    assert shared_spacing_seconds(0.05) == pytest.approx(5.0)
