"""A panel with one row a variant: the name and version at the left, or above the marks on a narrow screen.

`narrow` is a parameter of the specification that a page sets by the width it has (embed.js), together with what `narrow_layout` names.
"""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from charts.theme import Panel

ROW_HEIGHT, NARROW_ROW_HEIGHT = 30, 44


def row_axis(order: Sequence[str]) -> alt.Y:
    """Rows in this very order. Names are drawn by row_names, so the axis shows only its lines."""
    axis = alt.Axis(labels=False, ticks=False, domain=False, title=None, grid=True)
    return alt.Y("variant:N", sort=list(order), axis=axis, scale=alt.Scale(domain=list(order)))


def row_names(rows: pd.DataFrame, order: Sequence[str]) -> Panel:
    """Name over version left of each row; both on one line above the row where it is narrow."""
    base = alt.Chart(rows[["variant", "label", "version"]].drop_duplicates()).encode(y=row_axis(order))
    side: dict[str, Any] = {"x": alt.expr("narrow ? 0 : -10"), "align": alt.expr("narrow ? 'left' : 'right'"), "baseline": "middle"}
    name = base.transform_calculate(line="narrow ? datum.label + (datum.version ? '  ' + datum.version : '') : datum.label").mark_text(
        style="row-name", dy=alt.expr("narrow ? -15 : datum.version ? -7 : 0"), **side
    )
    version = base.mark_text(style="row-version", dy=7, opacity=alt.expr("narrow ? 0 : 1"), **side)
    return alt.layer(name.encode(text="line:N"), version.encode(text="version:N"))


def page_layout(tasks: Sequence[int]) -> dict[str, Any]:
    """What a page does with the panels, one for each N (embed.js): offers them one by one, lays them out anew below a width in pixels."""
    return {
        "narrow_below": 900,
        "narrow_column": 400,
        "narrow_margin": 56,
        "narrow_row_height": NARROW_ROW_HEIGHT,
        "panels": [f"{n:,}" for n in tasks],
    }
