"""The card: exactly 1200 x 630 pixels, all text inside, the least of each kind of task, and one line where there is nothing to draw."""

import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest
import vl_convert

import draw_card
from common.command_line import UserError
from view.charts.card import BOLD_LETTER, HEIGHT, LETTER, WIDTH, headline_tasks, placed, specification
from view.charts.sweep_tables import Sweep, read_sweep
from view.charts.theme import PRIMITIVE_COLOURS, PRIMITIVE_SHAPES

SCRIPT = Path(__file__).resolve().parents[3] / "scripts" / "draw_card.py"


@pytest.fixture(scope="module")
def sweep(sweep_folder) -> Sweep:
    return read_sweep(sweep_folder / "tables")


def without(sweep: Sweep, condition) -> Sweep:
    """The sweep with no figure where the condition holds of a row of the summary."""
    summary = sweep.summary.copy()
    summary.loc[condition(summary), "peak_bytes_median"] = None
    return Sweep(sweep.runs, summary)


def texts_of(svg: str) -> list[tuple[str, float, float, float, str]]:
    """Words, x, y, font size and anchor of every text in the picture. Pixels."""
    pattern = r'<text [^>]*text-anchor="(\w+)" transform="translate\(([-\d.]+),([-\d.]+)\)"[^>]*font-size="([\d.]+)px"[^>]*>([^<]*)</text>'
    return [(words, float(x), float(y), float(size), anchor) for anchor, x, y, size, words in re.findall(pattern, svg)]


def test_the_picture_is_1200_by_630_and_written_to_the_machines_folder(sweep_folder):
    done = subprocess.run(
        [sys.executable, SCRIPT, "--machine-folder", sweep_folder], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stdout.strip()) == (0, str(sweep_folder / "card.png"))
    assert struct.unpack(">II", (sweep_folder / "card.png").read_bytes()[16:24]) == (1200, 630)


def test_all_text_is_inside_the_picture_and_large_enough_at_half_its_size(sweep):
    found = texts_of(vl_convert.vegalite_to_svg(specification(sweep)))
    assert any("1,000,000 concurrent tasks" in words for words, *_ in found)
    assert len(found) > 20
    for words, x, y, size, anchor in found:
        width = len(words) * size * (BOLD_LETTER if size > 24 or "MiB" in words else LETTER)
        assert size <= y <= HEIGHT - size / 4, words
        assert (x - width if anchor == "end" else x) >= 0, words
        assert (x if anchor == "end" else x + width) <= WIDTH, words
        assert size >= 16, words


def test_each_kind_has_its_colour_its_shape_and_its_least_in_order(sweep):
    rows = placed(sweep.summary[sweep.summary["n"] == 1_000_000])
    for primitive, of_kind in rows.groupby("primitive", sort=False):
        values = of_kind["bytes"].dropna()
        assert values.is_monotonic_increasing
        every = sweep.summary[(sweep.summary["n"] == 1_000_000) & (sweep.summary["primitive"] == primitive)]["peak_bytes_median"].dropna()
        assert list(values) == sorted(map(float, every))[:3]
    text = str(specification(sweep))
    assert all(colour in text for colour in list(PRIMITIVE_COLOURS.values())[1:])
    assert all(shape in text for shape in PRIMITIVE_SHAPES.values())


def test_a_kind_without_a_figure_says_why(sweep):
    rows = placed(sweep.summary[sweep.summary["n"] == 1_000_000])
    assert rows["note"].iloc[0] == "not measured: above OS-thread limit"


def test_where_a_million_was_not_measured_the_largest_n_is_shown_and_said(sweep):
    smaller = without(sweep, lambda summary: summary["n"] == 1_000_000)
    assert headline_tasks(smaller) == 100_000
    words = " ".join(words for words, *_ in texts_of(vl_convert.vegalite_to_svg(specification(smaller))))
    assert "How much memory do 100,000 concurrent tasks take?" in words
    assert "100,000 is the largest N measured here." in words
    assert "1,000,000" not in words


def test_a_sweep_without_any_figure_is_one_line(sweep):
    with pytest.raises(UserError, match="no run of this sweep is ok"):
        specification(without(sweep, lambda summary: summary["n"] > 0))


def test_a_machine_without_a_sweep_is_told_what_to_do(tmp_path):
    with pytest.raises(UserError, match=r"^nothing has been measured here yet.* First: make run \(or make quick\)$"):
        draw_card.measured_machines(tmp_path)
