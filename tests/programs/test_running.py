"""One cell: the warm-up, the attempts, and what becomes of an interruption."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import measure_program
from meter.limits import Limit
from programs import running, warming
from programs.refusal import Refusal
from programs.running import Order
from programs.warming import note_warm
from records.cell import Cell

MANIFEST = {
    "status": "built",
    "variant": "go-goroutines",
    "primitive": "green-thread",
    "mappings_per_thread": 2,
    "program": {"run": ["program"]},
    "environment": {},
    "path": "/usr/bin",
}


def order(tmp_path: Path, n: int = 10, memory_limit_mib: int | None = None, os_thread_limit: int | None = None) -> Order:
    """A cell with 10, 30 and 60 s to sleep."""
    return Order(
        Cell(1, n, "go-goroutines", "sleep", "10"), ("30", "60"), 300.0, os_thread_limit, memory_limit_mib, tmp_path / "series.csv"
    )


def attempts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verdicts: list[str]) -> list[tuple[str, str]]:
    """Measure the cell under a meter that gives these verdicts, the warm-up's first."""
    given = iter(verdicts)
    monkeypatch.setattr(running, "measure", lambda _request: {"verdict": next(given), "wall_seconds": 1.0, "limit_name": None})
    made = running.measure_cell(MANIFEST, order(tmp_path), tmp_path)
    assert next(given, None) is None
    return [(amount, attempt["verdict"]) for amount, attempt in made]


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        pytest.param(["ok", "ok"], [("10", "ok")], id="the first attempt counts"),
        pytest.param(["ok", "not_concurrent", "ok"], [("10", "not_concurrent"), ("30", "ok")], id="a longer sleep proves it"),
        pytest.param(
            ["ok", *["not_concurrent"] * 3], [("10", "not_concurrent"), ("30", "not_concurrent"), ("60", "not_concurrent")], id="none does"
        ),
        pytest.param(["ok", "timeout"], [("10", "timeout")], id="only a launch that was too slow is tried again"),
        pytest.param(["failed", "ok"], [("10", "ok")], id="the warm-up does not count"),
        pytest.param(["interrupted"], [("10", "interrupted")], id="an interrupted warm-up ends the cell"),
    ],
)
def test_a_cell_is_measured_again_only_to_prove_its_concurrency(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verdicts: list[str], expected: list[tuple[str, str]]
) -> None:
    assert attempts(monkeypatch, tmp_path, verdicts) == expected


def test_a_program_is_warmed_once_and_again_when_it_is_built_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert attempts(monkeypatch, tmp_path, ["ok", "ok"]) == [("10", "ok")]
    assert attempts(monkeypatch, tmp_path, ["ok"]) == [("10", "ok")]
    shutil.rmtree(tmp_path)
    assert attempts(monkeypatch, tmp_path, ["ok", "ok"]) == [("10", "ok")]


def test_a_program_is_warmed_again_after_the_machine_was_started_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert attempts(monkeypatch, tmp_path / "build", ["ok", "ok"]) == [("10", "ok")]
    boot = tmp_path / "boot_id"
    boot.write_text("another-boot\n")
    monkeypatch.setattr(warming, "BOOT", boot)
    assert attempts(monkeypatch, tmp_path / "build", ["ok", "ok"]) == [("10", "ok")]


def test_what_is_not_to_be_run_has_its_reason_and_its_limit(tmp_path: Path) -> None:
    missing = {**MANIFEST, "status": "toolchain_missing", "reason": "no go found. Get it."}
    assert running.why_not(missing, order(tmp_path)) == Refusal("toolchain_missing", "no go found. Get it.")
    threads = {**MANIFEST, "primitive": "os-thread"}
    refused = running.why_not(threads, order(tmp_path, 100_000, os_thread_limit=10_000))
    assert refused is not None
    assert (refused.verdict, refused.limit) == ("unsupported", Limit("os_thread_limit", 10_000, "configuration"))
    assert "100,000 OS threads are more than the limit of 10,000" in refused.reason
    assert running.why_not(threads, order(tmp_path, 10_000, os_thread_limit=10_000)) is None
    assert running.why_not(MANIFEST, order(tmp_path, 100_000, os_thread_limit=10_000)) is None


