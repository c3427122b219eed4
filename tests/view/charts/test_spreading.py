"""Labels at the end of lines: none on another, none outside, all in order."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from view.charts.spreading import spread_apart

DOMAIN = (1.0, 10_000.0)


@given(st.lists(st.floats(1.0, 10_000.0), min_size=1, max_size=15, unique=True))
def test_places_keep_their_distance_and_order_and_stay_inside(values):
    placed = dict(zip(values, spread_apart(values, DOMAIN, 0.05), strict=True))
    shares = [math.log(placed[value]) / math.log(10_000) for value in sorted(values)]
    assert all(after - before >= 0.05 - 1e-9 for before, after in itertools.pairwise(shares))
    assert shares[0] >= -1e-9
    assert shares[-1] <= 1 + 1e-9


def test_labels_with_room_stand_at_their_values():
    assert spread_apart([1_000.0, 10.0], DOMAIN, 0.05) == pytest.approx([1_000.0, 10.0])


def test_more_labels_than_there_is_room_for_share_the_whole_axis():
    assert spread_apart([5.0] * 41, DOMAIN, 0.05)[0] == pytest.approx(1.0)
