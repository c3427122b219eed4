"""The summary: only runs that are ok enter a figure, and every cell keeps its row."""

from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.tables.flatten import runs_table
from analysis.tables.summary import summary_table


def run(variant="go-goroutines", n=1, verdict="ok", peak=None, **more):
    return {
        "variant": variant, "label": variant, "language": "x", "primitive": "green-thread", "n": n, "repeat": 1, "flags": [],
        "requested_sleep_seconds": 10.0, "sleep_seconds": 10.0, "verdict": verdict, "reason": None if verdict == "ok" else f"it {verdict}",
        "peak_bytes": peak, "footprint_bytes": peak, "wall_seconds": 10.5, "ready_seconds": 0.5, "cpu_user_seconds": 0.25,
        "cpu_system_seconds": 0.5, "cgroup": {"kind": "v2"},
    } | more  # fmt: skip


def summary(*runs):
    return summary_table(runs_table(runs, checkout=Path("/nowhere"), home=Path("/nobody"))).set_index(["variant", "n"])


def test_median_range_and_variation_are_those_of_the_ok_runs():
    row = summary(run(peak=100), run(peak=130), run(peak=110), run(verdict="timeout", peak=9_999)).loc[("go-goroutines", 1)]
    assert (row["peak_bytes_median"], row["peak_bytes_min"], row["peak_bytes_max"]) == (110, 100, 130)
    assert row["peak_bytes_cv"] == pytest.approx(15.275252 / 113.333333)
    assert (row["runs"], row["runs_ok"], row["verdicts"], row["reason"]) == (4, 3, "ok=3;timeout=1", "it timeout")
    assert row["cpu_seconds_median"] == 0.75


def test_a_cell_without_any_ok_run_keeps_its_row_and_its_reason_and_has_no_figure():
    row = summary(run(verdict="oom", peak=500), run(verdict="oom", peak=700)).loc[("go-goroutines", 1)]
    assert (row["runs_ok"], row["verdicts"], row["reason"]) == (0, "oom=2", "it oom")
    assert pd.isna(row[["peak_bytes_median", "peak_bytes_max", "footprint_bytes_median", "wall_seconds_median"]]).all()


def test_the_sleep_is_that_of_the_runs_that_count():
    row = summary(run(verdict="not_concurrent", sleep_seconds=60.0), run(peak=5, sleep_seconds=30.0)).loc[("go-goroutines", 1)]
    assert (row["sleep_seconds"], row["requested_sleep_seconds"]) == (30.0, 10.0)


def test_bytes_per_task_are_the_naive_figure_and_the_slope_side_by_side():
    peaks = {1: 2_000, 10_000: 1_002_000, 100_000: 10_002_000, 1_000_000: 100_002_000}
    rows = summary(*(run(n=n, peak=peak) for n, peak in peaks.items()))
    assert pd.isna(rows.loc[("go-goroutines", 1), "bytes_per_task_over_base_naive"])
    assert rows.loc[("go-goroutines", 1_000_000), "bytes_per_task_over_base_naive"] == pytest.approx(100.0)
    assert rows["bytes_per_task_least_squares"].tolist() == pytest.approx([100.0] * 4)


def test_two_values_of_n_give_no_slope():
    rows = summary(*(run(n=n, peak=n * 50) for n in (10_000, 100_000)))
    assert rows["bytes_per_task_least_squares"].isna().all()


def test_footprints_of_different_kinds_of_cgroup_are_not_compared():
    row = summary(run(peak=5, cgroup={"kind": "v1"}), run(peak=7)).loc[("go-goroutines", 1)]
    assert pd.isna(row["footprint_bytes_median"])
    assert row["peak_bytes_median"] == 6


