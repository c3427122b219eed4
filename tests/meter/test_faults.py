"""What the meter does when the program, or somebody else, does not behave."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from meter import leftovers
from meter.cgroup import abandoned as abandoned_folders
from meter.cgroup import current_mounts, owner_prefix
from meter.machine_lock import machine_lock
from meter.request import Request
from meter.run import measure

MIB = 1024 * 1024
SCRIPT = Path(__file__).parents[2] / "scripts" / "measure.py"
Target = Callable[[str], str]
CommandLine = Callable[..., tuple[int, dict[str, Any] | None, str]]


def is_alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def own_mounts() -> list[str]:
    """A command prefix with mounts of its own. In a plain chroot, / is no mount point whose propagation could be changed."""
    plain = ["unshare", "--mount"]
    works = subprocess.run([*plain, "true"], capture_output=True, check=False).returncode == 0
    return plain if works else [*plain, "--propagation", "unchanged"]


def name_of(pid: int) -> str:
    """What a process is called; nothing when it has gone."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def groups_of(wrapper: int) -> list[str]:
    """Directories in the cgroup trees that a meter made."""
    return [str(path) for path in Path("/sys/fs/cgroup").glob(f"**/{owner_prefix()}{wrapper}-*")]


def wait_until(what: Callable[[], bool], seconds: float = 30.0) -> bool:
    """Whether something became true; the bound only ends a test that has already failed."""
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


