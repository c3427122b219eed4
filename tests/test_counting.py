"""What did not run is never taken for what passed, and every test says what it needs."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import needs
from counting import closing

PROJECT = Path(__file__).parents[1]
HERE = "from counting import pytest_addoption, pytest_collection_modifyitems, pytest_terminal_summary, pytest_testnodedown\n"
TESTS = """\
import pytest
def test_a(): pass
def test_b(): pass
@pytest.mark.measures
def test_c(): pass
@pytest.mark.{marker}
def test_d(): assert {outcome}
"""
COUNTS = {"collected": 4, "passed": 2, "failed": [], "skipped": []}


def run(folder: Path, *options: str, marker: str = "measures", outcome: bool = True, **environment: str) -> tuple[int, list[str]]:
    """Both parts of a run of four tests, added up: exit code and lines."""
    (folder / "conftest.py").write_text(HERE)
    (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {json.dumps(str(PROJECT / 'tests'))}\nmarkers = measures\n")
    (folder / "test_it.py").write_text(TESTS.format(marker=marker, outcome=outcome))
    pytest_command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    environ = {**{name: value for name, value in os.environ.items() if name != "CI"}, **environment}
    for part, words in enumerate((["-m", "not measures", "-n", "2"], ["-m", "measures"])):
        command = [*pytest_command, *words, "--counts", str(folder / str(part)), *options]
        subprocess.run(command, cwd=folder, env=environ, capture_output=True, check=False)
    command = [sys.executable, str(PROJECT / "tests/counting.py"), str(folder / "0"), str(folder / "1")]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize("environment", [{}, {"CI": "true"}], ids=["by hand", "in CI"])
def test_the_parts_of_a_run_are_added_up_with_workers_and_without(tmp_path: Path, environment: dict[str, str]) -> None:
    assert run(tmp_path, **environment) == (0, ["4 passed, 0 failed"])


def test_a_failure_in_either_part_is_named_and_counts(tmp_path: Path) -> None:
    assert run(tmp_path, outcome=False) == (1, ["failed: test_it.py::test_d", "3 passed, 1 failed"])


@pytest.mark.parametrize(
    ("options", "marker", "line"),
    [
        pytest.param((), "skip", "skipped: test_it.py::test_d", id="skipped"),
        pytest.param((), "skipif(True, reason='')", "skipped: test_it.py::test_d", id="skipped on a condition"),
        pytest.param(("--deselect=test_it.py::test_d",), "measures", None, id="deselected"),
        pytest.param((), "xfail(run=False)", None, id="expected to fail"),
    ],
)
def test_in_ci_a_test_that_does_not_run_is_a_failure(tmp_path: Path, options: tuple[str, ...], marker: str, line: str | None) -> None:
    named = [line] if line else []
    assert run(tmp_path, *options, marker=marker) == (0, [*named, "1 of 4 tests did not run", "3 passed, 0 failed"])
    said = "1 of 4 tests did not run: here, every test must"
    assert run(tmp_path, *options, marker=marker, CI="true") == (1, [*named, said, "3 passed, 0 failed"])


def test_nothing_run_is_no_success() -> None:
    assert closing([{**COUNTS, "passed": 0}], all_must_run=False) == (["4 of 4 tests did not run", "0 passed, 0 failed"], False)
    assert closing([], all_must_run=False)[1] is False


@pytest.mark.parametrize(
    ("place", "fixtures", "expected"),
    [
        pytest.param("tests/slurm/test_new.py::test_x", [], {"needs_root", "needs_slurm", "measures"}, id="by its folder"),
        pytest.param("tests/view/test_new.py::test_x", ["tmp_path", "browser"], {"needs_browser"}, id="by its fixtures"),
        pytest.param("tests/view/test_new.py::test_x", ["tmp_path"], set(), id="nothing"),
    ],
)
def test_a_test_needs_what_its_folder_and_its_fixtures_say(place: str, fixtures: list[str], expected: set[str]) -> None:
    assert set(needs.needs(place, fixtures)) == expected


def test_every_fixture_and_folder_that_says_what_is_needed_exists() -> None:
    """A fixture that got another name would need nothing any more."""
    defined = "\n".join(path.read_text() for path in (PROJECT / "tests").rglob("*.py"))
    missing = [name for name in needs.FIXTURES if not re.search(rf"@pytest\.fixture.*\ndef {name}\(", defined)]
    assert (missing, [folder for folder in needs.FOLDERS if not (PROJECT / folder).is_dir()]) == ([], [])
