"""Wall time, launch time and CPU time, a panel for each N."""

from typing import Any

import altair as alt
import pandas as pd

from charts.axes import log_axis
from charts.rows import ROW_HEIGHT, page_layout, row_axis, row_names
from charts.sweep import Sweep, dot_words, introduction
from charts.theme import BLUE, GREEN, ORANGE, Panel, panel_title, themed
from charts.wording import failed_words, seconds, tasks_words

PANEL_WIDTH, FIGURE_WIDTH = 230, 58
TITLE = "CPU time, launch time and wall time"
MEASURES = {
    "cpu_seconds": "CPU time (user + system, all cores)",
    "ready_seconds": "launch: start until all N tasks run",
    "wall_seconds": "wall time (launch + sleep + end)",
}
COLOURS, SHAPES = (BLUE, ORANGE, GREEN), ("circle", "triangle-up", "square")


def specification(sweep: Sweep) -> dict[str, Any]:
    """Vega-Lite specification of the chart."""
    panels = [panel(sweep.summary[sweep.summary["n"] == n], n) for n in sweep.tasks]
    chart = alt.concat(*panels, columns=2, spacing={"row": 36, "column": 30})
    layout = page_layout(sweep.tasks) | {"narrow_margin": 3 * FIGURE_WIDTH + 36}
    return themed(chart, TITLE, introduction(sweep, [f"{dot_words(sweep)} Sorted by CPU time, least first."])) | {"usermeta": layout}


def long_rows(rows: pd.DataFrame) -> pd.DataFrame:
    """One row a variant and measure: median, min, max in seconds. A time of zero (below the clock's step) has no place on a log axis."""
    parts = [
        rows[["variant", "label"]].assign(measure=name, **{what: rows[f"{column}_{what}"] for what in ("median", "min", "max")})
        for column, name in MEASURES.items()
    ]
    return pd.concat(parts).query("min > 0")


def panel(rows: pd.DataFrame, n: int) -> Panel:
    """One N: names, ranges, points, a column of figures a measure; failed cells in words."""
    rows = rows.sort_values(["cpu_seconds_median", "label"], na_position="last")
    rows = rows.assign(
        text=rows.apply(lambda row: failed_words(row["verdicts"], row["primitive"]), axis=1), version=rows.apply(with_sleep, axis=1)
    )
    order = list(rows["variant"])
    times = long_rows(rows[rows["runs_ok"] > 0])
    axis = log_axis([*times["min"], *times["max"]], "seconds", most_ticks=5)
    names = list(MEASURES.values())
    colour = alt.Color("measure:N", sort=names, scale=alt.Scale(domain=names, range=list(COLOURS)))
    shape = alt.Shape("measure:N", sort=names, scale=alt.Scale(domain=names, range=list(SHAPES)))
    base = alt.Chart(times).encode(y=row_axis(order), color=colour)
    x = alt.X("median:Q", scale=axis.scale(), axis=axis.axis())
    failed = rows.loc[rows["runs_ok"] == 0, ["variant", "text"]]
    layers = [
        row_names(rows, order),
        base.mark_rule(strokeWidth=4, strokeOpacity=0.45).encode(x=alt.X("min:Q", scale=axis.scale(), axis=axis.axis()), x2="max:Q"),
        base.mark_point(filled=True, size=80, opacity=1).encode(x=x, shape=shape, tooltip=TOOLTIP),
        *(figures(rows, order, column, step) for step, column in enumerate(MEASURES)),
        alt.Chart(failed).mark_text(style="failed", align="left", x=6).encode(y=row_axis(order), text="text:N"),
    ]
    return alt.layer(*layers).properties(width=PANEL_WIDTH, height={"step": ROW_HEIGHT}, title=panel_title(tasks_words(n)))


def with_sleep(row: "pd.Series[Any]") -> str:
    """The row's version, and its sleep where that is not the configured one."""
    longer = f"{row['sleep_seconds']:g} s sleep" if row["runs_ok"] and row["sleep_seconds"] != row["requested_sleep_seconds"] else ""
    return ", ".join(filter(None, [row["version"], longer]))


def figures(rows: pd.DataFrame, order: list[str], column: str, step: int) -> Panel:
    """Medians of one measure in a column right of the panel, under its name."""
    shown = rows.dropna(subset=[f"{column}_median"])
    texts = shown[["variant"]].assign(figure=[seconds(float(value)) for value in shown[f"{column}_median"]])
    place: dict[str, Any] = {"align": "right", "dx": FIGURE_WIDTH * (step + 1), "x": "width"}
    head = alt.Chart(pd.DataFrame({"text": [f"{column.removesuffix('_seconds').replace('ready', 'launch').replace('cpu', 'CPU')}, s"]}))
    body = alt.Chart(texts).mark_text(style="value", **place).encode(y=row_axis(order), text="figure:N")
    return alt.layer(body, head.mark_text(style="row-version", y=-10, **place).encode(text="text:N"))


TOOLTIP = [
    alt.Tooltip("label:N", title="variant"),
    alt.Tooltip("measure:N", title="measure"),
    alt.Tooltip("median:Q", title="median, s", format=",.3f"),
    alt.Tooltip("min:Q", title="smallest, s", format=",.3f"),
    alt.Tooltip("max:Q", title="largest, s", format=",.3f"),
]
