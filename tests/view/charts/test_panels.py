"""Which N have a panel; the phases of a run; rates in words."""

import pandas as pd
import pytest

from common.units import rounded
from view.charts.memory_over_time import phase_rows
from view.charts.panels import panel_tasks, panels_note
from view.charts.wall_and_cpu_time import figures

TWENTY = [1, 10, 100, 1_000, *(10_000 * step for step in (1, 2, 3, 5, 7, 10, 14, 20, 30, 40, 50, 60, 70, 80, 90, 100))]


def test_a_few_n_all_have_their_panel_without_a_note():
    assert panel_tasks([1, 10_000, 1_000_000]) == [1, 10_000, 1_000_000]
    assert panels_note([1, 10_000], [1, 10_000]) == []


def test_of_many_n_the_ends_the_wanted_and_some_far_from_each_other_have_one():
    shown = panel_tasks(TWENTY, 6, wanted=[10_000, 77])
    assert len(shown) == 6
    assert {1, 10_000, 1_000_000} < set(shown)
    assert shown == sorted(shown)
    assert panels_note(TWENTY, shown)[0].startswith("6 of 20 values of N have a panel: 1, ")


@pytest.mark.parametrize("most", [1, 2, 5])
def test_there_are_never_more_panels_than_allowed(most):
    assert len(panel_tasks(TWENTY, most, wanted=TWENTY[3:9])) == most


def phases(ready, done, sleep=10.0):
    rows = phase_rows({"ready_seconds": ready, "done_seconds": done, "sleep_seconds": sleep}).to_dict("records")
    return {row["phase"]: (row["begin"], row["end"]) for row in rows}


def test_the_plateau_is_from_ready_to_the_earliest_wake_up():
    assert phases(2.5, 12.6) == {"ramp": (0.0, 2.5), "plateau": (2.5, 10.0), "drain": (10.0, 12.6)}


def test_a_launch_longer_than_the_sleep_leaves_no_plateau_that_is_certain():
    assert phases(16.6, 27.2) == {"ramp": (0.0, 16.6), "drain": (16.6, 27.2)}


@pytest.mark.parametrize(
    ("ready", "done", "expected"), [(None, None, set()), (pd.NA, 12.0, set()), (1.0, None, {"ramp"}), (1.0, 9.9, {"ramp", "plateau"})]
)
def test_a_phase_whose_ends_are_not_known_is_not_drawn(ready, done, expected):
    assert set(phases(ready, done)) == expected


ROW = {
    "cpu_seconds_median": 4.73,
    "ready_seconds_median": 2.61,
    "wall_seconds_median": 12.9,
    "launch_tasks_per_second_median": 383_142.0,
    "cpu_seconds_per_million_tasks_median": 4.73,
}


def test_launch_rate_and_cpu_for_a_million_tasks_are_written_beside_the_times():
    assert figures(ROW, 1_000_000)["rates_line"] == "383,000 launched/s, CPU 4.73 s/million"
    assert figures(ROW, 1_000_000)["launch_tasks_per_second_text"] == "383", "a column has room for thousands"
    assert figures(ROW, 1_000_000)["times_line"] == "CPU 4.73 s, launch 2.61 s, wall 12.9 s"


def test_rates_of_few_tasks_are_left_out_and_missing_ones_are_empty():
    assert figures(ROW, 1)["rates_line"] == ""
    assert figures(dict.fromkeys(ROW, pd.NA), 1_000_000) == dict.fromkeys(figures(ROW, 10_000), "")


@pytest.mark.parametrize(
    ("value", "expected"), [(0.523, "0.52"), (46.24, "46.2"), (383.4, "383"), (383_142, "383,000"), (2_745_000, "2,740,000")]
)
def test_a_rate_has_three_digits(value, expected):
    assert rounded(value) == expected
