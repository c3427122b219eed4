"""The fits: a row for every variant and kind of memory, with a line or with the reason why there is none."""

from pathlib import Path

import pandas as pd
import pytest

from analysis.tables.fits import COLUMNS, fits_table
from analysis.tables.flatten import runs_table

TASKS = (10_000, 30_000, 100_000, 300_000, 1_000_000)
BASE, BYTES_PER_TASK = 2_000_000, 500


def run(n, verdict="ok", peak=None, variant="go-goroutines", **more):
    size = BASE + BYTES_PER_TASK * n if peak is None else peak
    return {
        "variant": variant, "label": "Go", "language": "Go", "primitive": "green-thread", "n": n, "verdict": verdict, "flags": [],
        "peak_bytes": size, "footprint_bytes": size + 4096, "cgroup": {"kind": "v2"},
    } | more  # fmt: skip


def fits(*runs):
    return fits_table(runs_table(runs, checkout=Path("/nowhere"), home=Path("/nobody"))).set_index(["variant", "memory"])


def test_a_line_gives_back_what_a_task_takes_and_the_base_in_whole_bytes():
    row = fits(*(run(n) for n in TASKS)).loc[("go-goroutines", "peak")]
    assert (row["bytes_per_task"], row["bytes_per_task_theil_sen"]) == (500.0, 500.0)
    assert (row["base_bytes"], row["base_bytes_low"], row["base_bytes_high"]) == (BASE, BASE, BASE)
    assert (row["runs"], row["tasks_values"], row["n_smallest"], row["n_largest"]) == (5, 5, 10_000, 1_000_000)
    assert row["confidence"] == 0.95
    assert pd.isna(row["reason"])


def test_the_footprint_has_a_line_of_its_own():
    rows = fits(*(run(n) for n in TASKS))
    assert rows.loc[("go-goroutines", "footprint"), "base_bytes"] == BASE + 4096


def test_failed_runs_and_small_n_do_not_enter():
    row = fits(*(run(n) for n in TASKS), run(100_000, "timeout", peak=10), run(1, peak=7), run(9_999, peak=7)).loc[
        ("go-goroutines", "peak")
    ]
    assert (row["runs"], row["bytes_per_task"]) == (5, 500.0)


def test_the_largest_residual_says_where_it_is():
    peaks = {10_000: 7_000_000, 100_000: 52_000_000, 300_000: 162_000_000, 1_000_000: 502_000_000}
    row = fits(*(run(n, peak=peak) for n, peak in peaks.items())).loc[("go-goroutines", "peak")]
    assert row["largest_residual_n"] == 300_000
    assert 0 < row["largest_residual_bytes"] < 10_000_000


@pytest.mark.parametrize(
    ("runs", "reason"),
    [
        pytest.param([run(n, "oom") for n in TASKS], "no run was ok", id="all failed"),
        pytest.param([run(1), run(1_000)], "no run with 10,000 tasks or more was ok", id="small N only"),
        pytest.param([run(10_000)], "only 1 value of N of 10,000 or more has a figure", id="one N"),
        pytest.param([run(10_000), run(1_000_000)], "only 2 values of N of 10,000 or more have a figure", id="two N"),
    ],
)
def test_without_a_line_the_row_has_the_reason_and_no_figure(runs, reason):
    rows = fits(*runs)
    assert list(rows.index) == [("go-goroutines", "peak"), ("go-goroutines", "footprint")]
    assert rows["reason"].str.startswith(reason).all()
    assert rows.filter(regex="bytes|confidence").isna().all(axis=None)


def test_three_values_of_n_have_a_line_and_no_interval_of_theil_sen():
    row = fits(*(run(n) for n in TASKS[:3])).loc[("go-goroutines", "peak")]
    assert row["bytes_per_task_low"] == 500.0
    assert pd.isna(row["bytes_per_task_theil_sen_low"])
    assert row["reason"] == "no interval of Theil-Sen: 3 values of N carry none, 5 or more do"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param({"cgroup": None, "footprint_bytes": None}, "no footprint was measured (no memory cgroup)", id="no cgroup anywhere"),
        pytest.param({}, "footprints of different kinds of cgroup (v1, v2) do not compare", id="two kinds"),
    ],
)
def test_a_footprint_that_cannot_be_told_leaves_the_peak_alone(change, reason):
    others = [run(n, **change) for n in TASKS[1:]]
    rows = fits(run(TASKS[0], **(change or {"cgroup": {"kind": "v1"}})), *others)
    assert rows.loc[("go-goroutines", "footprint"), "reason"] == reason
    assert rows.loc[("go-goroutines", "peak"), "bytes_per_task"] == 500.0


def test_the_columns_are_the_same_whatever_was_measured():
    for table in (fits(run(1, "oom")), fits(*(run(n) for n in TASKS))):
        assert [*table.index.names, *table.columns] != []
        assert {name: str(table.reset_index()[name].dtype) for name in COLUMNS} == COLUMNS
