"""A panel with one row a variant: the name and version at the left, or above the marks on a narrow screen.

`narrow` is a parameter of the specification that a page sets by the width it has (embed.js), together with what `narrow_layout` names.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from view.charts.composing import Layer, Panel, layered
from view.charts.data import chart_of

ROW_HEIGHT, NARROW_ROW_HEIGHT, NARROW_LINE_HEIGHT = 30, 50, 15


def row_axis(order: Sequence[str]) -> alt.Y:
    """Rows in this very order. Names are drawn by row_names, so the axis shows only its lines."""
    axis = alt.Axis(labels=False, ticks=False, domain=False, title=None, grid=True)
    return alt.Y("variant:N", sort=list(order), axis=axis, scale=alt.Scale(domain=list(order)))


def row_names(rows: pd.DataFrame, order: Sequence[str]) -> Panel:
    """Name over version left of each row; where it is narrow the name above the marks and the version below them."""
    return layered(names_of(chart_of(rows[["variant", "label", "version"]].drop_duplicates()).encode(y=row_axis(order))))


def names_of(base: alt.Chart) -> alt.LayerChart | alt.FacetChart:
    """The same of any rows with label and version, whatever gives them their place."""
    side: dict[str, Any] = {"x": alt.expr("narrow ? 0 : -10"), "align": alt.expr("narrow ? 'left' : 'right'"), "baseline": "middle"}
    name = base.mark_text(style="row-name", dy=alt.expr("narrow ? -15 : datum.version ? -7 : 0"), **side)
    version = base.mark_text(style="row-version", dy=alt.expr(f"narrow ? {NARROW_LINE_HEIGHT} : 7"), **side)
    return alt.LayerChart(layer=[name.encode(text=alt.Text("label:N")), version.encode(text=alt.Text("version:N"))])


def figure_columns(rows: pd.DataFrame, order: Sequence[str], columns: Mapping[str, str], width: int) -> list[Layer]:
    """Columns of text right of the panel, `width` pixels each: for each the head (a line feed before its unit) and the field of `rows`."""
    layers: list[Layer] = []
    for step, (head, field) in enumerate(columns.items(), 1):
        place: dict[str, Any] = {"align": "right", "x": "width", "dx": width * step}
        texts = chart_of(rows[["variant", field]]).encode(y=row_axis(order), text=alt.Text(f"{field}:N"))
        above = chart_of(pd.DataFrame({"text": [head]})).encode(text=alt.Text("text:N"))
        layers += [
            texts.transform_filter("!narrow").mark_text(style="value", **place),
            above.transform_filter("!narrow").mark_text(style="row-version", y=-22, lineBreak="\n", lineHeight=12, **place),
        ]
    return layers


def narrow_lines(rows: pd.DataFrame, order: Sequence[str], fields: Sequence[str]) -> list[Layer]:
    """The same figures as lines of text below the version of each row, where there is no room for columns."""
    return [
        chart_of(rows[["variant", field]])
        .transform_filter("narrow")
        .mark_text(style="row-version", align="left", baseline="middle", x=0, dy=NARROW_LINE_HEIGHT * (line + 2))
        .encode(y=row_axis(order), text=alt.Text(f"{field}:N"))
        for line, field in enumerate(fields)
    ]


def page_layout(tasks: Sequence[int], lines: int = 0, first: int | None = None) -> dict[str, Any]:
    """What a page does with the panels, one for each N (embed.js): offers them one by one, lays them out anew below a width in pixels.

    `lines`: lines of text below a row's marks where it is narrow. `first`: the N that a narrow screen shows before anybody chooses.
    """
    return {
        "narrow_below": 900,
        "narrow_column": 400,
        "narrow_margin": 56,
        "narrow_row_height": NARROW_ROW_HEIGHT + NARROW_LINE_HEIGHT * lines,
        "panels": [f"{n:,}" for n in tasks],
        "first_panel": f"{first or tasks[-1]:,}",
    }
