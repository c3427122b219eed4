"""What a cell asks of a scheduler."""

import pytest

from plan.cells import Cell
from plan.configuration import read_configuration
from plan.scheduler_requests import OWN_MIB, memory_mib, payload_mib, runtime_minutes


@pytest.mark.parametrize(
    ("tasks", "attempt", "expected"),
    [(1, 1, 2049 + 300), (1_000_000, 1, 2048 + 15_625 + 300), (1_000_000, 2, 2 * (2048 + 15_625) + 300)],
)
def test_memory_grows_with_the_tasks_and_with_each_attempt(tasks: int, attempt: int, expected: int) -> None:
    assert memory_mib(tasks, attempt) == expected


def test_the_program_may_take_what_the_job_has_but_for_our_own_share() -> None:
    assert payload_mib(memory_mib(1000)) + OWN_MIB == memory_mib(1000)
    assert payload_mib(100) == 1


def test_the_time_holds_every_sleep_and_one_program_that_hangs() -> None:
    programs = ("go-goroutines",)
    configuration = read_configuration({"sleep_seconds": 10, "longer_sleep_seconds": [30, 60], "timeout_seconds": 300}, programs)
    minutes = runtime_minutes(Cell(1, 1_000_000, "go-goroutines", "sleep", "10"), configuration)
    assert (10 + 30 + 60 + 300) / 60 < minutes <= 9
