"""Wall time, launch time and CPU time, and what they come to for each task, a panel for each N."""

from typing import Any

import altair as alt
import pandas as pd

from analysis.estimation.lines import TASKS_FROM
from common.units import rounded, seconds
from common.words import tasks_words
from records.metrics import metric
from records.vocabulary import failed_words
from view.charts.axes import log_axis
from view.charts.composing import Layer, Panel, layered, side_by_side
from view.charts.data import chart_of
from view.charts.panels import panel_tasks, panels_note
from view.charts.rows import ROW_HEIGHT, figure_columns, narrow_lines, page_layout, row_axis, row_names
from view.charts.sweep_tables import Sweep, dot_words, introduction
from view.charts.theme import BLUE, GREEN, ORANGE, Row, panel_title, themed
from workloads.sleep_words import longer_words

PANEL_WIDTH, FIGURE_WIDTH = 150, 51
TITLE = "CPU time, launch time and wall time"
NOTE = (
    f"From {TASKS_FROM:,} tasks on also launch rate (N by launch time) and CPU time for a million tasks, both with the runtime's own start."
)
MEASURES = {name: metric(name).words for name in ("cpu_seconds", "ready_seconds", "wall_seconds")}
HEADS = {
    "CPU\ns": "cpu_seconds",
    "launch\ns": "ready_seconds",
    "wall\ns": "wall_seconds",
    "launch\n1,000/s": "launch_tasks_per_second",
    "CPU\ns/million": "cpu_seconds_per_million_tasks",
}
LINES = ("times_line", "rates_line")
COLOURS, SHAPES = (BLUE, ORANGE, GREEN), ("circle", "triangle-up", "square")


def specification(sweep: Sweep) -> dict[str, Any]:
    """Vega-Lite specification of the chart."""
    tasks = panel_tasks(sweep.tasks)
    chart = side_by_side(*(panel(sweep.summary[sweep.summary["n"] == n], n) for n in tasks), columns=2, spacing={"row": 36, "column": 30})
    notes = [f"{dot_words(sweep)} Sorted by CPU time, least first.", NOTE, *panels_note(sweep.tasks, tasks)]
    return themed(chart, TITLE, introduction(sweep, notes)) | {"usermeta": page_layout(tasks, lines=len(LINES))}


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
    rows = rows.assign(**pd.DataFrame([figures(row, n) for row in rows.to_dict("records")], index=rows.index))
    rows = rows.assign(
        text=rows.apply(lambda row: failed_words(row["verdicts"], row["primitive"]), axis=1),
        version=[with_longer(row) for row in rows.to_dict("records")],
    )
    order = list(rows["variant"])
    times = long_rows(rows[rows["runs_ok"] > 0])
    axis = log_axis([*times["min"], *times["max"]], "seconds", most_ticks=5)
    names = list(MEASURES.values())
    colour = alt.Color("measure:N", sort=names, scale=alt.Scale(domain=names, range=list(COLOURS)))
    shape = alt.Shape("measure:N", sort=names, scale=alt.Scale(domain=names, range=list(SHAPES)))
    base = chart_of(times).encode(y=row_axis(order), color=colour)
    x = alt.X("median:Q", scale=axis.scale(), axis=axis.axis())
    failed = rows.loc[rows["runs_ok"] == 0, ["variant", "text"]]
    columns = {head: f"{name}_text" for head, name in HEADS.items() if (rows[f"{name}_text"] != "").any()}
    layers: list[Layer] = [
        row_names(rows, order),
        base.mark_rule(strokeWidth=4, strokeOpacity=0.45).encode(
            x=alt.X("min:Q", scale=axis.scale(), axis=axis.axis()), x2=alt.X2("max:Q")
        ),
        base.mark_point(filled=True, size=80, opacity=1).encode(x=x, shape=shape, tooltip=TOOLTIP),
        *figure_columns(rows, order, columns, FIGURE_WIDTH),
        *narrow_lines(rows, order, LINES),
        chart_of(failed).mark_text(style="failed", align="left", x=6).encode(y=row_axis(order), text=alt.Text("text:N")),
    ]
    return layered(*layers, width=PANEL_WIDTH, height={"step": ROW_HEIGHT}, title=panel_title(tasks_words(n)))


def with_longer(row: Row) -> str:
    """The row's version, and the amount that counts where that is not the configured one."""
    return ", ".join(filter(None, [str(row["version"]), longer_words(row) if row["runs_ok"] else ""]))


def figures(row: Row, n: int) -> dict[str, str]:
    """Medians of one row in words: a field for each column, and the same as lines. Empty where there is none; rates only for many tasks."""
    rates = ("launch_tasks_per_second", "cpu_seconds_per_million_tasks") if n >= TASKS_FROM else ()
    known = {name: row.get(f"{name}_median") for name in (*MEASURES, *rates)}
    words = {name: (seconds if name in MEASURES else rounded)(float(value)) for name, value in known.items() if pd.notna(value)}
    words = {name: words.get(name, "") for name in HEADS.values()}
    cpu, launch, wall, rate, each = words.values()
    times = {f"CPU {cpu} s": cpu, f"launch {launch} s": launch, f"wall {wall} s": wall}
    rate_words = {f"{rate} launched/s": rate, f"CPU {each} s/million": each}
    lines = [", ".join(text for text, known in parts.items() if known) for parts in (times, rate_words)]
    thousands = {} if not rate else {"launch_tasks_per_second": rounded(float(row["launch_tasks_per_second_median"]) / 1_000)}
    return {f"{name}_text": text for name, text in (words | thousands).items()} | dict(zip(LINES, lines, strict=True))


TOOLTIP = [
    alt.Tooltip("label:N", title="variant"),
    alt.Tooltip("measure:N", title="measure"),
    alt.Tooltip("median:Q", title="median, s", format=",.3f"),
    alt.Tooltip("min:Q", title="smallest, s", format=",.3f"),
    alt.Tooltip("max:Q", title="largest, s", format=",.3f"),
]
