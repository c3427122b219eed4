"""A run that was killed at any moment is gone on with by the same command; what it had measured stays."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.workflow.conftest import Project

from glue.killed_run import remove_stale_locks


def locks(folder: Path) -> Path:
    lock = folder / "locks" / "0.input.lock"
    lock.parent.mkdir(parents=True)
    lock.write_text("something")
    return lock


def remove_in_another_process(folder: Path) -> bool:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(remove_stale_locks, (folder,))


def test_locks_that_nobody_holds_any_more_are_removed(tmp_path: Path) -> None:
    lock = locks(tmp_path)
    assert remove_in_another_process(tmp_path)
    assert not lock.exists()
    assert not remove_in_another_process(tmp_path)


def test_locks_stay_while_another_run_is_going_on(tmp_path: Path) -> None:
    remove_stale_locks(tmp_path)
    lock = locks(tmp_path)
    assert not remove_in_another_process(tmp_path)
    assert lock.exists()


def wait_for(path: Path, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while not path.exists():
        assert process.poll() is None, "the run ended before it had measured anything"
        assert time.monotonic() < deadline, f"{path} was not written"
        time.sleep(0.02)


def test_the_same_command_goes_on_after_a_kill_and_measures_nothing_twice(new_project: Project) -> None:
    command = [sys.executable, "-m", "snakemake", "--cores", "1", "results/here/tables/runs.csv"]
    environment = {**os.environ, "PATH": f"{new_project.tools}{os.pathsep}{os.environ['PATH']}"}
    process = subprocess.Popen(
        command, cwd=new_project.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    first = new_project.results / "runs" / "alpha-tasks" / "n=1" / "sleep=0.3" / "repeat=1.json"
    second = new_project.results / "runs" / "beta-tasks" / "n=1" / "sleep=0.3" / "repeat=1.json"
    wait_for(second, process)  # Snakemake has then taken note of the first
    process.send_signal(signal.SIGKILL)
    process.wait()
    written = first.stat().st_mtime_ns
    output = new_project.run()
    assert "A run was killed in this folder; going on from there." in output
    assert first.stat().st_mtime_ns == written
    kept = [path.parent for path in (new_project.results / "history").rglob("*.json")]
    assert len(kept) == len(set(kept)) == 4, "one measurement of each cell"
    assert not list((new_project.results / "unconfirmed").rglob("*.json"))
    assert not new_project.planned()
