"""A whole sweep, invented, for the tests of tables, charts and report. Importable from here: synthetic_sweep."""

from pathlib import Path

import pytest

import synthetic_sweep
from tables.cells import planned_cells, read_records
from tables.flatten import runs_table
from tables.summary import summary_table


@pytest.fixture(scope="session")
def sweep_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A machine's folder with runs/ and tables/ of the default sweep: 20 variants, four N, three repeats."""
    machine = tmp_path_factory.mktemp("a results folder") / "a machine's"
    synthetic_sweep.write_sweep(machine)
    cells = planned_cells(list(synthetic_sweep.VARIANTS), synthetic_sweep.TASKS, 3, synthetic_sweep.SLEEP)
    runs = runs_table(read_records(machine, cells), checkout=Path.cwd(), home=Path.home())
    (machine / "tables").mkdir()
    runs.to_csv(machine / "tables" / "runs.csv", index=False)
    runs.to_parquet(machine / "tables" / "runs.parquet", index=False)
    summary_table(runs).to_csv(machine / "tables" / "summary.csv", index=False)
    return machine
