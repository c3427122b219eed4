"""Before and after: the difference of each cell with its interval, a panel for each N. Drawn from a comparison, not from a sweep."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from common.units import mib
from common.words import tasks_words
from view.charts.composing import Layer, Panel, layered, side_by_side
from view.charts.data import chart_of
from view.charts.rows import ROW_HEIGHT, page_layout, row_axis, row_names
from view.charts.theme import AXIS, BLUE, MUTED, ORANGE, Row, panel_title, themed

PANEL_WIDTH = 330
TITLE = "Peak resident memory, after against before"
NOTES = [
    "Dot: difference of the medians. Line: every difference that the two intervals allow. Grey band: 1 % to either side.",
    "Changed: the intervals do not overlap and the medians are more than 1 % apart. Unchanged: nothing beyond 1 % is possible.",
]
COLUMNS = ["variant", "label", "version", "decision", "reason", "text", *(f"difference_{name}percent" for name in ("", "low_", "high_"))]
DECISIONS = {"changed": (ORANGE, "diamond"), "unchanged": (BLUE, "circle"), "cannot tell": (MUTED, "square")}
NOTHING = "Nothing to compare: no cell was measured on both sides."


def specification(compared: pd.DataFrame, sides: str) -> dict[str, Any]:
    """Vega-Lite specification. `compared`: rows of comparison.csv; `sides`: what stands on either side, in words."""
    both = compared[compared["before_runs"].gt(0) & compared["after_runs"].gt(0)]
    if both.empty:
        nothing = (
            chart_of(pd.DataFrame({"text": [NOTHING]}))
            .mark_text(style="failed", align="left")
            .encode(text=alt.Text("text:N"), x=alt.value(0))
        )
        return themed(nothing.properties(width=2 * PANEL_WIDTH, height=60), TITLE, [sides])
    rows = both.assign(
        variant=both["program"],
        version=[versions_words(row) for row in both.to_dict("records")],
        text=[figures_words(row) for row in both.to_dict("records")],
    )
    tasks = sorted(int(n) for n in rows["n"].unique())
    domain = percent_domain(rows)
    panels = [panel(rows[rows["n"] == n].sort_values("variant"), n, domain) for n in tasks]
    chart = side_by_side(*panels, columns=2, spacing={"row": 36, "column": 30})
    return themed(chart, TITLE, [sides, *NOTES]) | {"usermeta": page_layout(tasks)}


def percent_domain(rows: pd.DataFrame) -> list[float]:
    """From the lowest to the highest difference, 2 % to either side at least, with room for the figures at the right."""
    low = min(-2.0, *(float(value) for value in rows["difference_low_percent"].dropna()), 0.0)
    high = max(2.0, *(float(value) for value in rows["difference_high_percent"].dropna()), 0.0)
    return [low * 1.1, high + 0.75 * (high - low)]


def versions_words(row: Row) -> str:
    """What differs between the sides, the first thing of it."""
    return "" if pd.isna(row["differs"]) else "; ".join(str(row["differs"]).split("; ")[:1])


def figures_words(row: Row) -> str:
    """Both medians; or why there is none."""
    before, after = row["before_peak_bytes_median"], row["after_peak_bytes_median"]
    if pd.isna(before) or pd.isna(after):
        return str(row["reason"])
    return f"{mib(float(before))} → {mib(float(after))} MiB"


def panel(rows: pd.DataFrame, n: int, domain: Sequence[float]) -> Panel:
    """One N: names, the band of 1 %, intervals, dots, figures."""
    order = list(rows["variant"])
    shown = rows[COLUMNS]
    measured, failed = shown.dropna(subset=["difference_percent"]), shown[shown["difference_percent"].isna()]
    scale = alt.Scale(domain=list(domain), nice=False)
    axis = alt.Axis(title="difference of peak resident memory (%)", format="+~f", tickCount=5)
    names = list(DECISIONS)
    colour = alt.Color("decision:N", sort=names, scale=alt.Scale(domain=names, range=[colour for colour, _ in DECISIONS.values()]))
    shape = alt.Shape("decision:N", sort=names, scale=alt.Scale(domain=names, range=[shape for _, shape in DECISIONS.values()]))
    base = chart_of(measured).encode(y=row_axis(order))
    band = chart_of(pd.DataFrame({"low": [-1.0], "high": [1.0]})).mark_rect(style="behind", color=AXIS, opacity=0.3)
    layers: list[Layer] = [
        band.encode(x=alt.X("low:Q", scale=scale, axis=axis), x2=alt.X2("high:Q")),
        row_names(shown, order),
        base.mark_rule(strokeWidth=4, strokeOpacity=0.45).encode(
            x=alt.X("difference_low_percent:Q", scale=scale, axis=axis), x2=alt.X2("difference_high_percent:Q"), color=colour
        ),
        base.mark_point(filled=True, size=95, opacity=1).encode(
            x=alt.X("difference_percent:Q", scale=scale, axis=axis), color=colour, shape=shape, tooltip=TOOLTIP
        ),
        base.mark_text(style="value", align="left", dx=10).encode(
            x=alt.X("difference_high_percent:Q", scale=scale, axis=axis), text=alt.Text("text:N")
        ),
        chart_of(failed).mark_text(style="failed", align="left", x=6).encode(y=row_axis(order), text=alt.Text("text:N")),
    ]
    return layered(*layers, width=PANEL_WIDTH, height={"step": ROW_HEIGHT}, title=panel_title(tasks_words(n)))


TOOLTIP = [
    alt.Tooltip("label:N", title="variant"),
    alt.Tooltip("version:N", title="differs"),
    alt.Tooltip("text:N", title="medians"),
    alt.Tooltip("difference_percent:Q", title="difference, %", format="+.2f"),
    alt.Tooltip("difference_low_percent:Q", title="lowest, %", format="+.2f"),
    alt.Tooltip("difference_high_percent:Q", title="highest, %", format="+.2f"),
    alt.Tooltip("decision:N", title="decision"),
    alt.Tooltip("reason:N", title="because"),
]
