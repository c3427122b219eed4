"""What is said on the console is short, and true of what will be and was done."""

import json
import os
from pathlib import Path

import pytest

from common.units import duration
from plan.cells import Cell, list_cells, record_path
from plan.configuration import read_configuration
from programs.describing import load_programs
from toolchains.finding import Found
from view.console import cell_line, is_told, plan_lines, progress, will_run, write_plan
from view.ending import after_failure, failure_lines

RECORD = {
    "variant": "go-goroutines",
    "n": 1_000_000,
    "repeat": 2,
    "verdict": "ok",
    "reason": None,
    "peak_bytes": 2626 << 20,
    "flags": [],
    "sleep_seconds": 10.0,
    "requested_sleep_seconds": 10.0,
}


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (89.6, "90 s"), (90, "2 min"), (3540, "59 min"), (3570, "1 h 00 min"), (3600, "1 h 00 min"), (7500, "2 h 05 min")],
)
def test_a_duration_reads_as_a_person_says_it(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({}, "go-goroutines  N=1,000,000  repeat 2: 2,626.0 MiB"),
        ({"sleep_seconds": 30.0}, "go-goroutines  N=1,000,000  repeat 2: 2,626.0 MiB (with 30 s sleep)"),
        ({"flags": ["swapped"]}, "go-goroutines  N=1,000,000  repeat 2: 2,626.0 MiB  [swapped]"),
        ({"peak_bytes": None}, "go-goroutines  N=1,000,000  repeat 2: no figure"),
        ({"verdict": "oom", "reason": "killed"}, "go-goroutines  N=1,000,000  repeat 2: oom, killed"),
    ],
)
def test_a_cell_is_one_line_with_its_figure_or_its_reason(changed: dict[str, object], text: str) -> None:
    assert cell_line({**RECORD, **changed}) == text


def test_progress_counts_what_was_written_since_the_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cells = [Cell(1, n, "go-goroutines", "sleep", "10") for n in (1, 10, 100)]
    old, new = (Path(record_path("here", cell)) for cell in cells[:2])
    for path in (old, new):
        path.parent.mkdir(parents=True)
        path.touch()
    os.utime(old, (1, 1))
    plan = Path("results/here/logs/plan.json")
    write_plan(plan, "here", [(cell, True) for cell in cells], total=3)
    noted = json.loads(plan.read_text())
    plan.write_text(json.dumps({**noted, "started_at": new.stat().st_mtime}))
    assert progress(plan) == "[1/3, 23 s left] "


@pytest.mark.parametrize("text", [None, "", "{", "[]"])
def test_a_plan_that_is_not_there_or_damaged_says_nothing(tmp_path: Path, text: str | None) -> None:
    plan = tmp_path / "plan.json"
    if text is not None:
        plan.write_text(text)
    assert progress(plan) == ""


def test_the_plan_names_what_is_missing_and_leaves_it_out_of_the_duration() -> None:
    programs = load_programs()
    configuration = read_configuration({"machine": "here", "variants": ["go-goroutines"], "tasks": [1], "repeats": 1}, programs)
    missing = {"go": Found("go", "missing", reason="no go 1.21 or newer found. Get it.")}
    lines = plan_lines(configuration, programs, {"here": missing}, {"here": list_cells(configuration)}, total=1)
    assert "  go-goroutines: no go 1.21 or newer found. Get it." in lines
    assert "about 0 s" in lines[1]


def test_the_plan_of_several_classes_counts_each_of_them() -> None:
    programs = load_programs()
    machines = {"epyc": {"constraint": "cpuA"}, "xeon": {"constraint": "cpuB"}}
    configuration = read_configuration({"machines": machines, "variants": ["go-goroutines"], "tasks": [1, 10]}, programs)
    cells = list_cells(configuration)
    found = {"epyc": {"go": Found("go", "missing", reason="no go found. Get it.")}, "xeon": {}}
    lines = plan_lines(configuration, programs, found, {"epyc": cells[:2], "xeon": cells}, total=len(cells))
    assert lines[0].endswith("on machines epyc and xeon.")
    assert lines[1].startswith(
        "12 cells: 8 to measure now (2 on epyc, 6 on xeon), 4 kept from before. Expected: about 0 s on epyc and 69 s on xeon"
    )
    assert lines[2:] == ["Not measured, each with a row that says so:", "  on epyc:", "  go-goroutines: no go found. Get it."]


def test_what_is_held_back_or_missing_is_said_once_before_the_sweep_and_never_again_for_a_cell(tmp_path: Path) -> None:
    programs = load_programs()
    document = {"machine": "here", "variants": ["*-threads", "!*virtual*"], "tasks": [1, 100_000, 1_000_000], "repeats": 3}
    configuration = read_configuration(document, programs)
    found = {"rust": Found("rust", "missing", reason="no rustc found. Get it."), "java": Found("java", "found")}
    lines = plan_lines(configuration, programs, {"here": found}, {"here": list_cells(configuration)}, total=18)
    assert lines[2:] == [
        "Not measured, each with a row that says so:",
        "  rust-threads: no rustc found. Get it.",
        "  java-threads, rust-threads at N = 100,000 and 1,000,000: more OS threads than os_thread_limit (10,000) in the configuration.",
    ]
    plan, cells = tmp_path / "plan.json", list_cells(configuration)
    write_plan(plan, "here", [(cell, will_run(cell, programs, found, configuration)) for cell in cells], total=18)
    told = {cell: is_told(plan, Path(record_path("here", cell))) for cell in cells}
    assert {(cell.subject, cell.n) for cell, said in told.items() if not said} == {("java-threads", 1)}
    assert not is_told(tmp_path / "none.json", Path(record_path("here", cells[0])))


def test_a_failure_shows_the_end_of_its_log(tmp_path: Path) -> None:
    log = tmp_path / "build.log"
    log.write_text("".join(f"line {n}\n" for n in range(100)))
    lines = after_failure(failure_lines([("compile_program", {"machine": "here", "variant": "go-goroutines"}, [log])]))
    assert f"Failed: compile_program go-goroutines, log: {log}" in lines
    assert "    line 99" in lines
    assert "    line 90" not in lines
