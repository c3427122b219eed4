"""A figure is one row: its columns, their types and descriptions, and its place on the page follow."""

import json
from pathlib import Path

import pandas as pd
import pytest

import synthetic_sweep
from analysis.tables.fields import fields
from analysis.tables.flatten import runs_table
from analysis.tables.writing import write_tables
from records import metrics
from records.metrics import METRICS, Metric, Quantity, described, metric, quantities
from view.charts.published_figures import read_reference
from view.charts.sweep_tables import read_sweep
from view.report import page_figures
from view.report.page import every_figure

REFERENCE = Path(__file__).resolve().parents[2] / "config/reference/published_results.csv"
ADDED = Metric("binary_bytes", "bytes", "size of the program on disk", head="binary, MiB", quantities=(Quantity("binary", " on disk"),))
COLUMNS = [f"binary_bytes_{what}" for what in ("median", "min", "max")]


@pytest.fixture
def with_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "METRICS", (*METRICS, ADDED))
    monkeypatch.setattr("analysis.tables.summary.METRICS", (*METRICS, ADDED))
    fields.cache_clear()
    yield
    fields.cache_clear()


def made_tables(folder: Path, **more: object) -> Path:
    records = [
        synthetic_sweep.cell_record("go-goroutines", n, repeat) | {"record": f"runs/{n}/{repeat}", **more}
        for n in (1, 10_000)
        for repeat in (1, 2)
    ]
    write_tables(folder / "tables", runs_table(records, checkout=Path("/nowhere"), home=Path("/nobody")))
    return folder / "tables"


def test_a_figure_that_is_added_is_in_every_table_the_package_the_page_and_the_claims(with_another: None, tmp_path: Path) -> None:
    tables = made_tables(tmp_path, binary_bytes=3 * 2**20)
    assert set(pd.read_csv(tables / "runs.csv")["binary_bytes"]) == {3 * 2**20}
    summary = pd.read_parquet(tables / "summary.parquet")
    assert summary[COLUMNS].dtypes.astype(str).tolist() == ["Int64"] * 3
    assert summary["binary_bytes_median"].tolist() == [3 * 2**20] * 2
    package = json.loads((tables / "datapackage.json").read_text())
    found = {field["name"]: field for field in package["resources"][1]["schema"]["fields"]}
    assert found["binary_bytes_median"] == {
        "name": "binary_bytes_median",
        "type": "integer",
        "description": "Median size of the program on disk.",
        "unit": "bytes",
    }
    figures = page_figures.figures(read_sweep(tables), read_reference(REFERENCE))
    assert {"key": "binary_bytes_median", "head": "binary, MiB", "show": "mib"} in figures["columns"]
    assert set(COLUMNS) <= set(figures["cells"]["columns"])
    assert "binary_bytes_median" in every_figure()
    assert quantities()["binary"][0] is ADDED


def test_runs_from_before_a_figure_was_measured_have_their_rows_without_it(with_another: None, tmp_path: Path) -> None:
    summary = pd.read_parquet(made_tables(tmp_path) / "summary.parquet")
    assert summary[COLUMNS].isna().all(axis=None)
    assert summary["peak_bytes_median"].notna().all()


def test_every_column_of_a_figure_is_described_once() -> None:
    columns = [column for column, _, text in described() if text]
    assert len(columns) == len(set(columns)) == sum(len(each.summarised) for each in METRICS)


def test_an_axis_is_titled_by_the_figure_and_its_unit() -> None:
    assert metric("peak_bytes").axis_title == "peak resident memory (MiB)"
    assert metric("wall_seconds").axis_title == "wall time (launch + sleep + end) (s)"