def test_a_few_runs_are_a_range_and_six_carry_an_interval():
    few = summary(*(run(peak=peak) for peak in (30, 10, 20))).loc[("go-goroutines", 1)]
    assert few["peak_bytes_interval_rule"] == "range only: 3 runs carry no interval, 6 or more do"
    assert pd.isna(few[["peak_bytes_interval_low", "peak_bytes_interval_high", "peak_bytes_interval_confidence"]]).all()
    six = summary(*(run(peak=peak) for peak in (30, 10, 20, 60, 50, 40)), run(verdict="oom", peak=1)).loc[("go-goroutines", 1)]
    assert (six["peak_bytes_interval_low"], six["peak_bytes_interval_high"]) == (10, 60)
    assert six["peak_bytes_interval_confidence"] == 0.96875
    assert (six["peak_bytes_median"], six["footprint_bytes_interval_high"]) == (35, 60)


def test_ten_runs_leave_the_outermost_on_each_side_out():
    row = summary(*(run(peak=peak) for peak in (100, 900, 200, 800, 300, 700, 400, 600, 500, 550))).loc[("go-goroutines", 1)]
    assert (row["peak_bytes_interval_low"], row["peak_bytes_interval_high"]) == (200, 800)
    assert row["peak_bytes_interval_confidence"] == pytest.approx(1 - 22 / 1024)


def test_each_cell_has_its_own_interval_in_whichever_order_the_runs_come():
    runs = [run(n=n, peak=n * peak) for peak in (6, 1, 5, 2, 4, 3) for n in (1000, 1)]
    rows = summary(*runs)
    assert list(rows.index.get_level_values("n")) == [1000, 1]
    assert rows["peak_bytes_interval_low"].tolist() == [1000, 1]
    assert rows["peak_bytes_interval_high"].tolist() == [6000, 6]


def test_launch_rate_and_cpu_time_are_those_of_each_run():
    row = summary(run(n=1000, peak=5, ready_seconds=0.5), run(n=1000, peak=5, ready_seconds=0.25), run(n=1000, peak=5, ready_seconds=0.0))
    rates = row.filter(like="launch_tasks_per_second").iloc[0]
    assert list(rates) == [3000.0, 2000.0, 4000.0]  # median, min, max; nothing is launched in no time at all
    assert row["cpu_seconds_per_million_tasks_median"].iloc[0] == 750.0


def test_without_a_cgroup_anywhere_there_is_no_footprint_and_nothing_else_is_missing():
    row = summary(run(peak=5, cgroup=None, footprint_bytes=None), run(peak=7, cgroup=None, footprint_bytes=None)).loc[("go-goroutines", 1)]
    assert row.filter(like="footprint").isna().all()
    assert pd.isna(row["cgroup_kind"])
    assert row["peak_bytes_median"] == 6


def test_the_columns_have_the_same_types_whatever_is_missing():
    whole, failed = summary(run(peak=5), run(peak=7)), summary(run(verdict="oom"))
    unknown = summary(run(peak=5, cgroup=None, footprint_bytes=None, ready_seconds=None, cpu_user_seconds=None, wall_seconds=None))
    assert list(whole.columns) == list(failed.columns) == list(unknown.columns)
    assert list(whole.dtypes) == list(failed.dtypes) == list(unknown.dtypes)


def test_flags_of_all_runs_are_gathered():
    assert summary(run(flags=["swapped"]), run(flags=["loaded_host", "swapped"])).iloc[0]["flags"] == "loaded_host;swapped"


@settings(deadline=None, max_examples=25)
@given(st.lists(st.integers(1, 2**40), min_size=1, max_size=6), st.lists(st.integers(1, 2**40), max_size=4))
def test_no_failed_run_ever_moves_a_figure(ok, failed):
    figures = ["peak_bytes_median", "peak_bytes_min", "peak_bytes_max"]
    alone = summary(*(run(peak=peak) for peak in ok)).iloc[0][figures]
    beside = summary(*(run(peak=peak) for peak in ok), *(run(verdict="failed", peak=peak) for peak in failed)).iloc[0][figures]
    assert list(alone) == list(beside)
    assert min(ok) == alone.iloc[1] <= alone.iloc[0] <= alone.iloc[2] == max(ok)