class Wrapper:
    """A measurement of a program in a process of its own, which the test may kill."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.record = folder / "record.json"
        # What ran these tests may ignore INT and HUP (nohup, a job in the background), and the meter would go on ignoring them.
        heeding = ["env", "--default-signal=INT,HUP"]
        command = [*heeding, sys.executable, str(SCRIPT), "--output", str(self.record), *words]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)

    def children(self) -> list[int]:
        return [pid for pid in self._below(self.process.pid) if is_alive(pid)]

    def names(self) -> list[str]:
        return [name_of(pid) for pid in self.children()]

    def _below(self, pid: int) -> Iterator[int]:
        try:
            children = [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        except OSError:
            return
        for child in children:
            yield child
            yield from self._below(child)


@pytest.fixture(params=[[], ["--no-cgroup"]], ids=["cgroup", "no cgroup"])
def stubborn(request: pytest.FixtureRequest, target: Target, tmp_path: Path) -> Iterator[tuple[Wrapper, list[int]]]:
    """A running measurement of a program whose child ignores TERM, and every process below the meter."""
    wrapper = Wrapper(tmp_path, *request.param, "--", target("stubborn"))
    try:
        # Another measurement on this machine may come first. One that is left here would keep all others waiting for ever.
        assert wait_until(lambda: wrapper.names().count("stubborn") == 2, 600), "the program and its child"
        yield wrapper, wrapper.children()
    finally:
        wrapper.process.kill()
        wrapper.process.wait()


@pytest.mark.parametrize("use_cgroup", [True, False])
def test_a_daemon_that_escaped_counts_is_reported_and_does_not_survive(target: Target, tmp_path: Path, use_cgroup: bool) -> None:
    pid_file = tmp_path / "pid"
    record = measure(Request((target("daemon"), "100", "0.3", str(pid_file)), use_cgroup=use_cgroup))
    assert record["verdict"] == "ok"
    assert record["peak_bytes"] / MIB == pytest.approx(101, abs=1)
    assert "left_processes" in record["flags"]
    assert not is_alive(int(pid_file.read_text()))


def test_a_daemon_left_at_once_is_still_in_the_peak(target: Target, tmp_path: Path) -> None:
    record = measure(Request((target("daemon"), "100", "0", str(tmp_path / "pid"))))
    assert record["peak_bytes"] / MIB == pytest.approx(101, abs=1)
    assert "left_processes" in record["flags"]


def test_nothing_survives_a_meter_that_is_killed_with_its_whole_process_group(stubborn: tuple[Wrapper, list[int]]) -> None:
    wrapper, below = stubborn
    os.killpg(wrapper.process.pid, signal.SIGKILL)
    killed_at = time.monotonic()
    assert wait_until(lambda: not any(map(is_alive, below)) and not groups_of(wrapper.process.pid))
    # The promise is one second. It is the only time that is asserted, since it is the promise; it took 10 to 30 ms when this was written.
    assert time.monotonic() - killed_at < 1.0
    assert not wrapper.record.exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
def test_a_signal_to_the_meter_ends_the_tree_and_is_recorded(stubborn: tuple[Wrapper, list[int]], number: signal.Signals) -> None:
    wrapper, below = stubborn
    wrapper.process.send_signal(number)
    assert wrapper.process.wait(30) == 0
    assert not any(map(is_alive, below))
    assert groups_of(wrapper.process.pid) == []
    record = json.loads(wrapper.record.read_text())
    assert (record["verdict"], record["reason"]) == ("interrupted", f"the meter got {number.name}")


def test_the_meter_cleans_up_when_its_supervisor_is_killed(stubborn: tuple[Wrapper, list[int]]) -> None:
    wrapper, below = stubborn
    os.kill(below[0], signal.SIGKILL)
    assert wrapper.process.wait(30) == 0
    assert not any(map(is_alive, below))
    assert groups_of(wrapper.process.pid) == []
    assert json.loads(wrapper.record.read_text())["reason"] == "the supervising process was killed"


def pids_in(file: Path) -> list[int]:
    """The processes that the target wrote down: all of them, or none yet."""
    words = file.read_text().split() if file.exists() else []
    return [int(word) for word in words] if len(words) == 2 else []


@pytest.mark.parametrize("use_cgroup", [True, False])
def test_a_program_that_kills_its_supervisor_ends_with_its_daemon_before_the_record_is_written(
    target: Target, tmp_path: Path, use_cgroup: bool
) -> None:
    record = measure(Request((target("kills_above"), "1", str(tmp_path / "pids")), use_cgroup=use_cgroup))
    assert record["reason"] == "the supervising process was killed"
    left = pids_in(tmp_path / "pids")
    assert len(left) == 2
    assert not any(map(is_alive, left))
    assert groups_of(os.getpid()) == []
    assert not leftovers._note().exists()


@pytest.mark.parametrize("options", [[], ["--no-cgroup"]], ids=["cgroup", "no cgroup"])
def test_a_program_that_kills_supervisor_and_meter_is_ended_by_the_next_measurement(
    target: Target, tmp_path: Path, options: list[str]
) -> None:
    wrapper = Wrapper(tmp_path, *options, "--", target("kills_above"), "2", str(tmp_path / "pids"))
    assert wrapper.process.wait() == -signal.SIGKILL
    left = pids_in(tmp_path / "pids")
    assert len(left) == 2
    measure(Request(("true",), use_cgroup=not options))
    assert not any(map(is_alive, left))
    assert groups_of(wrapper.process.pid) == []


def test_a_signal_while_waiting_for_another_measurement_is_recorded(target: Target, tmp_path: Path) -> None:
    with machine_lock():
        command = [sys.executable, str(SCRIPT), "--output", str(tmp_path / "record.json"), "--", target("hold"), "1", "600"]
        waiting = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert waiting.stderr is not None
        assert waiting.stderr.readline().startswith("waiting: ")
        waiting.terminate()
        waiting.communicate()
    record = json.loads((tmp_path / "record.json").read_text())
    assert (record["verdict"], record["reason"]) == ("interrupted", "interrupted before the program was launched")
    assert record["started_at"] is None


@pytest.mark.parametrize("use_cgroup", [True, False])
def test_ten_thousand_threads_end_at_a_timeout(target: Target, use_cgroup: bool) -> None:
    record = measure(Request((target("threads"), "10000", "600"), timeout_seconds=3, use_cgroup=use_cgroup))
    assert record["verdict"] == "timeout"
    assert record["threads_peak"] == 10001
    assert groups_of(os.getpid()) == []


@pytest.mark.parametrize("use_cgroup", [True, False])
def test_a_timeout_ends_a_child_that_ignores_it(target: Target, use_cgroup: bool) -> None:
    record = measure(Request((target("stubborn"),), timeout_seconds=0.5, use_cgroup=use_cgroup))
    assert (record["verdict"], record["reason"]) == ("timeout", "still running after 0.5 s")
    assert not is_alive(int(record["stdout_head"]))
    assert groups_of(os.getpid()) == []


@pytest.mark.parametrize("command", ["{hold} 512 5", "sh -c '{hold} 512 5; exit 0'"], ids=["itself", "behind a shell that exits 0"])
def test_a_program_killed_for_lack_of_memory_is_oom(target: Target, command: str) -> None:
    words = ["sh", "-c", "exec " + command.format(hold=f"'{target('hold')}'")]
    if command.startswith("sh"):
        words = ["sh", "-c", f"'{target('hold')}' 512 5; exit 0"]
    record = measure(Request(tuple(words), memory_limit_bytes=256 * MIB))
    assert record["verdict"] == "oom"
    assert record["cgroup"]["oom_kills"] == 1
    assert record["peak_bytes"] / MIB == pytest.approx(256, abs=2)
    assert (record["exit_code"] == 0) is command.startswith("sh")


@pytest.mark.parametrize("stream", ["1", "2"], ids=["standard output", "standard error"])
def test_a_flood_of_output_is_drained_without_being_kept(target: Target, command_line: CommandLine, stream: str) -> None:
    _, quiet, _ = command_line("--", target("flood"), "0", stream)
    _, record, _ = command_line("--", target("flood"), "500", stream)
    assert record is not None
    assert quiet is not None
    assert record["verdict"] == "ok"
    assert "output_truncated" in record["flags"]
    assert record["wrapper_peak_bytes"] - quiet["wrapper_peak_bytes"] < 5 * MIB
    name = "stdout" if stream == "1" else "stderr"
    assert record[f"{name}_bytes"] == 500 * MIB + len("\nthe last line\n")
    assert len(record["stdout_head"]) <= 65536
    assert stream == "1" or record["stderr_tail"].endswith("the last line\n")


@pytest.mark.needs_root
def test_a_full_disk_leaves_the_old_record_and_no_temporary(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    script = (
        'mount -t tmpfs -o size=64k tmpfs "$1" && echo old > "$1/record.json" && (cat /dev/zero > "$1/filler" 2>/dev/null; true) && '
        '"$2" "$3" --output "$1/record.json" -- true; echo "exit $?"; ls -A "$1"; cat "$1/record.json"'
    )
    done = subprocess.run(
        [*own_mounts(), "sh", "-c", script, "sh", str(disk), sys.executable, str(SCRIPT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["exit 3", "filler", "record.json", "old"], done.stderr
    assert done.stderr == f"the record was not written: {disk}/record.json: No space left on device\n"


def test_a_meter_of_another_container_is_not_taken_for_dead() -> None:
    """Seen: a run in a new root took a measurement outside for abandoned, and killed its own process group for the pid 0 it read there."""
    mine, other = Path(f"{owner_prefix()}123-0"), Path("measured-run-1-123-0")
    assert abandoned_folders([mine, other, Path("measured-run-123-0")], lambda pid: False) == [mine]
    assert abandoned_folders([mine], lambda pid: pid == 123) == []


def test_a_directory_of_a_meter_that_is_no_more_is_removed_by_the_next(target: Target) -> None:
    dead = subprocess.Popen(["true"])
    dead.wait()
    mounts = current_mounts()
    abandoned = [own / f"{owner_prefix()}{dead.pid}-0" for own in (mounts.unified_own, mounts.memory_v1_own) if own is not None]
    for folder in abandoned:
        folder.mkdir()
    measure(Request((target("hold"), "1", "0")))
    assert [folder for folder in abandoned if folder.exists()] == []


def test_a_command_that_does_not_exist_is_spawn_failed_with_its_name() -> None:
    record = measure(Request(("no-such-program-anywhere",), path="/usr/bin:/bin"))
    assert record["verdict"] == "spawn_failed"
    assert record["reason"] == "no-such-program-anywhere was not found on PATH (/usr/bin:/bin)"
    assert record["peak_bytes"] is None
    assert record["exit_code"] is None


def test_a_file_that_cannot_be_executed_is_spawn_failed(tmp_path: Path) -> None:
    plain = tmp_path / "a file"
    plain.write_text("not a program")
    record = measure(Request((str(plain),)))
    assert (record["verdict"], record["reason"]) == ("spawn_failed", f"{plain} is not an executable file")
