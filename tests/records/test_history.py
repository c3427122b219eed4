"""Every measured run is kept: once, for good, and whatever happens to the records of the newest sweep."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import keep_history
from analysis.history_table import KEY, history_table
from common.command_line import UserError
from records.history import keep, kept_path, moment_name, read_history
from synthetic_sweep import cell_record


def record(started_at: str = "2026-11-30T17:05:19.123+00:00", **changed: Any) -> dict[str, Any]:
    return {**cell_record("go-goroutines", 10_000, 2), "wrapper_version": "1.0", "started_at": started_at, **changed}


def make_table(machine_folder: Path, monkeypatch: pytest.MonkeyPatch) -> pd.DataFrame:
    monkeypatch.setattr(sys, "argv", ["keep_history.py", "--machine-folder", str(machine_folder)])
    assert keep_history.main() == 0
    return pd.read_parquet(machine_folder / "history.parquet")


@pytest.mark.parametrize(
    ("started_at", "name"),
    [
        ("2026-11-30T17:05:19.123+00:00", "20261130T170519.123Z"),
        ("2026-11-30T17:05:19Z", "20261130T170519.000Z"),
        ("2026-11-30T19:05:19.5+02:00", "20261130T170519.500Z"),
        ("2026-11-30T17:05:19.123", "20261130T170519.123Z"),
    ],
)
def test_a_moment_is_a_file_name_in_utc(started_at: str, name: str) -> None:
    assert moment_name(started_at) == name


def test_a_run_lies_at_its_cell_by_its_time(tmp_path: Path) -> None:
    assert keep(record(), tmp_path) == tmp_path / "go-goroutines/n=10000/sleep=10/repeat=2/20261130T170519.123Z.json"


def test_a_kept_run_is_never_written_again(tmp_path: Path) -> None:
    path = keep(record(), tmp_path)
    assert path is not None
    before = path.read_bytes()
    assert keep(record(peak_bytes=1), tmp_path) is None
    assert path.read_bytes() == before


def test_a_later_run_of_the_same_cell_is_kept_beside_the_earlier(tmp_path: Path) -> None:
    later = record("2026-12-05T08:00:00+00:00", peak_bytes=5)
    for run in (later, record()):
        keep(run, tmp_path)
    assert [run["started_at"] for run in read_history(tmp_path)] == [record()["started_at"], later["started_at"]]


@pytest.mark.parametrize("verdict", ["toolchain_missing", "unsupported"])
def test_what_was_not_run_is_not_history(tmp_path: Path, verdict: str) -> None:
    unmeasured = record(verdict=verdict, started_at=None)
    assert kept_path(unmeasured) is None
    assert keep(unmeasured, tmp_path) is None
    assert read_history(tmp_path) == []


def test_a_run_that_failed_is_history_too(tmp_path: Path) -> None:
    keep(record(verdict="oom", peak_bytes=None), tmp_path)
    assert [run["verdict"] for run in read_history(tmp_path)] == ["oom"]


def test_what_a_kill_left_half_written_is_passed_over(tmp_path: Path) -> None:
    path = keep(record(), tmp_path)
    assert path is not None
    path.with_name(f".{path.name}.4711.tmp").write_text('{"variant": "go-')
    assert len(read_history(tmp_path)) == 1


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"variant": "go-goroutines"}', "\udcff"])
def test_a_damaged_file_is_one_line_that_says_what_to_do(tmp_path: Path, text: str) -> None:
    path = keep(record(), tmp_path)
    assert path is not None
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UserError) as raised:
        read_history(tmp_path)
    assert str(raised.value).startswith(f"{path}: damaged record")
    assert "rm " in str(raised.value)
    assert "\n" not in str(raised.value)


def test_the_table_has_the_runs_of_before_and_after_an_upgrade(tmp_path: Path) -> None:
    newer = record("2026-12-05T08:00:00+00:00", toolchain={**record()["toolchain"], "version": "1.28.0"})
    table = history_table([newer, record()], "here", Path.cwd())
    assert list(table["toolchain_version"]) == ["1.27.3", "1.28.0"]
    assert set(table["machine"]) == {"here"}


def test_a_history_without_any_run_has_every_column_of_the_key() -> None:
    table = history_table([], "here", Path.cwd())
    assert table.empty
    assert set(KEY) <= set(table.columns)


def test_a_lost_history_is_made_again_from_the_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = tmp_path / "a machine's"
    for n in (1, 10_000):
        path = machine / f"runs/go-goroutines/n={n}/sleep=10/repeat=1.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(cell_record("go-goroutines", n, 1)))
    first = make_table(machine, monkeypatch)
    shutil.rmtree(machine / "history")
    assert make_table(machine, monkeypatch).equals(first)
    assert list(first["n"]) == [1, 10_000]


def test_runs_whose_record_was_replaced_stay_in_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(record(), tmp_path / "history")
    assert len(make_table(tmp_path, monkeypatch)) == 1


def test_a_folder_without_results_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="has neither runs/ nor history/"):
        make_table(tmp_path / "nowhere", monkeypatch)
