"""One cell: the warm-up, the attempts, and what becomes of an interruption."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import measure_program

MANIFEST = {
    "status": "built",
    "variant": "go-goroutines",
    "primitive": "green-thread",
    "mappings_per_thread": 2,
    "program": {"run": ["program"]},
    "environment": {},
    "path": "/usr/bin",
}


def attempts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verdicts: list[str]) -> list[tuple[float, str]]:
    """Measure a cell with 10, 30 and 60 s to sleep, under a meter that gives these verdicts, the warm-up's first."""
    given = iter(verdicts)
    monkeypatch.setattr(measure_program, "measure", lambda request: {"verdict": next(given), "wall_seconds": request.sleep_seconds})
    places = ["--program", str(tmp_path / "m"), "--output", str(tmp_path / "o"), "--series", str(tmp_path / "s")]
    cell = ["--tasks", "10", "--repeat", "1", "--sleep-seconds", "10", "--longer-sleep-seconds", "30", "60"]
    made: list[dict[str, Any]] = measure_program.measure_cell(MANIFEST, measure_program.parse_arguments([*places, *cell]))
    assert next(given, None) is None
    return [(attempt["sleep_seconds"], attempt["verdict"]) for attempt in made]


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        pytest.param(["ok", "ok"], [(10, "ok")], id="the first attempt counts"),
        pytest.param(["ok", "not_concurrent", "ok"], [(10, "not_concurrent"), (30, "ok")], id="a longer sleep proves it"),
        pytest.param(
            ["ok", *["not_concurrent"] * 3], [(10, "not_concurrent"), (30, "not_concurrent"), (60, "not_concurrent")], id="none does"
        ),
        pytest.param(["ok", "timeout"], [(10, "timeout")], id="only a launch that was too slow is tried again"),
        pytest.param(["failed", "ok"], [(10, "ok")], id="the warm-up does not count"),
        pytest.param(["interrupted"], [(10, "interrupted")], id="an interrupted warm-up ends the cell"),
    ],
)
def test_a_cell_is_measured_again_only_to_prove_its_concurrency(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verdicts: list[str], expected: list[tuple[float, str]]
) -> None:
    assert attempts(monkeypatch, tmp_path, verdicts) == expected


def test_what_is_not_to_be_run_has_its_reason() -> None:
    missing = {**MANIFEST, "status": "toolchain_missing", "reason": "no go found. Get it."}
    assert measure_program.why_not(missing, 1, None) == ("toolchain_missing", "no go found. Get it.")
    verdict, reason = measure_program.why_not(MANIFEST, 100_000, 10_000) or ("", "")
    assert (verdict, "100,000 OS threads are more than the limit of 10,000" in reason) == ("unsupported", True)
    assert measure_program.why_not(MANIFEST, 10_000, 10_000) is None


def measured_or_taken_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *options: str) -> tuple[int, str]:
    """Run the command line with a meter that counts; how often it measured, and the variant in the record."""
    measured: list[int] = []
    record = {"variant": "go-goroutines", "n": 10, "repeat": 1, "requested_sleep_seconds": 10.0, "sleep_seconds": 10.0, "started_at": None}

    def measured_cell(manifest: dict[str, Any], arguments: Any) -> dict[str, Any]:
        measured.append(1)
        arguments.series.parent.mkdir(parents=True, exist_ok=True)
        arguments.series.write_text("seconds\n")
        return {**record, "verdict": "ok", "peak_bytes": 1, "flags": []}

    monkeypatch.setattr(measure_program, "measured_cell", measured_cell)
    runs = tmp_path / "results/here/runs/go-goroutines/n=10/sleep=10"
    places = ["--output", str(runs / "repeat=1.json"), "--series", str(runs / "repeat=1.series.csv")]
    inputs = ["--program", str(tmp_path / "manifest.json"), "--meter-digest", "meter"]
    cell = ["--tasks", "10", "--repeat", "1", "--sleep-seconds", "10"]
    monkeypatch.setattr(sys, "argv", ["measure_program.py", *inputs, *places, *cell, *options])
    assert measure_program.main() == 0
    assert (runs / "repeat=1.series.csv").read_text() == "seconds\n"
    return len(measured), json.loads((runs / "repeat=1.json").read_text())["variant"]


def test_a_cell_whose_record_was_removed_before_it_was_accepted_is_taken_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "manifest.json").write_text("{}")
    assert measured_or_taken_back(monkeypatch, tmp_path) == (1, "go-goroutines")
    shutil.rmtree(tmp_path / "results/here/runs")
    assert measured_or_taken_back(monkeypatch, tmp_path) == (0, "go-goroutines")
    assert "taken back" in capsys.readouterr().err
    assert measured_or_taken_back(monkeypatch, tmp_path, "--memory-limit-mib", "300") == (0, "go-goroutines"), "the limit does not matter"
    assert measured_or_taken_back(monkeypatch, tmp_path, "--timeout-seconds", "5") == (1, "go-goroutines")
    (tmp_path / "manifest.json").write_text('{"toolchain": "another"}')
    assert measured_or_taken_back(monkeypatch, tmp_path, "--timeout-seconds", "5") == (1, "go-goroutines")


def test_where_no_memory_limit_can_be_set_the_cell_is_measured_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    limits = []

    def measure(request: Any) -> dict[str, Any]:
        limits.append(request.memory_limit_bytes)
        return {"verdict": "ok" if request.memory_limit_bytes is None else "unsupported", "reason": "no cgroup", "wall_seconds": 0}

    monkeypatch.setattr(measure_program, "measure", measure)
    places = ["--program", str(tmp_path / "m"), "--output", str(tmp_path / "o"), "--series", str(tmp_path / "s")]
    cell = ["--tasks", "10", "--repeat", "1", "--sleep-seconds", "10", "--memory-limit-mib", "300"]
    (attempt,) = measure_program.measure_cell(MANIFEST, measure_program.parse_arguments([*places, *cell]))
    assert attempt["verdict"] == "ok"
    assert limits == [300 << 20, None, None]


def test_only_a_run_that_met_its_jobs_limit_is_told_to_ask_for_more() -> None:
    assert (
        measure_program.limit_remark("oom", 1300)
        == "; its job had 1,300 MiB for it, mem_mb for measure_run in the cluster's profile asks for more"
    )
    assert measure_program.limit_remark("oom", None) == measure_program.limit_remark("failed", 1300) == ""
