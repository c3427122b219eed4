"""Which limit stops a program of many threads."""

import pytest

from meter import Request, preflight
from meter.preflight import Limit, first_bound, limits, unsupported_reason


def request(tasks: int | None, primitive: str | None = "os-thread", mappings: int = 2) -> Request:
    return Request(("program",), tasks=tasks, sleep_seconds=1.0, primitive=primitive, mappings_per_thread=mappings)


def test_the_limit_that_stops_earliest_is_named() -> None:
    found = [Limit("kernel.pid_max", 32768, 32000), Limit("vm.max_map_count", 65530, 16000), Limit("ulimit -u", 20000, 19000)]
    assert first_bound(100_000, found) == "100000 threads do not fit: vm.max_map_count is 65530, which leaves room for 16000"
    assert first_bound(16_000, found) is None
    assert first_bound(1, []) is None


def test_threads_with_four_mappings_stop_at_half_of_those_with_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "_number", lambda path: 65530 if str(path).endswith("max_map_count") else None)
    two, four = (next(iter(limits(mappings))).room for mappings in (2, 4))
    assert (two, four) == (32665, 16332)


@pytest.mark.parametrize("primitive", [None, "green-thread", "scheduled-task", "timer"])
def test_only_thread_programs_are_checked(primitive: str | None) -> None:
    assert unsupported_reason(request(100_000_000, primitive)) is None


def test_this_machine_has_room_for_one_thread_and_not_for_a_hundred_million() -> None:
    assert unsupported_reason(request(1)) is None
    reason = unsupported_reason(request(100_000_000))
    assert reason is not None
    assert reason.startswith("100000000 threads do not fit: ")
