"""One measurement at a time."""

import subprocess
import sys
from pathlib import Path

import pytest

from meter.machine_lock import machine_lock

SCRIPTS = Path(__file__).parents[2] / "scripts"
HOLDER = """
import sys
from pathlib import Path
from meter.machine_lock import machine_lock
with machine_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def lock_path(tmp_path: Path) -> Path:
    return tmp_path / "lock"


def start_holder(path: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HOLDER, str(path)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env={"PYTHONPATH": str(SCRIPTS)})


def test_a_second_process_waits_says_for_whom_and_goes_on(lock_path: Path) -> None:
    with machine_lock(lock_path):
        second = start_holder(lock_path)
        assert second.stderr is not None
        said = second.stderr.readline()
        assert said.startswith("waiting: another measurement runs on this machine, process ")
        assert second.poll() is None
    assert second.stdout is not None
    assert second.stdout.readline() == "held\n"
    second.communicate("")
    assert second.returncode == 0


def test_a_holder_that_is_killed_lets_go(lock_path: Path) -> None:
    holder = start_holder(lock_path)
    assert holder.stdout is not None
    holder.stdout.readline()
    holder.kill()
    holder.communicate()
    with machine_lock(lock_path) as held:
        assert held is not None


def test_waiting_ends_when_it_is_told_to(lock_path: Path) -> None:
    holder = start_holder(lock_path)
    assert holder.stdout is not None
    holder.stdout.readline()
    with machine_lock(lock_path, stop=lambda: True) as held:
        assert held is None
    holder.communicate("")


def test_a_process_that_holds_the_lock_may_take_it_again(lock_path: Path) -> None:
    with machine_lock(lock_path) as outer:
        with machine_lock(lock_path) as inner:
            assert inner == outer
        other = start_holder(lock_path)
        assert other.stderr is not None
        assert other.stderr.readline().startswith("waiting: "), "leaving the inner one must not let go"
    other.communicate("")


def test_the_lock_file_of_another_user_can_be_used(lock_path: Path) -> None:
    lock_path.touch()
    lock_path.chmod(0o444)
    with machine_lock(lock_path) as held:
        assert held is not None
