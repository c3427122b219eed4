"""The page takes the charts as they were drawn, and is the same as one that makes them from the tables."""

from pathlib import Path

from view.charts.catalogue import NAMES, specification
from view.charts.chart_files import RUNTIME, runtime, write_specification
from view.charts.sweep_tables import RUN_COLUMNS, read_sweep
from view.report.page import render

REFERENCE = Path(__file__).resolve().parents[3] / "config/reference/published_results.csv"


def test_a_page_of_drawn_charts_is_the_page_that_is_made_from_the_tables(sweep_folder, tmp_path):
    few, sweep = read_sweep(sweep_folder / "tables", RUN_COLUMNS), read_sweep(sweep_folder / "tables")
    for name in NAMES:
        write_specification(specification(name, few, sweep_folder / "runs", REFERENCE), tmp_path / name)
    (tmp_path / RUNTIME).write_text(runtime())
    assert render(sweep, sweep_folder, REFERENCE, tmp_path) == render(sweep, sweep_folder, REFERENCE)
