"""Real programs for the tests of the meter: small C targets, compiled once a session."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MIB = 1024 * 1024
SOURCES = Path(__file__).parent / "targets"
SCRIPT = Path(__file__).parents[2] / "scripts" / "measure.py"


@pytest.fixture
def command_line(tmp_path: Path) -> Callable[..., tuple[int, dict[str, Any] | None, str]]:
    """Run scripts/measure.py as a person would: exit code, record (where one was written) and standard error."""

    def call(*words: str) -> tuple[int, dict[str, Any] | None, str]:
        output = tmp_path / "record.json"
        command = [sys.executable, str(SCRIPT), "--output", str(output), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, json.loads(output.read_text()) if output.exists() else None, done.stderr

    return call