def measured_or_taken_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *options: str) -> tuple[int, str]:
    """Run the command line with a meter that counts; how often it measured, and the variant in the record."""
    measured: list[int] = []
    record = {"variant": "go-goroutines", "n": 10, "repeat": 1, "requested_sleep_seconds": 10.0, "sleep_seconds": 10.0, "started_at": None}

    def measured_cell(_manifest: dict[str, Any], order: Order, _build: Path) -> dict[str, Any]:
        measured.append(1)
        order.series.parent.mkdir(parents=True, exist_ok=True)
        order.series.write_text("seconds\n")
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
    (tmp_path / "manifest.json").write_text('{"variant": "go-goroutines"}')
    assert measured_or_taken_back(monkeypatch, tmp_path) == (1, "go-goroutines")
    shutil.rmtree(tmp_path / "results/here/runs")
    assert measured_or_taken_back(monkeypatch, tmp_path) == (0, "go-goroutines")
    assert "taken back" in capsys.readouterr().err
    assert measured_or_taken_back(monkeypatch, tmp_path, "--memory-limit-mib", "300") == (0, "go-goroutines"), "the limit does not matter"
    assert measured_or_taken_back(monkeypatch, tmp_path, "--timeout-seconds", "5") == (1, "go-goroutines")
    (tmp_path / "manifest.json").write_text('{"variant": "go-goroutines", "toolchain": "another"}')
    assert measured_or_taken_back(monkeypatch, tmp_path, "--timeout-seconds", "5") == (1, "go-goroutines")


def test_where_no_memory_limit_can_be_set_the_cell_is_measured_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    limits = []

    def measure(request: Any) -> dict[str, Any]:
        limits.append(request.memory_limit_bytes)
        verdict = "ok" if request.memory_limit_bytes is None else "unsupported"
        return {"verdict": verdict, "reason": "no cgroup", "wall_seconds": 0, "limit_name": None}

    note_warm(tmp_path)
    monkeypatch.setattr(running, "measure", measure)
    ((_, attempt),) = running.measure_cell(MANIFEST, order(tmp_path, memory_limit_mib=300), tmp_path)
    assert attempt["verdict"] == "ok"
    assert limits == [300 << 20, None]


def test_a_cell_says_whose_limit_it_met(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kept = dict.fromkeys(("flags", "peak_bytes", "ready_seconds", "ready_done", "wall_seconds"))
    last = {**kept, "verdict": "oom", "reason": "killed", "limit_name": "memory_limit_bytes", "limit_value": 1, "limit_source": "request"}
    described = {**MANIFEST, "label": "Go", "language": "Go", "toolchain": {}}
    record = running.cell_record(described, order(tmp_path, memory_limit_mib=300), [("10", last)])
    assert record["limit_source"] == "scheduler"
    assert record["reason"] == "killed" + running.limit_remark("oom", 300)
    early = running.cell_record(
        described, order(tmp_path), [("30", {**last, "verdict": "not_concurrent", "limit_name": None, "limit_source": None})]
    )
    assert (early["limit_name"], early["limit_value"], early["limit_source"]) == ("sleep_seconds", 30.0, "configuration")
    assert (record["workload"], record["amount"], record["requested_sleep_seconds"], record["sleep_seconds"]) == ("sleep", "10", 10.0, 10.0)


def test_only_a_run_that_met_its_jobs_limit_is_told_to_ask_for_more() -> None:
    assert (
        running.limit_remark("oom", 1300) == "; its job had 1,300 MiB for it, mem_mb for measure_run in the cluster's profile asks for more"
    )
    assert running.limit_remark("oom", None) == running.limit_remark("failed", 1300) == ""
