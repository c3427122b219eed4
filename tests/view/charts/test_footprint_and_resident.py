"""Footprint against resident set: what the kernel holds is a number, and where nothing could be measured the chart says why."""

from dataclasses import replace

import pandas as pd
import pytest

from view.charts import footprint_and_resident
from view.charts.footprint_and_resident import NO_CGROUP, first_n, specification, texts, with_kernel
from view.charts.sweep_tables import read_sweep

MIB = 2**20
CELL = {
    "runs_ok": 3,
    "verdicts": "ok=3",
    "primitive": "os-thread",
    "n": 10_000,
    "peak_bytes_median": 95 * MIB,
    "footprint_bytes_median": 310 * MIB,
    "kernel_bytes_median": 10_000 * 22_528,
}


@pytest.fixture(scope="module")
def sweep(sweep_folder):
    return read_sweep(sweep_folder / "tables")


def words(chart):
    return [value for data in chart["datasets"].values() for row in data for value in row.values() if isinstance(value, str)]


def test_what_the_kernel_holds_is_a_number_in_all_and_for_each_thread():
    assert texts(CELL) == {
        "failed_text": "",
        "resident_text": "95.0",
        "footprint_text": "310",
        "kernel_text": "215",
        "each_text": "22,528",
        "both_line": "resident 95.0, footprint 310 MiB",
        "kernel_line": "kernel 215 MiB, 22,528 B for each task",
    }


def test_what_was_not_measured_is_a_dash_and_a_failed_cell_has_its_verdict():
    without = texts(CELL | {"kernel_bytes_median": pd.NA, "footprint_bytes_median": pd.NA})
    assert (without["resident_text"], without["footprint_text"], without["each_text"]) == ("95.0", "\N{EN DASH}", "\N{EN DASH}")
    failed = texts(CELL | {"runs_ok": 0, "verdicts": "unsupported=3"})
    assert failed["failed_text"] == "above OS-thread limit"
    assert failed["kernel_line"] == ""


def test_of_few_tasks_what_the_kernel_holds_for_each_is_left_out():
    assert texts(CELL | {"n": 1})["each_text"] == "\N{EN DASH}"
    assert texts(CELL | {"n": 1})["kernel_line"] == "kernel 215 MiB"


def test_the_kernel_part_is_the_median_over_the_ok_runs(sweep):
    rows = with_kernel(sweep).set_index(["variant", "n"])["kernel_bytes_median"]
    assert rows["rust-threads", 10_000] == 10_000 * 22 * 1024
    assert pd.isna(rows["rust-threads", 100_000])
    assert len(rows) == len(sweep.summary)
    assert "22,528" in words(specification(sweep))


def test_a_narrow_screen_shows_ten_thousand_first_where_threads_were_measured_there(sweep):
    assert specification(sweep)["usermeta"]["first_panel"] == "10,000"
    assert first_n(replace(sweep, summary=sweep.summary[sweep.summary["primitive"] != "os-thread"]), [1, 10_000, 1_000_000]) == 1_000_000


def test_without_any_cgroup_the_chart_says_so_and_draws_nothing_else(sweep):
    gone = {f"footprint_bytes_{what}": pd.array([pd.NA] * len(sweep.summary), dtype="Int64") for what in ("median", "min", "max")}
    chart = specification(replace(sweep, summary=sweep.summary.assign(**gone)))
    assert words(chart) == [NO_CGROUP]


def test_a_cell_without_footprint_keeps_its_resident_set(sweep):
    summary = sweep.summary.copy()
    summary.loc[summary["variant"] == "go-goroutines", "footprint_bytes_median"] = pd.NA
    rows = with_kernel(replace(sweep, summary=summary))
    panel = footprint_and_resident.panel(rows[rows["n"] == 10_000], 10_000)
    points = [row for data in panel["datasets"].values() for row in data if "measure" in row and row["variant"] == "go-goroutines"]
    assert [row["measure"] for row in points] == ["peak resident memory (median)"]
