"""The fitted lines in the charts: where they run, what slope is written, how far the runs are from them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from common.units import bytes_words
from view.charts import memory_against_tasks, residuals_of_fits
from view.charts.fit_lines import fitted, interval_words, peak_fits, slope_words
from view.charts.sweep_tables import FIT_COLUMNS, no_fits, read_fits, read_sweep

MIB = 2**20
GO = {"variant": "go-goroutines", "label": "Go goroutines", "primitive": "green-thread"}
LINE = {"bytes_per_task": 2_750.0, "base_bytes": 3.0 * MIB, "n_smallest": 10_000, "n_largest": 1_000_000}
INTERVAL = {"bytes_per_task_low": 2_744.0, "bytes_per_task_high": 2_783.0}


def fit(**values):
    return {**dict.fromkeys(FIT_COLUMNS), **GO, "memory": "peak", **LINE, **INTERVAL, **values}


def no_line(variant, reason):
    return {**dict.fromkeys(FIT_COLUMNS), "variant": variant, "label": variant, "primitive": "timer", "memory": "peak", "reason": reason}


@pytest.fixture(scope="module")
def sweep(sweep_folder):
    rows = [fit(), fit(memory="footprint", bytes_per_task=9_999.0), no_line("java-graalvm-native-image", "no run was ok")]
    return replace(read_sweep(sweep_folder / "tables"), fits=pd.DataFrame(rows).convert_dtypes())


def rows_of(chart, column):
    return [row for data in chart["datasets"].values() for row in data if column in row]


def titles(chart):
    return {" ".join(panel["title"]["text"]): panel["title"]["subtitle"] for panel in chart["concat"]}


def test_the_slope_is_written_at_the_name_of_a_variant_that_has_a_line(sweep):
    texts = [row["text"] for row in rows_of(memory_against_tasks.specification(sweep), "place")]
    assert texts.count("2,750 B/task") == 1
    assert sum(text.endswith("B/task") for text in texts) == 1
    assert "Go goroutines" in texts


def test_the_fitted_line_runs_over_the_n_that_it_was_fitted_to_and_is_dashed(sweep):
    chart = memory_against_tasks.specification(sweep)
    line = rows_of(chart, "fitted")
    assert (min(row["n"] for row in line), max(row["n"] for row in line)) == pytest.approx((10_000, 1_000_000))
    assert all(row["fitted"] == pytest.approx(3 + 2_750 * row["n"] / MIB, rel=1e-3) for row in line)
    dashed = [layer for panel in chart["concat"] for layer in panel["layer"] if "strokeDash" in layer["mark"]]
    assert [layer["encoding"]["y"]["field"] for layer in dashed] == ["fitted"]


def test_medians_are_joined_only_where_no_fitted_line_runs(sweep):
    rows = rows_of(memory_against_tasks.specification(sweep), "joined")
    assert sorted(row["n"] for row in rows if row["variant"] == "go-goroutines" and row["joined"]) == [1, 10_000]
    assert sum(row["joined"] for row in rows if row["variant"] == "rust-tokio") == 4


def test_a_fitted_value_that_is_not_above_zero_has_no_place_on_a_log_axis():
    fits = pd.DataFrame([fit(base_bytes=-100.0 * MIB)]).set_index("variant").assign(primitive_name="green thread (own stack)")
    line = memory_against_tasks.fit_lines(fits)
    assert 0 < line["fitted"].min() < 50
    assert line["n"].min() > 10_000


@pytest.mark.parametrize("variants", [2, 40])
def test_labels_keep_a_line_apart_and_inside_their_panel(variants):
    names = {"variant": [f"v{i}" for i in range(variants)], "label": "some language, something long"}
    rows = pd.DataFrame({**names, "n": 10**6, "median": 400.0 + np.arange(variants)})
    lines = memory_against_tasks.label_lines(rows, pd.DataFrame([fit(variant="v1")]).set_index("variant"))
    height = max(memory_against_tasks.PANEL_HEIGHT, memory_against_tasks.LABEL_HEIGHT * (len(lines) + 1))
    placed = memory_against_tasks.label_places(lines, (1.0, 5_000.0), height)
    pixels = np.sort(height * np.log(placed["place"]) / np.log(5_000.0))
    assert (np.diff(pixels) >= memory_against_tasks.LABEL_HEIGHT - 0.01).all()
    assert pixels[0] >= memory_against_tasks.LABEL_HEIGHT / 2 - 0.01
    assert pixels[-1] <= height - memory_against_tasks.LABEL_HEIGHT / 2 + 0.01
    assert all(
        group["place"].is_monotonic_increasing and len(group) == (3 if name == "v1" else 2) for name, group in placed.groupby("variant")
    )


def test_a_residual_is_what_was_measured_less_the_line_as_a_share_of_the_line(sweep):
    residuals = residuals_of_fits.residual_rows(sweep.runs, peak_fits(sweep))
    assert sorted(set(residuals["n"])) == [10_000, 100_000, 1_000_000]
    assert len(residuals) == 9
    row = residuals[(residuals["n"] == 100_000) & (residuals["repeat"] == 2)].iloc[0]
    run = sweep.runs.query("variant == 'go-goroutines' and n == 100_000 and repeat == 2").iloc[0]
    line = 3 * MIB + 2_750 * 100_000
    assert row["percent"] == pytest.approx(100 * (int(run["peak_bytes"]) - line) / line, abs=1e-3)


def test_every_variant_has_its_panel_of_residuals_or_the_reason(sweep):
    chart = residuals_of_fits.specification(sweep)
    panels = titles(chart)
    assert len(panels) == 20
    assert panels["Go goroutines"][0] == "2,750 B/task (2,744 to 2,783)"
    assert panels["Go goroutines"][1].startswith("at most ")
    assert panels["Rust tokio"][0] == "no line"
    assert "no run was ok" in [row["text"] for row in rows_of(chart, "line")]


def test_many_runs_are_thinned_to_the_least_median_and_greatest_of_each_n_and_the_chart_says_so(sweep):
    n = np.repeat(np.arange(1, 101) * 10_000, 100)
    many = pd.DataFrame(
        {"variant": "go-goroutines", "repeat": np.tile(np.arange(100), 100), "n": n, "percent": np.arange(10_000) % 997 / 10}
    )
    thinned = residuals_of_fits.thinned(many, 900)
    assert len(thinned) == 300
    for _, cell in many.groupby("n"):
        kept = thinned[thinned["n"] == cell["n"].iloc[0]]["percent"]
        assert (kept.min(), kept.max()) == (cell["percent"].min(), cell["percent"].max())
    assert len(residuals_of_fits.thinned(many, 90)) <= 90
    runs = pd.concat([sweep.runs[sweep.runs["variant"] == "go-goroutines"]] * 600)
    subtitle = " ".join(residuals_of_fits.specification(replace(sweep, runs=runs))["title"]["subtitle"])
    assert "Of 5,400 runs those with the least, median and greatest residual are drawn." in subtitle


def test_a_line_without_an_interval_says_so(sweep):
    fits = pd.DataFrame([fit(bytes_per_task_low=None, bytes_per_task_high=None)])
    assert titles(residuals_of_fits.specification(replace(sweep, fits=fits)))["Go goroutines"][0] == "2,750 B/task, no interval"
    assert interval_words(fits.iloc[0].to_dict()) == ""


def test_a_sweep_without_fits_has_both_charts_with_a_word_for_every_variant(sweep):
    bare = replace(sweep, fits=no_fits())
    assert rows_of(memory_against_tasks.specification(bare), "fitted") == []
    assert set(map(tuple, titles(residuals_of_fits.specification(bare)).values())) == {("no line", " ")}


def test_tables_from_before_there_were_fits_have_none(tmp_path):
    assert read_fits(tmp_path / "fits.parquet").empty


def test_a_variant_without_a_line_has_no_fitted_value(sweep):
    values = fitted(peak_fits(sweep), pd.Series(["go-goroutines", "rust-tokio"]), pd.Series([10_000, 10_000], dtype="Int64"))
    assert values[0] == 3 * MIB + 27_500_000
    assert np.isnan(values[1])


@pytest.mark.parametrize(
    ("count", "expected"), [(2_750.4, "2,750"), (183.0, "183"), (46.24, "46.2"), (0.523, "0.52"), (-12.0, "\N{MINUS SIGN}12.0")]
)
def test_bytes_of_a_task_have_three_digits(count, expected):
    assert bytes_words(count) == expected
    assert slope_words(count) == f"{expected} B/task"


def test_rows_that_several_panels_draw_are_in_the_chart_once(sweep):
    datasets = memory_against_tasks.specification(sweep)["datasets"].values()
    assert sum("joined" in rows[0] for rows in datasets if rows) == 1
    assert sum("fitted" in rows[0] for rows in datasets if rows) == 1
