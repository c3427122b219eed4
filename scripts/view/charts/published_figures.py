"""The posts' figures beside ours, a panel for each N."""

from pathlib import Path
from typing import Any

import altair as alt
import pandas as pd

from common.command_line import UserError
from common.units import MIB, mib
from common.words import tasks_words
from records.metrics import HEADLINE, metric
from records.vocabulary import failed_words
from view.charts.axes import log_axis
from view.charts.composing import Layer, Panel, layered, side_by_side
from view.charts.data import chart_of
from view.charts.rows import ROW_HEIGHT, page_layout, row_axis, row_names
from view.charts.sweep_tables import Sweep, introduction
from view.charts.theme import BLUE, GREEN, INK, ORANGE, panel_title, themed

PANEL_WIDTH = 330
TITLE = "Published figures beside the ones measured here"
HERE = "measured here (median)"
SOURCES = {
    "pkolaczk-2023": "2023 post (pkolaczk)",
    "hez2010-2024": "2024 post (hez2010)",
    "hez2010-2024-take2": "2024 post, Take 2",
}
COLOURS, SHAPES = (INK, ORANGE, BLUE, GREEN), ("circle", "square", "triangle-up", "diamond")
NOTES = [
    "The posts ran other versions on other machines, once each; the 2023 post's MB are read as MiB.",
    "Sorted by the figure measured here, or the published one where there is none.",
]
COLUMNS = ("source", "variant", "n", "peak_bytes")


def specification(sweep: Sweep, reference: Path) -> dict[str, Any]:
    """Vega-Lite specification of the chart. `reference`: the CSV of published figures."""
    compared = comparison(sweep.summary, read_reference(reference))
    tasks = [n for n in sweep.tasks if (compared["n"] == n).any()]
    if not tasks:
        empty = chart_of(pd.DataFrame({"text": ["No figure was published for these variants and N."]}))
        return themed(empty.mark_text(style="failed").encode(text=alt.Text("text:N")), TITLE, introduction(sweep))
    chart = side_by_side(*(panel(compared[compared["n"] == n], n) for n in tasks), columns=2, spacing={"row": 36, "column": 30})
    return themed(chart, TITLE, introduction(sweep, NOTES)) | {"usermeta": page_layout(tasks)}


def read_reference(path: Path) -> pd.DataFrame:
    """Published figures: source, variant, n, peak_bytes. UserError where the file is missing or lacks a column."""
    try:
        figures = pd.read_csv(path)
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: published figures cannot be read ({str(error).splitlines()[0]})") from None
    missing = [name for name in COLUMNS if name not in figures]
    if missing:
        raise UserError(f"{path}: no column {', '.join(missing)}. Needed: {', '.join(COLUMNS)}")
    return figures[list(COLUMNS)]


def comparison(summary: pd.DataFrame, published: pd.DataFrame) -> pd.DataFrame:
    """One row a variant, N and source (ours among them), of what was published for this sweep's cells. No `mib` where ours failed."""
    known = published.merge(summary[["variant", "n"]], on=["variant", "n"])
    ours = summary.merge(known[["variant", "n"]].drop_duplicates(), on=["variant", "n"])
    here = ours[["variant", "n"]].assign(source=HERE, mib=ours["peak_bytes_median"].astype("Float64") / MIB)
    theirs = known[["variant", "n"]].assign(source=known["source"].map(lambda name: SOURCES.get(name, name)), mib=known["peak_bytes"] / MIB)
    described = summary[["variant", "n", "label", "version", "verdicts", "primitive"]]
    return pd.concat([here, theirs]).merge(described, on=["variant", "n"])


def panel(rows: pd.DataFrame, n: int) -> Panel:
    """One N: a line through all figures of a variant, a point for each source, our value in words."""
    ours = rows[rows["source"] == HERE].set_index("variant")["mib"]
    published = rows[rows["source"] != HERE].groupby("variant")["mib"].median()
    order = list(ours.fillna(published).sort_values().index)
    points = rows.dropna(subset=["mib"])
    ends = points.groupby("variant", as_index=False).agg(least=("mib", "min"), most=("mib", "max"))
    ends["text"] = [end_text(rows[rows["source"] == HERE].set_index("variant").loc[variant]) for variant in ends["variant"]]
    ends["measured"] = [bool(pd.notna(ours[variant])) for variant in ends["variant"]]
    axis = log_axis(points["mib"], metric(HEADLINE).axis_title, zip(ends["most"], ends["text"], strict=True))
    names = [HERE, *(name for name in SOURCES.values() if (rows["source"] == name).any())]
    scale: dict[str, Any] = {"domain": [HERE, *SOURCES.values()]}
    legend = alt.Legend(symbolStrokeWidth=2)
    colour = alt.Color("source:N", sort=names, scale=alt.Scale(**scale, range=list(COLOURS)), legend=legend)
    shape = alt.Shape("source:N", sort=names, scale=alt.Scale(**scale, range=list(SHAPES)), legend=legend)
    x: dict[str, Any] = {"scale": axis.scale(), "axis": axis.axis()}
    base = chart_of(points[["variant", "label", "source", "mib"]]).encode(x=alt.X("mib:Q", **x), y=row_axis(order))
    span = chart_of(ends).encode(y=row_axis(order))
    layers: list[Layer] = [
        row_names(rows, order),
        span.mark_rule(style="behind", strokeWidth=2).encode(x=alt.X("least:Q", **x), x2=alt.X2("most:Q")),
        # Hollow, so that figures which agree do not hide one another.
        base.mark_point(filled=False, size=85, strokeWidth=2, opacity=1).encode(color=colour, shape=shape, tooltip=TOOLTIP),
        span.transform_filter("datum.measured")
        .mark_text(style="value", align="left", dx=10)
        .encode(x=alt.X("most:Q", **x), text=alt.Text("text:N")),
        span.transform_filter("!datum.measured")
        .mark_text(style="failed", align="left", dx=10)
        .encode(x=alt.X("most:Q", **x), text=alt.Text("text:N")),
    ]
    return layered(*layers, width=PANEL_WIDTH, height={"step": ROW_HEIGHT}, title=panel_title(tasks_words(n)))


def end_text(row: "pd.Series[Any]") -> str:
    """Our figure, or why there is none."""
    value = row["mib"]
    return failed_words(str(row["verdicts"]), str(row["primitive"])) if pd.isna(value) else f"{mib(float(value) * MIB)} MiB here"


TOOLTIP = [
    alt.Tooltip("label:N", title="variant"),
    alt.Tooltip("source:N", title="source"),
    alt.Tooltip("mib:Q", title="peak, MiB", format=",.2f"),
]
