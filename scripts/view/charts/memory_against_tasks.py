"""Peak resident memory against N, log-log, a panel for each kind of task: what is base, what grows, and by how much a task."""

import math
import textwrap
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from analysis.estimation.lines import TASKS_FROM
from common.units import MIB
from records.metrics import HEADLINE, metric
from records.vocabulary import PRIMITIVE_NAMES
from view.charts.axes import LogAxis, log_axis
from view.charts.composing import Layer, Panel, layered, side_by_side
from view.charts.data import chart_of
from view.charts.fit_lines import peak_fits, slope_words
from view.charts.spreading import spread_apart
from view.charts.sweep_tables import Sweep, introduction
from view.charts.theme import panel_title, primitive_colour, primitive_shape, themed

PANEL_WIDTH, PANEL_HEIGHT, LABEL_HEIGHT, LABEL_LETTERS = 300, 300, 14, 20
LABEL_STYLES = ("value", "row-version")  # of the name, of the slope
MOST_ROWS = 3_000  # of medians in the whole chart, so that a page stays light and Altair, which refuses more than 5,000, takes it
TITLE = "Peak resident memory against the number of tasks"
NOTES = [
    "Point: median of the ok runs. Both axes are logarithmic: a straight rise to the right means memory in proportion to N.",
    f"Dashed: line fitted by least squares to the runs of N >= {TASKS_FROM:,}; its slope stands at the name. "
    "Solid: no fit, medians joined.",
]


def specification(sweep: Sweep) -> dict[str, Any]:
    """Vega-Lite specification of the chart."""
    fits = peak_fits(sweep)
    measured = measured_rows(sweep.summary, fits)
    kinds = [name for name in PRIMITIVE_NAMES.values() if (measured["primitive_name"] == name).any()]
    if not kinds:
        return themed(
            chart_of(pd.DataFrame({"text": ["No run was ok."]})).mark_text().encode(text=alt.Text("text:N")), TITLE, introduction(sweep)
        )
    shown = fewer_tasks(measured)
    left_out = "" if len(shown) == len(measured) else f" Of {measured['n'].nunique()} values of N, {shown['n'].nunique()} are drawn."
    lines = fit_lines(fits)
    axes = (log_axis([float(n) for n in shown["n"]], "tasks (N)", most_ticks=5), memory_axis(shown, lines))
    panels = [panel(shown, lines, fits, kind, axes) for kind in kinds]
    notes = introduction(sweep, [NOTES[0] + left_out, NOTES[1]])
    return themed(side_by_side(*panels, columns=2, spacing={"row": 30, "column": 24}), TITLE, notes) | {
        "usermeta": {"narrow_below": 980, "narrow_column": 480, "narrow_margin": 228}
    }


def measured_rows(summary: pd.DataFrame, fits: pd.DataFrame) -> pd.DataFrame:
    """One row a variant and N with an ok run, in MiB. `joined`: the line through the medians goes here, where no fitted line does."""
    measured = summary.dropna(subset=["peak_bytes_median"])
    values = {what: measured[f"peak_bytes_{what}"].astype("Float64") / MIB for what in ("median", "min", "max")}
    begins = measured["variant"].map(fits["n_smallest"]).astype("float64").fillna(np.inf)
    columns = ["variant", "label", "version", "primitive_name", "n"]
    return measured[columns].assign(**values, joined=(measured["n"] <= begins).astype(bool))


