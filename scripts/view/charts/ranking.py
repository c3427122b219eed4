"""The answer as one ranked panel whose figures the page chooses: N, memory, unit, scale, filters (report/in_page/ranking.js).

The specification says how a row looks; its rows, their order, the domain and the words of the axis are filled in by the page. The picture
for papers, with every N side by side, is peak_by_tasks.
"""

from typing import Any, Literal

import altair as alt

from view.charts.peak_by_tasks import TITLE
from view.charts.rows import NARROW_ROW_HEIGHT, ROW_HEIGHT, names_of
from view.charts.theme import INK, Panel, primitive_colour, primitive_shape, themed

ROWS, PUBLISHED = "rows", "published"  # the data that the page fills in
BAR_HEIGHT = 15
Scale = Literal["linear", "log"]
SCALES: tuple[Scale, ...] = ("linear", "log")
SIGNS = ("cross", "triangle-down", "triangle-right")  # of the published sources, in their order; none is a kind's
# Below this width in pixels names stand above their marks; margins are what names and axis take beside the panel.
LAYOUT = {"narrow_below": 760, "narrow_margin": 24, "wide_margin": 300, "row_height": ROW_HEIGHT, "narrow_row_height": NARROW_ROW_HEIGHT}


def specification(scale: Scale) -> dict[str, Any]:
    """Vega-Lite specification without data, of one of SCALES."""
    rows = alt.Chart(alt.NamedData(ROWS))
    x = {what: place(scale, f"{what}:Q") for what in ("value", "low", "high", "anchor")}
    layers: list[Panel] = [names_of(rows), *(bars(rows, x["value"]) if scale == "linear" else [])]
    layers += [spread(rows, x["low"], scale), *points(rows, x["value"]), *published(x["value"]), *words(rows, x["anchor"])]
    return themed(alt.layer(*layers).encode(y=row_place(scale)), TITLE, []) | {"usermeta": LAYOUT}


def place(scale: Scale, field: str) -> alt.X:
    """A place along the axis. The page sets the domain, and on a log scale the ticks."""
    axis = alt.Axis(title="", format=",~f", labelFlush=False, labelOverlap="greedy", grid=True, tickCount=6)
    return alt.X(field, scale=alt.Scale(type=scale, domain=[1, 2], nice=False), axis=axis)


def row_place(scale: Scale) -> alt.Y:
    """One row a variant, in the order of the page. A line leads to a dot; a bar needs none."""
    axis = alt.Axis(labels=False, ticks=False, domain=False, title=None, grid=scale == "log")
    return alt.Y("variant:N", sort=None, axis=axis, scale=alt.Scale(domain=[""]))


def bars(rows: alt.Chart, x: alt.X) -> list[Panel]:
    """From zero, so that lengths compare; only outlined where the figure is a naive one. On a log scale a bar would have no true length."""
    known = rows.transform_filter("isValid(datum.value)")
    bar = known.transform_filter("!datum.naive").mark_bar(height=BAR_HEIGHT, opacity=0.45)
    outline = known.transform_filter("datum.naive").mark_bar(height=BAR_HEIGHT, filled=False, strokeDash=[3, 2], strokeWidth=1)
    return [mark.encode(x=x, x2=alt.datum(0), color=primitive_colour(), tooltip=TOOLTIP) for mark in (bar, outline)]


def spread(rows: alt.Chart, x: alt.X, scale: Scale) -> Panel:
    """From low to high: the runs, or the interval of a slope."""
    line = rows.transform_filter("isValid(datum.low)")
    ink, broad = line.mark_rule(style="footprint", stroke=INK, strokeWidth=1.5), line.mark_rule(strokeWidth=4, strokeOpacity=0.45)
    mark: Panel = (ink if scale == "linear" else broad.encode(color=primitive_colour())).encode(x=x, x2="high:Q")
    return mark


def points(rows: alt.Chart, x: alt.X) -> list[Panel]:
    """A symbol of the kind at each figure; hollow where it is a naive one."""
    known = rows.transform_filter("isValid(datum.value)")
    full = known.transform_filter("!datum.naive").mark_point(filled=True, size=95, opacity=1)
    hollow = known.transform_filter("datum.naive").mark_point(filled=False, size=80, strokeWidth=2, opacity=1)
    return [mark.encode(x=x, color=primitive_colour(), shape=primitive_shape(), tooltip=TOOLTIP) for mark in (full, hollow)]


def published(x: alt.X) -> list[Panel]:
    """Hollow signs in ink, one for each source, which the page explains beside the chart: a legend would merge with that of the kinds."""
    titles = {"label": "variant", "source": "published in", "text": "figure"}
    tooltip = [alt.Tooltip(f"{name}:N", title=title) for name, title in titles.items()]
    return [
        alt.Chart(alt.NamedData(PUBLISHED), name=f"{PUBLISHED}_{place}")
        .transform_filter(f"datum.sign === '{sign}'")
        .mark_point(style="footprint", shape=sign, filled=False, stroke=INK, size=75, strokeWidth=1.5, opacity=1)
        .encode(x=x, tooltip=tooltip)
        for place, sign in enumerate(SIGNS)
    ]


def words(rows: alt.Chart, x: alt.X) -> list[Panel]:
    """The figure beside its mark; why there is none in its place."""
    known, none = (rows.transform_filter(f"{sign}isValid(datum.value)") for sign in ("", "!"))
    return [
        known.mark_text(style="value", align="left", dx=11).encode(x=x, text="text:N"),
        none.mark_text(style="failed", align="left", dx=11).encode(x=x, text="text:N"),
    ]


TOOLTIP = [
    alt.Tooltip("label:N", title="variant"),
    alt.Tooltip("version:N", title="version"),
    alt.Tooltip("primitive_name:N", title="kind"),
    alt.Tooltip("text:N", title="figure"),
    alt.Tooltip("spread:N", title="from, to"),
    alt.Tooltip("runs:N", title="ok runs"),
]
