"""The READY and DONE lines, however they arrive."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workloads.ready_done import LINE_BYTES, Done, Protocol, Ready

TEXT = b"a line\nREADY n=12 done=3\nanother\n\nDONE n=12\n" + b"x" * 1000 + b"\nthe last"


def fed(*parts: bytes) -> Protocol:
    protocol = Protocol()
    for number, part in enumerate(parts):
        protocol.feed(part, float(number))
    protocol.finish(99.0)
    return protocol


@given(st.lists(st.integers(0, len(TEXT)), max_size=12))
def test_however_the_output_is_cut_the_same_is_read(cuts: list[int]) -> None:
    places = [0, *sorted(cuts), len(TEXT)]
    protocol = fed(*(TEXT[start:end] for start, end in pairwise(places)))
    assert protocol.ready is not None
    assert protocol.done is not None
    assert (protocol.ready.started, protocol.ready.done, protocol.done.count) == (12, 3, 12)
    assert (protocol.ready_lines, protocol.done_lines, protocol.other_lines) == (1, 1, 5)


def test_a_line_has_the_time_at_which_its_end_arrived() -> None:
    protocol = fed(b"REA", b"DY n=1 done=0", b"\nDONE n=1", b"\n")
    assert protocol.ready == Ready(1, 0, 2.0)
    assert protocol.done == Done(1, 3.0)


def test_a_last_line_without_an_end_counts() -> None:
    assert fed(b"READY n=1 done=0\n", b"DONE n=1").done == Done(1, 99.0)


@pytest.mark.parametrize(
    "line",
    [b"READY n=1", b"ready n=1 done=0", b" READY n=1 done=0", b"READY n=-1 done=0", b"READY n=1 done=0 more", b"DONE n=", b"DONE n=1.0"],
)
def test_what_only_looks_like_a_line_is_none(line: bytes) -> None:
    protocol = fed(line + b"\n")
    assert (protocol.ready, protocol.done, protocol.other_lines) == (None, None, 1)


def test_the_first_of_two_lines_counts_and_both_are_counted() -> None:
    protocol = fed(b"READY n=1 done=0\nREADY n=2 done=0\n")
    assert protocol.ready == Ready(1, 0, 0.0)
    assert protocol.ready_lines == 2


def test_a_line_without_an_end_does_not_grow() -> None:
    protocol = Protocol()
    for _ in range(1000):
        protocol.feed(b"x" * 1000, 0.0)
    assert len(protocol._line) == LINE_BYTES