def fewer_tasks(measured: pd.DataFrame) -> pd.DataFrame:
    """The rows of as many N, evenly chosen with the smallest and the largest, as the chart can hold."""
    tasks = np.sort(measured["n"].unique())
    most = max(2, MOST_ROWS // measured["variant"].nunique())
    chosen = tasks if len(tasks) <= most else tasks[np.linspace(0, len(tasks) - 1, most).round().astype(int)]
    return measured[measured["n"].isin(chosen)]


def fit_lines(fits: pd.DataFrame) -> pd.DataFrame:
    """Points of each fitted line, close enough for log axes, over the N that it was fitted to. MiB; only what is above zero."""
    points = max(3, min(16, 1_500 // max(1, len(fits))))
    columns = ["variant", "primitive_name", "n", "fitted"]
    parts = [
        pd.DataFrame({"variant": fit["variant"], "primitive_name": fit["primitive_name"], "n": n})
        .assign(fitted=(fit["base_bytes"] + fit["bytes_per_task"] * n) / MIB)
        .query("fitted > 0")
        for fit in fits.reset_index().to_dict("records")
        for n in [np.geomspace(fit["n_smallest"], fit["n_largest"], points)]
    ]
    return pd.concat(parts)[columns].round(3) if parts else pd.DataFrame(columns=columns)


def memory_axis(measured: pd.DataFrame, lines: pd.DataFrame) -> LogAxis:
    """One axis for all panels."""
    return log_axis([*measured["min"], *measured["max"], *lines["fitted"]], metric(HEADLINE).axis_title)


def panel(measured: pd.DataFrame, lines: pd.DataFrame, fits: pd.DataFrame, kind: str, axes: tuple[LogAxis, LogAxis]) -> Panel:
    """One kind of task; the others stand behind in grey."""
    tasks, memory = axes
    rows = measured[measured["primitive_name"] == kind]
    texts = label_lines(rows, fits)
    height = max(PANEL_HEIGHT, LABEL_HEIGHT * (len(texts) + 1))
    ends = label_places(texts, memory.domain, height)
    x = alt.X("n:Q", scale=tasks.scale(), axis=tasks.axis())
    y, place, fit = (alt.Y(f"{name}:Q", scale=memory.scale(), axis=memory.axis()) for name in ("median", "place", "fitted"))
    # The same table in every panel, so that the page holds it once.
    everything = chart_of(measured).encode(x=x, y=y, detail=alt.Detail("variant:N"))
    here = everything.transform_filter(alt.datum.primitive_name == kind)
    colour, least = primitive_colour(), alt.Y("min:Q", scale=memory.scale())
    names = chart_of(ends).encode(x=alt.value("width"), y=place, text=alt.Text("text:N"))
    layers: list[Layer] = [
        everything.transform_filter(alt.datum.primitive_name != kind).mark_line(style="behind", strokeWidth=1),
        here.mark_rule(strokeWidth=3, strokeOpacity=0.45).encode(y=least, y2=alt.Y2("max:Q"), color=colour),
        here.transform_filter("datum.joined").mark_line(strokeWidth=1.5).encode(color=colour),
        here.mark_point(filled=True, size=70, opacity=1).encode(color=colour, shape=primitive_shape(), tooltip=TOOLTIP),
        chart_of(ends.drop_duplicates("variant")[["n", "median", "middle"]])
        .mark_rule(style="behind")
        .encode(x=x, x2=alt.value("width"), y=y, y2=alt.Y2("middle:Q")),
        *(names.transform_filter(alt.datum.style == style).mark_text(style=style, align="left", dx=6) for style in LABEL_STYLES),
    ]
    if (lines["primitive_name"] == kind).any():
        drawn = chart_of(lines).transform_filter(alt.datum.primitive_name == kind).encode(x=x, y=fit, detail=alt.Detail("variant:N"))
        layers.insert(3, drawn.mark_line(strokeWidth=2, strokeDash=[5, 3]).encode(color=colour))
    return layered(*layers, width=PANEL_WIDTH, height=height, title=panel_title(kind))


def label_lines(rows: pd.DataFrame, fits: pd.DataFrame) -> pd.DataFrame:
    """The last point of each variant with its label, one row a line of text, the lowest line first: the slope, then the name."""
    lines = []
    for end in rows.sort_values("n").groupby("variant", as_index=False).tail(1).to_dict("records"):
        texts = [(text, LABEL_STYLES[0]) for text in textwrap.wrap(end["label"], LABEL_LETTERS, break_on_hyphens=False)]
        if end["variant"] in fits.index:
            texts.append((slope_words(float(fits.loc[end["variant"], "bytes_per_task"])), LABEL_STYLES[1]))
        point = {name: end[name] for name in ("variant", "n", "median")}
        lines += [{**point, "text": text, "style": style} for text, style in reversed(texts)]
    return pd.DataFrame(lines)


def label_places(lines: pd.DataFrame, domain: tuple[float, float], height: int) -> pd.DataFrame:
    """Where each line of text stands (MiB) so that none lies on another, and the middle of each label's lines."""
    inset = math.exp(math.log(domain[1] / domain[0]) * LABEL_HEIGHT / height / 2)  # half a line stays inside at either end
    low, high = domain[0] * inset, domain[1] / inset
    ends = [min(max(float(value), low), high) for value in lines["median"]]
    lines = lines.assign(place=spread_apart(ends, (low, high), LABEL_HEIGHT / (height - LABEL_HEIGHT)))
    middle = np.exp(np.log(lines["place"]).groupby(lines["variant"]).transform("mean"))
    return lines.assign(middle=middle)


TOOLTIP = [
    alt.Tooltip("label:N", title="variant"),
    alt.Tooltip("version:N", title="version"),
    alt.Tooltip("n:Q", title="tasks", format=","),
    alt.Tooltip("median:Q", title="median, MiB", format=",.2f"),
]
