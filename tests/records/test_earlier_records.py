"""Results that were finished before cells had a workload stay valid: read, placed, kept, tabulated, and not measured again."""

import json
from pathlib import Path
from statistics import median

import pytest

from analysis.tables.flatten import runs_table
from analysis.tables.planned_records import planned_cells, read_records
from analysis.tables.summary import summary_table
from earlier_records import earlier_records, write_earlier
from glue.own_words import contradicted, known_params, program_words, toolchain_words
from programs.describing import load_programs, program_digest
from records.cell import cell_at, cell_of, records_in
from records.history import keep, kept_path, read_history
from records.reader import LEAVE_OUT, read_record
from toolchains.finding import fingerprint, from_record
from workloads.workload import Asked

VARIANTS = ("go-goroutines", "rust-tokio", "python-asyncio", "csharp-task-run", "elixir-tasks")


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    write_earlier(tmp_path / "amd", earlier_records(*VARIANTS, n=1_000_000))
    return tmp_path / "amd"


def test_a_record_of_then_is_of_the_cell_that_its_place_says(machine: Path) -> None:
    paths = records_in(machine / "runs")
    assert len(paths) == 15
    for path in paths:
        record = read_record(path, LEAVE_OUT)
        assert cell_at(path) == cell_of(record)
        assert str(machine / cell_of(record).record_name()) == str(path)
        assert (record["workload"], record["amount"]) == ("sleep", "10")


def test_a_run_of_then_is_kept_where_it_was_kept_then(machine: Path) -> None:
    record = earlier_records("go-goroutines", n=1_000_000)[0]
    assert str(kept_path(record)) == "go-goroutines/n=1000000/sleep=10/repeat=1/20261130T175003.726Z.json"
    keep(record, machine / "history")
    assert [kept["peak_bytes"] for kept in read_history(machine / "history")] == [record["peak_bytes"]]


def test_the_tables_of_then_have_the_same_medians(machine: Path) -> None:
    cells = planned_cells(VARIANTS, [1_000_000], 3, Asked("sleep", "10"))
    summary = summary_table(runs_table(read_records(machine, cells), checkout=Path.cwd(), home=Path.home()))
    found = dict(zip(summary["variant"], summary["peak_bytes_median"], strict=True))
    assert found == {variant: median(row["peak_bytes"] for row in earlier_records(variant, n=1_000_000)) for variant in VARIANTS}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_run_of_then_is_not_stale_by_what_it_says_and_stale_where_program_or_toolchain_is_another(machine: Path, variant: str) -> None:
    """The programs of these variants have not changed since, byte for byte."""
    path = machine / "runs" / variant / "n=1000000/sleep=10/repeat=1.json"
    said = known_params("measure_run", str(path))
    assert said is not None
    toolchain = toolchain_words(fingerprint(from_record(json.loads(path.read_text())["toolchain"])))
    now = {repr(program_words(program_digest(load_programs()[variant]))), repr(toolchain), repr("--timeout-seconds 300")}
    assert contradicted(said, now) == set()
    assert contradicted(said, {repr(program_words("another")), repr(toolchain)})
    assert contradicted(said, {*now - {repr(toolchain)}, repr(toolchain_words("go version go1.99"))})
