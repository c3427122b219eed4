"""A whole sweep, invented, for the tests of tables, charts and report. Importable from here: synthetic_sweep."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import synthetic_sweep
from claims.figures import read_published, read_summary
from claims.reading import read_claims
from claims.table import claim_rows, csv_text
from tables.cells import planned_cells, read_records
from tables.flatten import runs_table
from tables.summary import summary_table
from workflow.programs import load_programs

PROJECT = Path(__file__).resolve().parents[1]


def fits_table(runs: pd.DataFrame) -> pd.DataFrame:
    """A line for the peak of each variant with two values of N >= 10,000: enough for charts and pages to draw."""
    ok = runs[(runs["verdict"] == "ok") & (runs["n"] >= 10_000)].astype({"n": float, "peak_bytes": float})
    rows = []
    for variant, group in runs.groupby("variant", sort=False):
        named = {name: group[name].iloc[0] for name in ("variant", "label", "language", "primitive")} | {"memory": "peak"}
        used = ok[ok["variant"] == variant]
        if used["n"].nunique() < 2:
            rows.append(named | {"reason": "fewer than two N >= 10,000 with an ok run"})
            continue
        slope, base = np.polyfit(used["n"], used["peak_bytes"], 1)
        n = {"n_smallest": used["n"].min(), "n_largest": used["n"].max(), "tasks_values": used["n"].nunique()}
        rows.append(named | n | {"runs": len(used), "bytes_per_task": slope, "base_bytes": base})
    return pd.DataFrame(rows).convert_dtypes()


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
    fits_table(runs).to_parquet(machine / "tables" / "fits.parquet", index=False)
    summary_table(runs).to_csv(machine / "tables" / "summary.csv", index=False)
    judge_claims(machine / "tables")
    return machine


def judge_claims(tables: Path) -> None:
    """The posts' claims, judged by the summary."""
    labels = {program.id: program.label for program in load_programs().values()}
    published = read_published(PROJECT / "config/reference/published_results.csv", labels)
    rows = claim_rows(read_claims(PROJECT / "config/claims.yaml", labels), read_summary(tables / "summary.csv", labels), published)
    (tables / "claims.csv").write_text(csv_text(rows), encoding="utf-8")
