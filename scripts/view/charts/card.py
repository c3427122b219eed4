"""One picture of 1200 x 630 pixels to send around: which program of each kind of task takes least at a million tasks."""

from typing import Any

import altair as alt
import pandas as pd

from common.command_line import UserError
from common.units import mib
from common.words import tasks_words
from records.vocabulary import PRIMITIVE_NAMES, kind_name, most_frequent_words
from view.charts.sweep_tables import Sweep, date_words, machine_words
from view.charts.theme import CONFIG, GRID, INK, MUTED, PRIMITIVE_COLOURS, PRIMITIVE_SHAPES

WIDTH, HEIGHT = 1200, 630
WANTED = 1_000_000
PROJECT = "How much memory do N concurrent tasks take?"
MARGIN, BAR_LEFT, BAR_RIGHT = 44, 520, 1030
TOP, BOTTOM = 126, 564  # what is between title and footer
ROWS_OF_A_KIND = 3
LETTER, BOLD_LETTER = 0.5, 0.57  # width of an average letter of a sans-serif font, of its size


def headline_tasks(sweep: Sweep) -> int:
    """A million, or the largest N that has a figure where that has none. UserError where nothing has one."""
    measured = sweep.summary.loc[sweep.summary["peak_bytes_median"].notna(), "n"]
    if measured.empty:
        raise UserError("no run of this sweep is ok, so that there is no figure for a card. The report says why: make run")
    return WANTED if (measured == WANTED).any() else int(measured.max())


def specification(sweep: Sweep) -> dict[str, Any]:
    """Vega-Lite specification of the card; its coordinates are the picture's pixels."""
    n = headline_tasks(sweep)
    rows = placed(sweep.summary[sweep.summary["n"] == n])
    chart = alt.layer(*title_layers(sweep, n), *kind_layers(rows), *bar_layers(rows), *footer_layers(sweep)).properties(
        width=WIDTH, height=HEIGHT
    )
    return {**chart.to_dict(), "config": {**CONFIG, "padding": 0}, "padding": 0, "autosize": "none"}


def placed(cells: pd.DataFrame) -> pd.DataFrame:
    """The lines of the card from top to bottom: of each kind its name, then its least; `y` in pixels. A kind without a figure says why."""
    lines: list[dict[str, Any]] = []
    for primitive in PRIMITIVE_NAMES:
        of_kind = cells[cells["primitive"] == primitive]
        if of_kind.empty:
            continue
        ranked = of_kind.dropna(subset=["peak_bytes_median"]).sort_values(["peak_bytes_median", "label"])
        more = len(ranked) - ROWS_OF_A_KIND
        note = f"least {ROWS_OF_A_KIND} of {len(ranked)}" if more > 0 else "" if len(ranked) else not_measured_words(of_kind)
        lines.append({"primitive": primitive, "kind": kind_name(primitive), "note": note})
        lines += [
            {"primitive": primitive, "label": str(row["label"]), "bytes": float(row["peak_bytes_median"])}
            for row in ranked.head(ROWS_OF_A_KIND).to_dict("records")
        ]
    step = min(40.0, (BOTTOM - TOP) / max(1, len(lines)))
    rows = pd.DataFrame(lines).reindex(columns=["primitive", "kind", "note", "label", "bytes"])
    return rows.assign(y=[TOP + step * (place + 0.5) for place in range(len(lines))], step=step)


def not_measured_words(cells: pd.DataFrame) -> str:
    """Why a kind has no figure: its most frequent verdict."""
    row = cells.iloc[0]
    return f"not measured: {most_frequent_words(str(row['verdicts']), str(row['primitive']))}"


def across(field: str) -> alt.X:
    """Pixels from the left."""
    return alt.X(f"{field}:Q", scale=alt.Scale(domain=[0, WIDTH], range=[0, WIDTH], nice=False, zero=False), axis=None)


def down(field: str) -> alt.Y:
    """Pixels from the top."""
    return alt.Y(f"{field}:Q", scale=alt.Scale(domain=[0, HEIGHT], range=[0, HEIGHT], nice=False, zero=False), axis=None)


