"""Several machine classes in one chart: each with its own mark and figure, what is missing said."""

import itertools

import pandas as pd
import pytest
import vl_convert

from view.charts.machine_classes import COLOURS, NOTHING, SHAPES, cycled, figures, row_order, specification
from view.charts.sweep_tables import read_sweep

MACHINES = {"epyc": "AMD EPYC, 2 cores", "xeon": "Intel Xeon, 64 cores"}


@pytest.fixture(scope="module")
def cells(sweep_folder):
    summary = read_sweep(sweep_folder / "tables").summary
    other = summary.assign(**{f"peak_bytes_{what}": summary[f"peak_bytes_{what}"] * 11 // 10 for what in ("median", "min", "max")})
    missing = other.assign(
        **{f"peak_bytes_{what}": other[f"peak_bytes_{what}"].mask(other["variant"] == "node-async") for what in ("median", "min", "max")}
    )
    return pd.concat([summary.assign(machine="epyc"), missing.assign(machine="xeon")], ignore_index=True)


def test_every_class_has_its_mark_its_figure_and_its_description(cells):
    chart = specification(cells, MACHINES)
    svg = vl_convert.vegalite_to_svg(chart)
    assert "epyc: AMD EPYC, 2 cores" in chart["title"]["subtitle"]
    marks = [row for data in chart["datasets"].values() for row in data if "median" in row]
    assert {row["machine"] for row in marks} == set(MACHINES)
    for text in ("epyc", "xeon", "Rust threads", "1,000,000 tasks", "above OS-thread limit", "toolchain missing"):
        assert text in svg
    assert "NaN" not in svg


def test_rows_are_in_the_order_of_the_first_class():
    peaks = pd.array([3, 1, None, 1, 3], dtype="Int64")
    rows = pd.DataFrame({"variant": ["a", "b", "c", "a", "b"], "machine": ["x", "x", "x", "y", "y"], "peak_bytes_median": peaks})
    assert row_order(rows, "x") == ["b", "a", "c"]


def test_a_class_where_it_was_not_measured_has_a_dash_and_the_others_their_figure(cells):
    row = figures(cells[cells["n"] == 10_000], list(MACHINES)).set_index("variant").loc["node-async"]
    assert row["figure_1"] == "\N{EN DASH}"
    assert row["line"] == f"epyc {row['figure_0']}, xeon \N{EN DASH} MiB"
    assert row["failed"] == ""


def test_what_failed_everywhere_has_its_verdict_and_no_figure(cells):
    row = figures(cells[cells["n"] == 100_000], list(MACHINES)).set_index("variant").loc["rust-threads"]
    assert (row["failed"], row["line"], row["figure_0"]) == ("above OS-thread limit", "", "")


def test_a_variant_that_one_class_never_had_is_shown_for_the_other(cells):
    fewer = cells[~((cells["machine"] == "xeon") & (cells["variant"] == "go-goroutines"))]
    row = figures(fewer[fewer["n"] == 10_000], list(MACHINES)).set_index("variant").loc["go-goroutines"]
    assert row["figure_1"] == "\N{EN DASH}"
    assert row["figure_0"] != "\N{EN DASH}"


def test_more_classes_than_fit_in_columns_are_still_told_apart():
    marks = list(zip(cycled(COLOURS, 42), cycled(SHAPES, 42), strict=True))
    assert len(set(marks)) == 42
    assert all(first[0] != second[0] for first, second in itertools.pairwise(marks))


def test_nothing_measured_anywhere_is_said(cells):
    gone = cells.assign(peak_bytes_median=pd.array([pd.NA] * len(cells), dtype="Int64"))
    assert [row for data in specification(gone, MACHINES)["datasets"].values() for row in data] == [{"text": NOTHING}]
