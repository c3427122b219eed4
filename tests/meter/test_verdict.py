"""The verdict is decided from values alone."""

import pytest

from meter.verdict import Outcome, Verdict, decide
from meter.vocabulary import VERDICTS


def kept() -> None:
    return None


def broken() -> Verdict:
    return "not_kept", "it broke its promise"


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        pytest.param(Outcome(0), "not_kept", id="ended well without keeping its promise"),
        pytest.param(Outcome(1), "failed", id="failed, whatever it promised"),
        pytest.param(Outcome(None, signal=11), "failed", id="crashed"),
        pytest.param(Outcome(0, end="interrupted"), "interrupted", id="interrupted after its end"),
        pytest.param(Outcome(None, signal=9, end="timeout"), "timeout", id="killed at the time limit is no crash"),
        pytest.param(Outcome(0, oom_kills=1), "oom", id="a child was killed for lack of memory, exit code 0"),
        pytest.param(Outcome(None, signal=9, end="timeout", oom_kills=1), "oom", id="lack of memory is worse than a timeout"),
        pytest.param(Outcome(None, spawn_error="no such file"), "spawn_failed", id="could not be launched"),
        pytest.param(Outcome(None, unsupported="too many", spawn_error="no such file"), "unsupported", id="does not fit a limit"),
    ],
)
def test_the_verdict_names_what_went_wrong(outcome: Outcome, expected: str) -> None:
    assert decide(outcome, broken)[0] == expected


def test_without_a_promise_only_the_exit_code_counts() -> None:
    assert decide(Outcome(0), kept) == ("ok", "")
    assert decide(Outcome(4, stderr_tail="one\ntwo\n\n"), kept) == ("failed", "exit code 4: two")


def test_every_verdict_but_ok_has_a_reason() -> None:
    verdicts = [decide(outcome, kept) for outcome in (Outcome(None, signal=64), Outcome(1), Outcome(0, oom_kills=1))]
    assert all(verdict in VERDICTS and reason for verdict, reason in verdicts)
