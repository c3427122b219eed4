"""Charts of sweeps that are not the default one: one variant, one N, nothing that went well."""

from pathlib import Path

import pytest
import vl_convert

import synthetic_sweep
from analysis.tables.flatten import runs_table
from analysis.tables.planned_records import planned_cells, read_records
from analysis.tables.writing import write_tables
from view.charts.catalogue import NAMES, specification
from view.charts.sweep_tables import Sweep, read_sweep
from workloads.workload import Asked

REFERENCE = Path(__file__).resolve().parents[3] / "config/reference/published_results.csv"


def small_sweep(machine, variants, tasks, repeats=1) -> Sweep:
    synthetic_sweep.write_sweep(machine, variants, tasks, repeats)
    cells = planned_cells(variants, tasks, repeats, Asked("sleep", synthetic_sweep.SLEEP))
    runs = runs_table(read_records(machine, cells), checkout=Path("/nowhere"), home=Path("/nobody"))
    write_tables(machine / "tables", runs)
    return read_sweep(machine / "tables")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("variants", "tasks"),
    [
        pytest.param(("go-goroutines",), (10_000,), id="one variant, one N"),
        pytest.param(("java-graalvm-native-image",), (1, 10_000), id="nothing but a missing toolchain"),
        pytest.param(("java-graal-jit-virtual-threads",), (1_000_000,), id="nothing but failures"),
        pytest.param(("csharp-nativeaot-task-run", "node-async"), (1, 10_000), id="nothing that was published"),
    ],
)
def test_every_chart_can_be_drawn(tmp_path, name, variants, tasks):
    sweep = small_sweep(tmp_path, variants, tasks)
    svg = vl_convert.vegalite_to_svg(specification(name, sweep, tmp_path / "runs", REFERENCE))
    assert svg.count("<text") >= 3
    assert "NaN" not in svg
    assert "Infinity" not in svg


def test_a_version_that_looks_like_a_number_stays_as_it_was_written(tmp_path, monkeypatch):
    elixir = synthetic_sweep.VARIANTS["elixir-tasks"]
    monkeypatch.setitem(synthetic_sweep.VARIANTS, "elixir-tasks", (*elixir[:4], "1.10", *elixir[5:]))
    assert list(small_sweep(tmp_path, ("elixir-tasks",), (1,)).summary["version"]) == ["1.10"]


def test_a_sweep_of_one_repeat_is_not_called_a_median(tmp_path):
    sweep = small_sweep(tmp_path, ("go-goroutines",), (10_000,))
    chart = specification("peak_by_tasks", sweep, tmp_path / "runs", REFERENCE)
    assert "one run each" in chart["title"]["subtitle"][-1]
