"""Reading in two processes: the same rows in the same order, the same one line for a damaged record, and no process left."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import synthetic_sweep
from analysis.tables import reading_parts as reading
from analysis.tables.columns import as_frame
from analysis.tables.planned_records import planned_cells
from analysis.tables.reading_parts import Place, read_parts, workers
from common.command_line import UserError
from workloads.workload import Asked

SCRIPTS = Path(__file__).resolve().parents[3] / "scripts"
VARIANTS = ("go-goroutines", "rust-threads", "elixir-tasks")
CELLS = planned_cells(VARIANTS, (1, 10_000), 4, Asked("sleep", "10"))


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "AT_ONCE", 5)
    synthetic_sweep.write_sweep(tmp_path, VARIANTS, (1, 10_000), repeats=4)
    return Place(tmp_path, Path("/nowhere"), Path("/nobody"), {"go-goroutines": "Goroutines"})


def frame(place, cells=CELLS, few=0):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "FEW", few)
        with workers(len(cells)) as apply:
            return as_frame(read_parts(apply, place, cells))


def test_two_processes_read_the_same_as_one(place):
    one, two = frame(place, few=len(CELLS)), frame(place)
    assert one.equals(two)
    assert list(two["record"]) == [cell.record_name() for cell in CELLS]


def test_a_label_is_the_one_that_the_program_has_now(place):
    assert set(frame(place)["label"]) == {"Goroutines", "Rust threads", "Elixir tasks"}


@pytest.mark.parametrize("few", [pytest.param(0, id="two processes"), pytest.param(100, id="one process")])
def test_the_first_damaged_record_is_named(place, few):
    for cell in (CELLS[7], CELLS[20]):
        (place.machine_folder / cell.record_name()).write_text("{")
    with pytest.raises(UserError, match="damaged record") as error:
        frame(place, few=few)
    assert str(CELLS[7].record_name()) in str(error.value)


def test_killed_it_leaves_no_process(tmp_path):
    code = f"""
import os, sys, time
sys.path.insert(0, {str(SCRIPTS)!r})
from analysis.tables.reading_parts import workers
def pid(_):
    time.sleep(0.1)
    return os.getpid()
with workers(10**6) as apply:
    print(*set(apply(pid, range(8))), flush=True)
    time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        children = [int(pid) for pid in process.stdout.readline().split()]
        process.send_signal(signal.SIGKILL)
    assert len(children) == reading.PROCESSES
    deadline = time.monotonic() + 60
    while any(running(pid) for pid in children):
        assert time.monotonic() < deadline, "a process was left"
        time.sleep(0.01)


def running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
