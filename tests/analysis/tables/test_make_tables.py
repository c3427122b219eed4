"""The command line: it writes all tables of the same runs, or one line."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import synthetic_sweep

SCRIPT = Path(__file__).resolve().parents[3] / "scripts" / "make_tables.py"
TABLES = ("runs", "summary", "fits")
FILES = sorted(["datapackage.json", "summary.md", *(f"{name}.{kind}" for name in TABLES for kind in ("csv", "json", "parquet"))])
VARIANTS = ("go-goroutines", "java-threads", "elixir-tasks", "java-graalvm-native-image")


def make_tables(machine, *variants):
    options = ["--variants", *variants, "--tasks", "1", "100000", "--repeats", "2", "--sleep-seconds", "10"]
    return subprocess.run(
        [sys.executable, SCRIPT, "--machine-folder", machine, *options], capture_output=True, text=True, check=False, timeout=120
    )


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("with a space") / "it's"
    synthetic_sweep.write_sweep(folder, VARIANTS, (1, 100_000), repeats=2)
    done = make_tables(folder, *VARIANTS)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_every_run_is_a_row_in_both_formats_whatever_its_verdict(machine):
    parquet, csv = pd.read_parquet(machine / "tables/runs.parquet"), pd.read_csv(machine / "tables/runs.csv")
    assert len(parquet) == len(csv) == 4 * 2 * 2
    assert set(parquet["verdict"]) == {"ok", "unsupported", "toolchain_missing"}
    assert list(parquet.columns) == list(csv.columns)


def test_integers_are_integers_in_the_files(machine):
    parquet = pd.read_parquet(machine / "tables/runs.parquet")
    assert all(parquet[name].dtype == pd.Int64Dtype() for name in ("n", "repeat", "peak_bytes", "footprint_bytes", "threads_peak"))
    text = pd.read_csv(machine / "tables/runs.csv", dtype=str)
    assert text["peak_bytes"].dropna().str.fullmatch(r"\d+").all()


def test_the_summary_has_a_row_for_every_variant_and_n(machine):
    summary = pd.read_csv(machine / "tables/summary.csv")
    assert len(summary) == 4 * 2
    assert [list(rows["n"]) for _, rows in summary.groupby("variant")] == [[1, 100_000]] * 4


@pytest.mark.parametrize("name", TABLES)
def test_all_formats_of_a_table_say_the_same(machine, name):
    parquet, rows = pd.read_parquet(machine / f"tables/{name}.parquet"), json.loads((machine / f"tables/{name}.json").read_text())
    plain = [{column: None if pd.isna(value) else value for column, value in row.items()} for row in parquet.to_dict("records")]
    assert rows == plain
    types = {"Int64": int, "Float64": float, "boolean": bool, "string": str}
    assert all(type(row[column]) is types[str(kind)] for row in rows for column, kind in parquet.dtypes.items() if row[column] is not None)
    with (machine / f"tables/{name}.csv").open(newline="") as file:
        texts = list(csv.DictReader(file))
    assert texts == [{column: "" if value is None else str(value) for column, value in row.items()} for row in rows]


def test_there_is_a_fit_or_a_reason_for_every_variant(machine):
    fits = pd.read_csv(machine / "tables/fits.csv")
    expected = {(name, memory) for name in VARIANTS for memory in ("peak", "footprint")}
    assert set(zip(fits["variant"], fits["memory"], strict=True)) == expected
    assert fits["reason"].notna().all()


def test_no_path_of_this_machine_is_in_the_tables(machine):
    assert str(Path.home()) + "/" not in (machine / "tables/runs.csv").read_text()


def test_a_missing_record_ends_with_one_line_exit_code_2_and_leaves_the_old_tables(machine):
    before = (machine / "tables/runs.csv").read_bytes()
    done = make_tables(machine, *VARIANTS, "rust-tokio")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "rust-tokio" in done.stderr
    assert (machine / "tables/runs.csv").read_bytes() == before
    assert sorted(path.name for path in (machine / "tables").iterdir()) == FILES
