"""Which limit stops a program of many threads."""

import pytest

from meter import preflight
from meter.contract import Nothing
from meter.limits import SOURCES, Limit, limit_fields
from meter.preflight import ThreadLimit, bound_words, first_bound, limits, thread_limit
from meter.request import Request


class Threads(Nothing):
    """A promise of so many threads."""

    def __init__(self, threads: int | None) -> None:
        self.threads = threads  # type: ignore[assignment]


def request(threads: int | None, mappings: int = 2) -> Request:
    return Request(("program",), promise=Threads(threads), mappings_per_thread=mappings)


def bound(name: str, value: int, room: int) -> ThreadLimit:
    return ThreadLimit(Limit(name, value, "kernel"), room, "a remark")


def test_the_limit_that_stops_earliest_is_named() -> None:
    found = [bound("kernel.pid_max", 32768, 32000), bound("vm.max_map_count", 65530, 16000), bound("ulimit -u", 20000, 19000)]
    tightest = first_bound(100_000, found)
    assert tightest is not None
    assert bound_words(100_000, tightest) == (
        "100000 threads do not fit: vm.max_map_count (a remark) is 65530, which leaves room for 16000"
    )
    assert limit_fields(tightest.limit) == {"limit_name": "vm.max_map_count", "limit_value": 65530, "limit_source": "kernel"}
    assert first_bound(16_000, found) is None
    assert first_bound(1, []) is None


def test_threads_with_four_mappings_stop_at_half_of_those_with_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "_number", lambda path: 65530 if str(path).endswith("max_map_count") else None)
    two, four = (next(iter(limits(mappings))).room for mappings in (2, 4))
    assert (two, four) == (32665, 16332)


def test_only_programs_that_start_threads_are_checked() -> None:
    assert thread_limit(request(None)) is None


def test_this_machine_has_room_for_one_thread_and_not_for_a_hundred_million() -> None:
    assert thread_limit(request(1)) is None
    found = thread_limit(request(100_000_000))
    assert found is not None
    assert found.limit.source in SOURCES
    assert bound_words(100_000_000, found).startswith("100000000 threads do not fit: ")
