"""Log axes without zero and with room for labels; numbers and verdicts as a reader sees them."""

import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.units import mib, seconds
from records.vocabulary import failed_words, verdict_words, version_words
from view.charts import theme
from view.charts.axes import LABEL_GAP, LETTER_WIDTH, PANEL_WIDTH, log_axis

positive = st.floats(1e-3, 1e7)


@given(st.lists(positive, min_size=1, max_size=20))
def test_a_log_axis_holds_every_value_and_no_zero(values):
    axis = log_axis(values, "MiB")
    assert 0 < axis.domain[0] < min(values)
    assert axis.domain[1] > max(values)
    assert 1 <= len(axis.ticks) <= 8 or axis.domain[1] / axis.domain[0] < 10
    assert all(axis.domain[0] <= tick <= axis.domain[1] for tick in axis.ticks)


@given(st.lists(positive, min_size=1, max_size=20), st.integers(1, 25))
def test_the_longest_label_beside_the_largest_value_ends_inside_the_panel(values, letters):
    axis = log_axis(values, "MiB", [(value, "x" * letters) for value in values])
    low, high = axis.domain
    begins = PANEL_WIDTH * math.log(max(values) / low) / math.log(high / low)
    assert begins + LABEL_GAP + LETTER_WIDTH * letters <= PANEL_WIDTH + 1e-6


@pytest.mark.parametrize("values", [[], [0.0], [float("nan"), float("inf"), -1.0]])
def test_an_axis_without_any_usable_value_is_still_an_axis(values):
    assert log_axis(values, "MiB").domain[0] > 0


def test_dark_mode_turns_exactly_the_colours_that_the_charts_have():
    turned = set(re.findall(r'="(#[0-9a-f]{6})"', (Path(theme.__file__).parent / "chart.css").read_text()))
    assert turned == {theme.PAPER, theme.INK, theme.MUTED, theme.GRID, theme.AXIS, theme.BLUE}


def test_the_title_of_a_log_axis_says_so():
    assert log_axis([1.0], "peak resident memory (MiB)").title == "peak resident memory (MiB), log scale"


@pytest.mark.parametrize(
    ("count", "expected"),
    [(1_793_000, "1.71"), (29_570_000, "28.2"), (2_753_000_000, "2,625"), (10_485_760, "10.0"), (104_857_600, "100"), (10_481_500, "10.0")],
)
def test_bytes_are_shown_in_mib_with_three_digits(count, expected):
    assert mib(count) == expected


@pytest.mark.parametrize(("value", "expected"), [(0.0123, "0.012"), (0.35, "0.35"), (12.44, "12.4"), (131.2, "131")])
def test_seconds_are_shown_with_the_digits_they_carry(value, expected):
    assert seconds(value) == expected


@pytest.mark.parametrize(
    ("verdicts", "primitive", "expected"),
    [
        ("ok=3", "timer", ""),
        ("toolchain_missing=3", "timer", "toolchain missing"),
        ("unsupported=3", "os-thread", "above OS-thread limit"),
        ("not_concurrent=3", "green-thread", "not concurrent"),
        ("ok=2;timeout=1", "timer", "1 timed out"),
        ("oom=2;timeout=1", "timer", "2 out of memory, 1 timed out"),
        ("some_new_verdict=1", "timer", "some new verdict"),
    ],
)
def test_what_became_of_a_cell_is_said_in_words(verdicts, primitive, expected):
    assert failed_words(verdicts, primitive) == expected


def test_only_an_os_thread_is_above_the_limit_of_os_threads():
    assert verdict_words("unsupported", "green-thread") == "above a limit"


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (("1.96.0", "tokio", "1.53.0"), "1.96.0, tokio 1.53.0"),
        (("25", None, None), "25"),
        ((None, None, None), ""),
        (("1", "tokio", None), "1, tokio"),
    ],
)
def test_versions_name_the_toolchain_and_the_library(parts, expected):
    assert version_words(*parts) == expected
