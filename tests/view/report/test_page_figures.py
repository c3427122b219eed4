"""The figures that the switches of the page choose among."""

import json

import numpy as np
import pandas as pd
import pytest

from view.charts.published_figures import SOURCES
from view.charts.sweep_tables import read_sweep
from view.report.page_figures import CELL_COLUMNS, figures, fits, naive_bytes_per_task

PUBLISHED = pd.DataFrame(
    {
        "source": [*SOURCES][:1] * 3,
        "variant": ["rust-tokio", "rust-tokio", "cobol-threads"],
        "n": [10_000, 7, 10_000],
        "peak_bytes": [1, 2, 3],
    }
)


@pytest.fixture(scope="module")
def sweep(sweep_folder):
    return read_sweep(sweep_folder / "tables")


def records(table):
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def test_every_cell_is_there_with_the_figures_of_the_summary(sweep):
    found = figures(sweep, PUBLISHED)
    rows = records(found["cells"])
    assert len(rows) == len(sweep.summary)
    for row, of_summary in zip(rows, sweep.summary.to_dict("records"), strict=True):
        assert found["variants"][row["variant"]]["variant"] == of_summary["variant"]
        for name in set(CELL_COLUMNS) & set(sweep.summary):
            expected = of_summary[name]
            assert row[name] is None if pd.isna(expected) else row[name] == pytest.approx(float(expected), abs=1e-6)


def test_bytes_stay_whole_numbers_and_what_is_missing_is_null(sweep):
    rows = records(figures(sweep, PUBLISHED)["cells"])
    peaks = [row["peak_bytes_median"] for row in rows]
    assert {type(peak) for peak in peaks} == {int, type(None)}
    assert json.loads(json.dumps(rows, allow_nan=False)) == rows


def test_the_naive_figure_is_the_one_of_the_summary_for_either_memory(sweep):
    found = naive_bytes_per_task(sweep.summary, "peak_bytes_median")
    pd.testing.assert_series_equal(found, sweep.summary["bytes_per_task_over_base_naive"], check_names=False)
    footprint = naive_bytes_per_task(sweep.summary, "footprint_bytes_median")
    assert footprint[sweep.summary["n"] == 1].isna().all()
    row = sweep.summary[(sweep.summary["variant"] == "go-goroutines") & (sweep.summary["n"] == 10_000)].iloc[0]
    one = sweep.summary[(sweep.summary["variant"] == "go-goroutines") & (sweep.summary["n"] == 1)].iloc[0]
    assert footprint[row.name] == (row["footprint_bytes_median"] - one["footprint_bytes_median"]) / 10_000


def test_only_what_was_published_of_this_sweeps_cells_is_there(sweep):
    found = figures(sweep, PUBLISHED)
    assert [(found["variants"][row["variant"]]["variant"], row["n"]) for row in records(found["published"])] == [("rust-tokio", 10_000)]


def test_fits_may_be_missing_or_have_gaps():
    places = {"go": 0, "java": 1}
    assert fits(pd.DataFrame({"variant": []}), places) is None
    table = pd.DataFrame(
        {
            "variant": ["java", "go", "other"],
            "memory": ["peak", "footprint", "peak"],
            "bytes_per_task": [np.nan, 2747.5, 1],
            "reason": ["two values of N", None, None],
        }
    )
    assert records(fits(table, places)) == [
        {"variant": 1, "memory": "peak", "bytes_per_task": None, "reason": "two values of N"},
        {"variant": 0, "memory": "footprint", "bytes_per_task": 2747.5, "reason": None},
    ]
