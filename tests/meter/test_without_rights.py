"""A user without rights gets the same headline."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from meter.request import Request
from meter.run import measure

MIB = 1024 * 1024
NOBODY = 65534
SCRIPTS = Path(__file__).parents[2] / "scripts"
Target = Callable[[str], str]


@pytest.fixture
def as_nobody(target: Target) -> Iterator[Callable[..., dict[str, Any]]]:
    """Measure a target as the user nobody, with the meter and the target where that user can read them."""
    with tempfile.TemporaryDirectory(prefix="for nobody ") as name:
        folder = Path(name)
        folder.chmod(0o755)
        shutil.copytree(SCRIPTS, folder / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
        python = a_python_for_nobody()

        def call(program: str, *words: str) -> dict[str, Any]:
            shutil.copy(target(program), folder / program)
            command = [python, "-B", str(folder / "scripts" / "measure.py"), "--", str(folder / program), *words]
            done = run_as_nobody(command)
            assert done.returncode == 0, done.stderr
            return dict(json.loads(done.stdout))

        yield call


def run_as_nobody(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command as nobody; as oneself where one is not root."""
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", **user)  # type: ignore[call-overload, no-any-return]


def a_python_for_nobody() -> str:
    """An interpreter that nobody may run: this one may lie in root's home."""
    probe = ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
    for python in (sys.executable, os.path.realpath(sys.executable), "/usr/bin/python3", "/usr/local/bin/python3"):
        try:
            if run_as_nobody([python, *probe]).returncode == 0:
                return python
        except OSError:
            continue
    raise AssertionError("no Python 3.11 or later that the user nobody may run")


def test_the_headline_is_the_same_and_the_missing_cgroup_is_said(target: Target, as_nobody: Callable[..., dict[str, Any]]) -> None:
    record = as_nobody("hold", "100", "0.5")
    own = measure(Request((target("hold"), "100", "0.5")))
    assert record["host"]["uid"] != 0
    assert record["peak_bytes"] == pytest.approx(own["peak_bytes"], abs=MIB)
    assert record["verdict"] == "ok"
    assert "no_cgroup" in record["flags"]
    assert record["footprint_bytes"] is None


def test_what_is_left_behind_is_found_and_ended_without_rights(as_nobody: Callable[..., dict[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        record = as_nobody("daemon", "100", "0.2", f"{name}/pid")
        pid = int((Path(name) / "pid").read_text())
    assert record["peak_bytes"] / MIB == pytest.approx(101, abs=1)
    assert "left_processes" in record["flags"]
    assert not Path(f"/proc/{pid}").exists()
