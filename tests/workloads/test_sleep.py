"""What a program of N sleeping tasks proved, decided from values alone; and how the workload asks and is told."""

from typing import Any

import pytest

from common.command_line import UserError
from workloads.ready_done import Done, Protocol, Ready
from workloads.sleep import WORKLOAD, Sleeping
from workloads.tasks import Tasks
from workloads.vocabulary import VERDICTS
from workloads.workload import Asked, amount_text

GOOD = {"ready": Ready(10, 0, 1.0), "done": Done(10, 3.0), "ready_lines": 1, "done_lines": 1}


def judged(primitive: str | None = None, **said: Any) -> tuple[str, str] | None:
    """The verdict on ten tasks that were to sleep two seconds, of what the program said."""
    contract = Sleeping(Tasks(10, primitive), 2.0).begin()
    contract.protocol = Protocol(**GOOD | said)
    return contract.broken()


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        pytest.param({}, None, id="all alive at READY"),
        pytest.param({"ready": Ready(10, 3, 1.0)}, "not_concurrent", id="three had ended before the last began"),
        pytest.param({"done": Done(10, 2.96)}, None, id="40 ms too short is within the tolerance"),
        pytest.param({"done": Done(10, 2.94)}, "slept_too_short", id="60 ms too short"),
        pytest.param({"ready": Ready(10, 0, 1.2, 0.3)}, None, id="READY had lain unread for a while"),
        pytest.param({"ready": Ready(10, 3, 2.0)}, "slept_too_short", id="too short is worse than not concurrent"),
        pytest.param({"ready": Ready(9, 0, 1.0)}, "wrong_count", id="started too few"),
        pytest.param({"ready": Ready(10, 11, 1.0)}, "wrong_count", id="more had ended than there are"),
        pytest.param({"done": Done(11, 3.0)}, "wrong_count", id="ended too many"),
        pytest.param({"ready": None}, "no_protocol", id="never said READY"),
        pytest.param({"done": None}, "no_protocol", id="never said DONE"),
        pytest.param({"ready_lines": 2}, "no_protocol", id="said READY twice"),
        pytest.param({"done_lines": 2}, "no_protocol", id="said DONE twice"),
    ],
)
def test_the_verdict_names_what_went_wrong(said: dict[str, Any], expected: str | None) -> None:
    verdict = judged(**said)
    assert (verdict and verdict[0]) == expected
    assert verdict is None or (verdict[0] in VERDICTS and verdict[1])


@pytest.mark.parametrize(
    ("ready", "done", "expected"),
    [
        pytest.param(Ready(10, 0, 0.5), Done(10, 2.0), None, id="armed early, ended one sleep after the start"),
        pytest.param(Ready(10, 0, 0.5), Done(10, 1.9), "slept_too_short", id="ended before one sleep had passed"),
        pytest.param(Ready(10, 0, 2.0), Done(10, 4.0), "not_concurrent", id="the last was armed when the first had rung"),
        pytest.param(Ready(10, 1, 0.5), Done(10, 2.5), "not_concurrent", id="one had ended"),
    ],
)
def test_timers_are_judged_from_the_start_of_the_program(ready: Ready, done: Done, expected: str | None) -> None:
    verdict = judged("timer", ready=ready, done=done)
    assert (verdict and verdict[0]) == expected


def test_the_plateau_lasts_from_ready_until_the_first_may_wake() -> None:
    contract = Sleeping(Tasks(10), 10.0).begin()
    assert (contract.plateau(), contract.exact_at_seconds()) == (None, None)
    contract.feed(b"READY n=10 done=0\n", 0.5, 0.0)
    plateau = contract.plateau()
    assert plateau is not None
    assert (plateau.from_seconds, plateau.until_seconds, contract.exact_at_seconds()) == (0.5, 10.0, 2.5)


def test_a_short_sleep_is_read_half_way_through() -> None:
    contract = Sleeping(Tasks(10), 1.0).begin()
    contract.feed(b"READY n=10 done=0\n", 0.5, 0.0)
    assert contract.exact_at_seconds() == 1.0


def test_only_os_threads_are_counted_against_limits() -> None:
    assert Sleeping(Tasks(10, "os-thread"), 1.0).threads == 10
    assert {Sleeping(Tasks(10, kind), 1.0).threads for kind in (None, "green-thread", "scheduled-task", "timer")} == {None}


def test_a_cell_is_tried_again_only_with_longer_sleeps() -> None:
    assert WORKLOAD.amounts_in_turn(Asked("sleep", "10", ("5", "30", "60"))) == ("10", "30", "60")
    assert [verdict for verdict in VERDICTS if WORKLOAD.measure_again(verdict)] == ["not_concurrent"]


@pytest.mark.parametrize("amount", ["", "ten", "-1", "nan", "inf"])
def test_an_amount_that_is_no_time_is_refused(amount: str) -> None:
    with pytest.raises(UserError, match="is not a number of seconds"):
        WORKLOAD.promise(Tasks(1), amount)


@pytest.mark.parametrize(
    ("value", "text"), [(10, "10"), (10.0, "10"), (0.5, "0.5"), (0.1, "0.1"), (1e6, "1000000"), (1234.5678, "1234.5678")]
)
def test_an_amount_stands_in_a_path_as_a_person_writes_it(value: float, text: str) -> None:
    assert amount_text(value) == text
