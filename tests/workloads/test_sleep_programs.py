"""The verdict of real programs that keep, or break, the READY/DONE contract."""

from collections.abc import Callable

import pytest

from meter.request import Request
from meter.run import measure
from workloads.sleep import Sleeping
from workloads.tasks import Tasks

Target = Callable[[str], str]


@pytest.mark.parametrize(
    ("kind", "primitive", "verdict", "reason"),
    [
        pytest.param("ok", None, "ok", "", id="kept"),
        pytest.param("ok", "timer", "ok", "", id="kept by timers"),
        pytest.param("chatty", None, "ok", "", id="kept, with another line"),
        pytest.param("silent", None, "no_protocol", "the program never printed its READY line", id="silence"),
        pytest.param("half", None, "no_protocol", "the program never printed its DONE line", id="never done"),
        pytest.param("fails", None, "failed", "exit code 3: it went wrong", id="fails"),
        pytest.param("crashes", None, "failed", "killed by SIGABRT, nothing on standard error", id="crashes"),
        pytest.param("early", None, "slept_too_short", "the tasks were to sleep 0.5 s", id="does not sleep"),
        pytest.param("unflushed", None, "slept_too_short", "is the output flushed?", id="output is not flushed"),
        pytest.param("miscounts", None, "wrong_count", "READY says 5 tasks, 6 were asked for", id="starts too few"),
        pytest.param("loses", None, "wrong_count", "DONE says 5 tasks, 6 were asked for", id="ends too few"),
        pytest.param("late", None, "not_concurrent", "3 of 6 tasks had ended before the last began", id="launch longer than the sleep"),
        pytest.param("late-timer", "timer", "not_concurrent", "the last timer was armed", id="timers armed too late"),
    ],
)
def test_the_verdict_of_a_real_program(target: Target, kind: str, primitive: str | None, verdict: str, reason: str) -> None:
    request = Request((target("contract"), kind, "6", "0.5"), promise=Sleeping(Tasks(6, primitive), 0.5))
    record = measure(request)
    assert record["verdict"] == verdict
    assert reason in record["reason"]
    assert ("extra_output" in record["flags"]) is (kind == "chatty")


def test_what_the_lines_say_is_in_the_record_with_their_times(target: Target) -> None:
    record = measure(Request((target("contract"), "ok", "6", "0.5"), promise=Sleeping(Tasks(6), 0.5)))
    assert (record["ready_n"], record["ready_done"], record["done_n"]) == (6, 0, 6)
    assert 0 < record["ready_seconds"] < record["done_seconds"]
    assert record["done_seconds"] - record["ready_seconds"] > 0.45


def test_too_few_threads_of_a_thread_program_are_flagged(target: Target) -> None:
    request = Request((target("contract"), "ok", "6", "0.2"), promise=Sleeping(Tasks(6, "os-thread"), 0.2))
    assert "threads_missing" in measure(request)["flags"]


def test_more_threads_than_a_limit_allows_are_not_started(target: Target) -> None:
    request = Request((target("threads"), "50000000", "1"), promise=Sleeping(Tasks(50_000_000, "os-thread"), 1))
    record = measure(request)
    assert record["verdict"] == "unsupported"
    assert record["reason"].startswith("50000000 threads do not fit: ")
    assert record["started_at"] is None
    assert record["flags"] == []
