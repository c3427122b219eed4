"""What a command left running is found by its mark, wherever it went."""

import os
import subprocess
import sys

import psutil

from common.processes import MARK, end_marked, marked

LEAVES_A_DAEMON = "import os, subprocess, sys; subprocess.Popen(['sleep', '600'], start_new_session=True, stdout=subprocess.DEVNULL)"


def test_a_daemon_that_a_command_left_is_ended_and_nothing_else() -> None:
    mark = marked()
    other = subprocess.Popen(["sleep", "600"])
    try:
        subprocess.run([sys.executable, "-c", LEAVES_A_DAEMON], env={**os.environ, **mark}, check=True)
        left = [process.pid for process in psutil.process_iter(["environ"]) if (process.info["environ"] or {}).get(MARK) == mark[MARK]]
        assert len(left) == 1
        assert end_marked(mark[MARK]) == []
        assert not psutil.pid_exists(left[0]) or psutil.Process(left[0]).status() == psutil.STATUS_ZOMBIE
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


def test_a_mark_that_nobody_has_ends_nothing() -> None:
    assert end_marked("nobody's") == []
