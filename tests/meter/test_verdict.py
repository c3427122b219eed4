"""The verdict is decided from values alone."""

import pytest

from meter.verdict import VERDICTS, Outcome, Promise, decide
from workloads.ready_done import Done, Ready

PROMISE = Promise(tasks=10, sleep_seconds=2.0)
TIMERS = Promise(tasks=10, sleep_seconds=2.0, primitive="timer")
GOOD = {"exit_code": 0, "ready": Ready(10, 0, 1.0), "done": Done(10, 3.0)}


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        pytest.param(Outcome(**GOOD), "ok", id="all alive at READY"),
        pytest.param(Outcome(**GOOD | {"ready": Ready(10, 3, 1.0)}), "not_concurrent", id="three had ended before the last began"),
        pytest.param(Outcome(**GOOD | {"done": Done(10, 2.96)}), "ok", id="40 ms too short is within the tolerance"),
        pytest.param(Outcome(**GOOD | {"done": Done(10, 2.94)}), "slept_too_short", id="60 ms too short"),
        pytest.param(Outcome(**GOOD | {"ready": Ready(10, 0, 1.2, 0.3)}), "ok", id="READY had lain unread for a while"),
        pytest.param(Outcome(**GOOD | {"ready": Ready(10, 3, 2.0)}), "slept_too_short", id="too short is worse than not concurrent"),
        pytest.param(Outcome(**GOOD | {"ready": Ready(9, 0, 1.0)}), "wrong_count", id="started too few"),
        pytest.param(Outcome(**GOOD | {"done": Done(11, 3.0)}), "wrong_count", id="ended too many"),
        pytest.param(Outcome(**GOOD | {"ready": None}), "no_protocol", id="never said READY"),
        pytest.param(Outcome(**GOOD | {"done": None}), "no_protocol", id="never said DONE"),
        pytest.param(Outcome(**GOOD, ready_lines=2), "no_protocol", id="said READY twice"),
        pytest.param(Outcome(**GOOD | {"exit_code": 1}), "failed", id="said everything and failed"),
        pytest.param(Outcome(**GOOD | {"exit_code": None}, signal=11), "failed", id="crashed"),
        pytest.param(Outcome(**GOOD, end="interrupted"), "interrupted", id="interrupted after DONE"),
        pytest.param(Outcome(None, signal=9, end="timeout"), "timeout", id="killed at the time limit is no crash"),
        pytest.param(Outcome(**GOOD, oom_kills=1), "oom", id="a child was killed for lack of memory, exit code 0"),
        pytest.param(Outcome(None, signal=9, end="timeout", oom_kills=1), "oom", id="lack of memory is worse than a timeout"),
        pytest.param(Outcome(None, spawn_error="no such file"), "spawn_failed", id="could not be launched"),
        pytest.param(Outcome(None, unsupported="too many", spawn_error="no such file"), "unsupported", id="does not fit a limit"),
    ],
)
def test_the_verdict_names_what_went_wrong(outcome: Outcome, expected: str) -> None:
    assert decide(PROMISE, outcome)[0] == expected


@pytest.mark.parametrize(
    ("ready", "done", "expected"),
    [
        pytest.param(Ready(10, 0, 0.5), Done(10, 2.0), "ok", id="armed early, ended one sleep after the start"),
        pytest.param(Ready(10, 0, 0.5), Done(10, 1.9), "slept_too_short", id="ended before one sleep had passed"),
        pytest.param(Ready(10, 0, 2.0), Done(10, 4.0), "not_concurrent", id="the last was armed when the first had rung"),
        pytest.param(Ready(10, 1, 0.5), Done(10, 2.5), "not_concurrent", id="one had ended"),
    ],
)
def test_timers_are_judged_from_the_start_of_the_program(ready: Ready, done: Done, expected: str) -> None:
    assert decide(TIMERS, Outcome(0, ready=ready, done=done))[0] == expected


def test_without_a_contract_only_the_exit_code_counts() -> None:
    assert decide(Promise(None), Outcome(0)) == ("ok", "")
    assert decide(Promise(None), Outcome(4, stderr_tail="one\ntwo\n\n")) == ("failed", "exit code 4: two")


def test_every_verdict_but_ok_has_a_reason() -> None:
    outcomes = [Outcome(**GOOD | {"ready": Ready(10, 3, 1.0)}), Outcome(None, signal=64), Outcome(0), Outcome(0, oom_kills=1)]
    verdicts = [decide(PROMISE, outcome) for outcome in outcomes]
    assert all(verdict in VERDICTS and reason for verdict, reason in verdicts)
