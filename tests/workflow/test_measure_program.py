"""One cell: the warm-up, the attempts, and what becomes of an interruption."""

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
