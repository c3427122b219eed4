"""Peak resident memory, ranked, a panel for each N: the chart that answers the question."""

from typing import Any

import altair as alt
import pandas as pd

from common.units import MIB, mib
from common.words import tasks_words
from records.metrics import HEADLINE, metric
from records.vocabulary import PRIMITIVE_NAMES, failed_words
from view.charts.axes import log_axis
from view.charts.composing import Layer, Panel, layered, side_by_side
from view.charts.data import chart_of
from view.charts.panels import panel_tasks, panels_note
from view.charts.rows import ROW_HEIGHT, page_layout, row_axis, row_names
from view.charts.sweep_tables import Sweep, dot_words, introduction
from view.charts.theme import Row, panel_title, primitive_colour, primitive_shape, themed
from workloads.sleep_words import DIFFERING, TASKS, longer_words

PANEL_WIDTH = 330
PEAK = metric(HEADLINE)
TITLE = f"Peak resident memory of N concurrent {TASKS}"
NOTES = [
    "Only runs in which all N tasks were proven alive at one moment count.",
    "Ranked within each kind (colour and shape): a timer is not a task.",
]


def specification(sweep: Sweep) -> dict[str, Any]:
    """Vega-Lite specification of the chart."""
    tasks = panel_tasks(sweep.tasks)
    panels = [panel(ranked(sweep.summary, n), n) for n in tasks]
    chart = side_by_side(*panels, columns=2, spacing={"row": 36, "column": 30})
    notes = [f"{dot_words(sweep)} {NOTES[0]}", NOTES[1], *panels_note(sweep.tasks, tasks)]
    return themed(chart, TITLE, introduction(sweep, notes)) | {"usermeta": page_layout(tasks)}


def ranked(summary: pd.DataFrame, n: int) -> pd.DataFrame:
    """Rows of one N in the order of the panel: kind by kind, in each smallest median first, then what was not measured, by name."""
    kinds = {name: place for place, name in enumerate(PRIMITIVE_NAMES)}
    rows = summary[summary["n"] == n].assign(kind=lambda found: found["primitive"].map(kinds))
    rows = rows.sort_values(["kind", "peak_bytes_median", "label"], na_position="last").drop(columns="kind")
    rows = rows.assign(**{what: rows[f"peak_bytes_{what}"].astype("Float64") / MIB for what in ("median", "min", "max")})
    return rows.assign(text=[value_text(row) for row in rows.to_dict("records")])


def value_text(row: Row) -> str:
    """What stands beside a dot, or in its place: value, longer sleep, runs that failed."""
    notes = cell_notes(row)
    if pd.isna(row["peak_bytes_median"]):
        return notes or "no peak"
    return f"{mib(float(row['peak_bytes_median']))} MiB" + (f" ({notes})" if notes else "")


def cell_notes(row: Row) -> str:
    """What to know of a cell beside its figure: that it slept longer, and which of its runs failed. Where all failed, that comes first."""
    failed = failed_words(str(row["verdicts"]), str(row["primitive"]))
    slept = longer_words(row)
    return ", ".join(filter(None, [slept, failed] if row["runs_ok"] else [failed, slept]))


def panel(rows: pd.DataFrame, n: int) -> Panel:
    """One N: names, ranges, dots, values; failed cells in words."""
    order = list(rows["variant"])
    measured, failed = rows.dropna(subset=["median"]), rows[rows["median"].isna()]
    axis = log_axis([*measured["min"], *measured["max"]], PEAK.axis_title, zip(measured["max"], measured["text"], strict=True))
    columns = ["variant", "label", "version", "primitive_name", "median", "min", "max", "text", "runs_ok", "sleep_seconds"]
    base = chart_of(measured[columns]).encode(y=row_axis(order))
    x = alt.X("median:Q", scale=axis.scale(), axis=axis.axis())
    layers: list[Layer] = [
        row_names(rows, order),
        base.mark_rule(strokeWidth=4, strokeOpacity=0.45).encode(
            x=alt.X("min:Q", scale=axis.scale(), axis=axis.axis()), x2=alt.X2("max:Q"), color=primitive_colour()
        ),
        base.mark_point(filled=True, size=95, opacity=1).encode(x=x, color=primitive_colour(), shape=primitive_shape(), tooltip=TOOLTIP),
        base.mark_text(style="value", align="left", dx=10).encode(
            x=alt.X("max:Q", scale=axis.scale(), axis=axis.axis()), text=alt.Text("text:N")
        ),
        chart_of(failed[["variant", "text"]])
        .mark_text(style="failed", align="left", x=6)
        .encode(y=row_axis(order), text=alt.Text("text:N")),
    ]
    return layered(*layers, width=PANEL_WIDTH, height={"step": ROW_HEIGHT}, title=panel_title(tasks_words(n)))


TOOLTIP = [
    alt.Tooltip("label:N", title="variant"),
    alt.Tooltip("version:N", title="version"),
    alt.Tooltip("primitive_name:N", title="kind"),
    alt.Tooltip("median:Q", title="median, MiB", format=",.2f"),
    alt.Tooltip("min:Q", title="smallest, MiB", format=",.2f"),
    alt.Tooltip("max:Q", title="largest, MiB", format=",.2f"),
    alt.Tooltip("runs_ok:Q", title="ok runs"),
    alt.Tooltip("sleep_seconds:Q", title=f"{DIFFERING['sleep_seconds']}, s"),
]