def text(words: str, x: float, y: float, size: float, **more: Any) -> alt.Chart:
    """Words at a place of the picture. Pixels."""
    base = alt.Chart(pd.DataFrame([{"x": x, "y": y, "words": words}]))
    style: dict[str, Any] = {"align": "left", "baseline": "middle", "color": INK, "clip": False} | more
    marked: alt.Chart = base.mark_text(fontSize=size, **style)
    return marked.encode(x=across("x"), y=down("y"), text="words:N")


def fitting(words: str, width: float, size: float, letter: float = LETTER) -> float:
    """The font size at which words fit a width, at most `size`. Pixels."""
    return min(size, width / max(1, len(words)) / letter)


def title_layers(sweep: Sweep, n: int) -> list[alt.Chart]:
    """The question, and what the figures are."""
    question = f"How much memory do {tasks_words(n).replace(' ', ' concurrent ')} take?"
    repeats = int(sweep.runs["repeat"].max())
    what = "Peak resident memory" + (f", median of {repeats} runs" if repeats > 1 else ", one run each")
    largest = "" if n == WANTED else f" {n:,} is the largest N measured here."
    below = f"{what}. All tasks proven alive at one moment.{largest}"
    return [
        text(question, MARGIN, 50, fitting(question, WIDTH - 2 * MARGIN, 44, BOLD_LETTER), fontWeight="bold"),
        text(below, MARGIN, 98, fitting(below, WIDTH - 2 * MARGIN, 24), color=MUTED),
    ]


def kind_layers(rows: pd.DataFrame) -> list[alt.Chart]:
    """Each kind by its name, colour and shape, with a line above it."""
    layers = []
    for row in rows[rows["kind"].notna()].to_dict("records"):
        kind, y = str(row["primitive"]), float(row["y"])
        mark = alt.Chart(pd.DataFrame([{"x": MARGIN + 10, "y": y}])).mark_point(
            shape=PRIMITIVE_SHAPES[kind], color=PRIMITIVE_COLOURS[kind], filled=True, size=260, opacity=1
        )
        layers += [
            mark.encode(x=across("x"), y=down("y")),
            text(f"{row['kind'][0].upper()}{row['kind'][1:]}", MARGIN + 32, y, 25, fontWeight="bold"),
            text(str(row["note"]), BAR_LEFT, y, 22, color=MUTED),
        ]
    return layers


def bar_layers(rows: pd.DataFrame) -> list[alt.Chart]:
    """Name, bar (linear, from zero, in the colour of its kind) and value of each row."""
    measured = rows[rows["label"].notna()]
    if measured.empty:
        return []
    most, step = float(measured["bytes"].max()), float(rows["step"].iloc[0])
    layers = []
    for row in measured.to_dict("records"):
        y, share = float(row["y"]), float(row["bytes"]) / most
        colour = PRIMITIVE_COLOURS[str(row["primitive"])]
        end = BAR_LEFT + max(2.0, share * (BAR_RIGHT - BAR_LEFT))
        bar = alt.Chart(pd.DataFrame([{"x": BAR_LEFT, "end": end, "y": y - step * 0.3, "under": y + step * 0.3}])).mark_rect(color=colour)
        encoded = bar.encode(x=across("x"), x2="end:Q", y=down("y"), y2="under:Q")
        name = text(row["label"], MARGIN + 32, y, fitting(row["label"], BAR_LEFT - MARGIN - 48, 23))
        layers += [encoded, name, text(f"{mib(float(row['bytes']))} MiB", end + 10, y, 23, fontWeight="bold")]
    return layers


def footer_layers(sweep: Sweep) -> list[alt.Chart]:
    """The machine, the date and the project."""
    line = alt.Chart(pd.DataFrame([{"x": MARGIN, "end": WIDTH - MARGIN, "y": 574}])).mark_rule(color=GRID, strokeWidth=2)
    words = f"{machine_words(sweep)}. {date_words(sweep)}."
    return [
        line.encode(x=across("x"), x2="end:Q", y=down("y")),
        text(words, MARGIN, 594, fitting(words, WIDTH - 2 * MARGIN, 19), color=MUTED),
        text("Compare within a kind: a timer is not a task.", MARGIN, 616, 17, color=MUTED),
        text(PROJECT, WIDTH - MARGIN, 616, 17, color=MUTED, align="right"),
    ]
