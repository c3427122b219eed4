"""The page of the invented sweep, and a browser to open it in."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.view.report import chromium

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def page(sweep_folder):
    path = sweep_folder / "report.html"
    command = [sys.executable, ROOT / "scripts/write_report.py", "--machine-folder", sweep_folder, "--output", path]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return path


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    started = chromium.start(tmp_path_factory.mktemp("profile"))
    yield started
    started.quit()
