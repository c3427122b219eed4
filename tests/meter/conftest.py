"""Real programs for the tests of the instrument: small C targets, compiled once a session."""

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


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Path of a compiled target, by name; `NAME-dynamic` is linked with the machine's C library."""
    folder = tmp_path_factory.mktemp("targets")
    folder.chmod(0o755)

    def build(name: str) -> str:
        program = folder / name
        if not program.exists():
            # Static: a fixed small size, whatever the C library of the machine maps.
            source, _, dynamic = name.partition("-")
            link = [] if dynamic else ["-static"]
            command = ["gcc", "-O1", "-Wall", "-Werror", *link, "-pthread", "-o", str(program), str(SOURCES / f"{source}.c")]
            subprocess.run(command, check=True, capture_output=True, text=True)
        return str(program)

    return build


@pytest.fixture
def command_line(tmp_path: Path) -> Callable[..., tuple[int, dict[str, Any] | None, str]]:
    """Run scripts/measure.py as a person would: exit code, record (where one was written) and standard error."""

    def call(*words: str) -> tuple[int, dict[str, Any] | None, str]:
        output = tmp_path / "record.json"
        command = [sys.executable, str(SCRIPT), "--output", str(output), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, json.loads(output.read_text()) if output.exists() else None, done.stderr

    return call
