"""Every program under programs/ keeps the contract: `program N SECONDS`, READY while all tasks live, DONE, and no third line."""

import subprocess
from typing import Any

import pytest

from common.folders import PROJECT
from meter.request import Request
from meter.run import measure
from workloads.sleep import Sleeping
from workloads.tasks import Tasks

TASKS = 1000
USAGE = "usage: program N SECONDS (N from 1 to 100000000, SECONDS from 0, fractions allowed)"


def run_under_the_meter(built: Any, seconds: float) -> dict[str, Any]:
    return measure(
        Request(
            command=(*built.command, str(TASKS), f"{seconds:g}"),
            timeout_seconds=120.0,
            environment=built.manifest["environment"],
            path=built.manifest["path"],
            working_directory=PROJECT,
            promise=Sleeping(Tasks(TASKS, built.program.primitive), seconds),
        )
    )


def assert_the_row_says_how_to_get_it(built: Any) -> None:
    """What holds for a program whose toolchain is not on this machine."""
    assert built.manifest["status"] == "toolchain_missing"
    assert built.program.toolchain.hint in built.manifest["reason"]
    assert len(built.program.toolchain.hint.split()) >= 4


def test_a_thousand_tasks_live_at_once(built: Any) -> None:
    if built.missing:
        assert_the_row_says_how_to_get_it(built)
        return
    attempts = [run_under_the_meter(built, 1)]
    if attempts[-1]["verdict"] != "ok":  # as the workflow does: a busy machine may launch for more than a second
        attempts.append(run_under_the_meter(built, 10))
    record = attempts[-1]
    assert record["verdict"] == "ok", [(attempt["verdict"], attempt["reason"], attempt["stderr_tail"]) for attempt in attempts]
    assert (record["ready_n"], record["done_n"], record["exit_code"]) == (TASKS, TASKS, 0)
    assert not {"extra_output", "threads_missing", "left_processes"} & set(record["flags"])


@pytest.mark.parametrize(
    "words",
    [
        pytest.param((), id="nothing"),
        pytest.param(("10",), id="no SECONDS"),
        pytest.param(("10", "1", "1"), id="a third word"),
        pytest.param(("0", "1"), id="N 0"),
        pytest.param(("-1", "1"), id="N negative"),
        pytest.param(("1.5", "1"), id="N fraction"),
        pytest.param(("ten", "1"), id="N a word"),
        pytest.param(("", "1"), id="N empty"),
        pytest.param(("100000001", "1"), id="N too large"),
        pytest.param(("99999999999999999999", "1"), id="N beyond any integer"),
        pytest.param(("10", "-0.5"), id="SECONDS negative"),
        pytest.param(("10", "soon"), id="SECONDS a word"),
        pytest.param(("10", "nan"), id="SECONDS not a number"),
        pytest.param(("10", "inf"), id="SECONDS for ever"),
        pytest.param(("10", "1000001"), id="SECONDS too large"),
    ],
)
def test_other_words_end_with_a_usage_line_and_exit_code_2(built: Any, words: tuple[str, ...]) -> None:
    if built.missing:
        assert_the_row_says_how_to_get_it(built)
        return
    environment = {"PATH": built.manifest["path"], "HOME": "/nonexistent", "LANG": "C.UTF-8", **built.manifest["environment"]}
    answer = subprocess.run([*built.command, *words], cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.splitlines()[:1] == [USAGE]


@pytest.mark.parametrize("seconds", ["0", "0.25"])
def test_the_sleep_may_be_a_fraction_or_none(built: Any, seconds: str) -> None:
    if built.missing:
        assert_the_row_says_how_to_get_it(built)
        return
    environment = {"PATH": built.manifest["path"], "HOME": "/nonexistent", "LANG": "C.UTF-8", **built.manifest["environment"]}
    command = [*built.command, "10", seconds]
    answer = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    ready, done = answer.stdout.splitlines()
    assert (answer.returncode, answer.stderr, done) == (0, "", "DONE n=10")
    assert ready.startswith("READY n=10 done=")
