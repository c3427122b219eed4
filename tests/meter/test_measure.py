"""The command line, as a person uses it."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "measure.py"
CommandLine = Callable[..., tuple[int, dict[str, Any] | None, str]]


def test_a_command_that_fails_still_has_a_record_and_exit_code_0(command_line: CommandLine) -> None:
    code, record, _ = command_line("--tag", "why=test", "--env", "GIVEN=a b=c", "--", "sh", "-c", 'echo "$GIVEN" >&2; exit 7')
    assert code == 0
    assert record is not None
    assert (record["verdict"], record["reason"], record["exit_code"]) == ("failed", "exit code 7: a b=c", 7)
    assert record["tags"] == {"why": "test"}


def test_the_program_sees_a_clean_environment_and_nothing_on_standard_input(
    command_line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_THE_CALLER", "1")
    _, record, _ = command_line("--env", "X=1", "--", "sh", "-c", "env; cat; ls /proc/self/fd | wc -l; cat /proc/self/oom_score_adj")
    assert record is not None
    lines = record["stdout_head"].splitlines()
    names = {line.partition("=")[0] for line in lines[:-2]} - {"PWD", "_", "SHLVL", "OLDPWD"}
    assert names == {"PATH", "HOME", "LANG", "TZ", "X"}
    assert lines[-2:] == ["4", "1000"], "three streams and the folder that ls reads; the first to be killed"
    assert set(record["environment"]) == {"PATH", "HOME", "LANG", "TZ", "X"}


def test_without_output_the_record_is_on_standard_output_and_nothing_else() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), "true"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["command"] == ["true"]
    assert done.stderr == ""


def test_at_a_terminal_a_short_summary_is_on_standard_error() -> None:
    ours, theirs = pty.openpty()
    done = subprocess.run([sys.executable, str(SCRIPT), "--", "sleep", "0.3"], stdout=subprocess.PIPE, stderr=theirs, text=True, check=True)
    os.close(theirs)
    said = os.read(ours, 65536).decode().replace("\r", "").splitlines()
    os.close(ours)
    assert json.loads(done.stdout)["verdict"] == "ok"
    assert [line.split()[0] for line in said[:2]] == ["ok", "peak"]
    assert "MiB" in said[1]
    assert len(said) <= 6


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param([], "COMMAND is missing", id="no command"),
        pytest.param(["--tasks", "0", "--sleep", "1", "--", "true"], "tasks: 0 is not a number of tasks (1 or more)", id="no tasks"),
        pytest.param(["--tasks", "5", "--", "true"], "sleep_seconds: needed with tasks", id="tasks without sleep"),
        pytest.param(["--tasks", "five", "--", "true"], "invalid int value: 'five'", id="not a number"),
        pytest.param(["--timeout", "-1", "--", "true"], "timeout_seconds: -1.0 is not a number of seconds", id="negative time"),
        pytest.param(["--sleep", "nan", "--", "true"], "sleep_seconds: nan is not a number of seconds", id="no time at all"),
        pytest.param(["--env", "X", "--", "true"], "--env: 'X' is not of the form K=V", id="not a pair"),
        pytest.param(["--memory-limit", "64", "--no-cgroup", "--", "true"], "a limit needs a memory cgroup", id="limit without cgroup"),
        pytest.param(["--primitive", "fibre", "--", "true"], "invalid choice: 'fibre'", id="unknown primitive"),
        pytest.param(["--unknown", "--", "true"], "unrecognized arguments: --unknown", id="unknown option"),
    ],
)
def test_wrong_usage_is_exit_code_2_and_says_what_is_wrong(command_line: CommandLine, words: list[str], message: str) -> None:
    code, record, errors = command_line(*words)
    assert code == 2
    assert record is None
    assert message in errors
    assert "Traceback" not in errors


def test_a_record_that_cannot_be_written_is_exit_code_3(command_line: CommandLine) -> None:
    code, _, errors = command_line("--output", "/dev/full", "--", "true")
    assert (code, errors) == (3, "the record was not written: /dev/full: No space left on device\n")
    code, _, errors = command_line("--series", "/dev/full", "--", "true")
    assert code == 3


def test_a_place_that_cannot_be_written_is_said_before_anything_is_measured(command_line: CommandLine, tmp_path: Path) -> None:
    code, _, errors = command_line("--output", str(tmp_path), "--", "touch", str(tmp_path / "it ran"))
    assert (code, errors) == (3, f"the record was not written: {tmp_path}: Is a directory\n")
    assert not (tmp_path / "it ran").exists()


def test_options_of_the_command_are_its_own(command_line: CommandLine) -> None:
    _, record, _ = command_line("--", "sh", "-c", "echo $#", "sh", "--", "--timeout", "x")
    assert record is not None
    assert record["stdout_head"] == "3\n"


def test_help_shows_every_option_and_examples() -> None:
    text = subprocess.run([sys.executable, str(SCRIPT), "--help"], capture_output=True, text=True, check=True).stdout
    for word in (
        "--output",
        "--series",
        "--tasks",
        "--sleep",
        "--primitive",
        "--timeout",
        "--memory-limit",
        "--no-cgroup",
        "--env",
        "--tag",
    ):
        assert word in text
    assert "EXAMPLES" in text
    assert "EXIT CODE" in text


def test_the_meter_imports_nothing_heavy() -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import meter.run; print(*sys.modules)"
    command = [sys.executable, "-c", code, str(SCRIPT.parent)]
    loaded = {name.partition(".")[0] for name in subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()}
    assert loaded & {"pandas", "numpy", "altair", "jsonschema", "pyarrow", "yaml", "psutil"} == set()
