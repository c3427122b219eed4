"""How every chart looks: Okabe and Ito's colours with a shape as the second cue, plain sans-serif, quiet lines.

chart.css turns these very colours into those of dark mode, which is why marks take theirs from here (or from a style) and never name one.
"""

import textwrap
from collections.abc import Hashable, Sequence
from typing import Any, TypeAlias

import altair as alt

from records.vocabulary import PRIMITIVE_NAMES
from view.charts.composing import Layer

Row: TypeAlias = dict[Hashable, Any]  # one row of a table, as pandas gives it
Panel: TypeAlias = alt.Chart | alt.LayerChart | alt.FacetChart

INK, MUTED, GRID, AXIS, PAPER = "#1b1f24", "#59636e", "#e4e7eb", "#9aa4af", "#ffffff"
BLUE, ORANGE, GREEN, PURPLE = "#0072b2", "#d55e00", "#009e73", "#cc79a7"
SKY, YELLOW = "#56b4e9", "#e69f00"

# How each kind of task is drawn: by id, so that one that is added must be given its own.
PRIMITIVE_COLOURS = {"os-thread": ORANGE, "green-thread": BLUE, "scheduled-task": GREEN, "timer": PURPLE}
PRIMITIVE_SHAPES = {"os-thread": "square", "green-thread": "circle", "scheduled-task": "triangle-up", "timer": "diamond"}

TITLE_LETTERS = 26

CONFIG: dict[str, Any] = {
    "font": "sans-serif",
    "background": PAPER,
    "padding": 12,
    "view": {"stroke": None},
    "axis": {
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelColor": MUTED,
        "titleColor": MUTED,
        "gridColor": GRID,
        "domainColor": AXIS,
        "tickColor": AXIS,
        "titlePadding": 8,
    },
    "title": {
        "anchor": "start",
        "frame": "bounds",
        "fontSize": 18,
        "fontWeight": "bold",
        "color": INK,
        "subtitleFontSize": 13,
        "subtitleColor": MUTED,
        "subtitlePadding": 6,
        "subtitleLineHeight": 18,
        "offset": 14,
    },
    "legend": {
        "orient": "top",
        "direction": "horizontal",
        "title": None,
        "labelFontSize": 13,
        "labelColor": INK,
        "labelLimit": 0,
        "symbolSize": 90,
        "symbolStrokeWidth": 0,
        "symbolOpacity": 1,
        "columnPadding": 18,
        "offset": 8,
    },
    "style": {
        "footprint": {"color": INK},
        "event": {"color": MUTED},
        "behind": {"color": AXIS, "stroke": AXIS, "strokeOpacity": 0.35},
        "row-name": {"color": INK, "fontSize": 13},
        "row-version": {"color": MUTED, "fontSize": 11},
        "value": {"color": INK, "fontSize": 12},
        "failed": {"color": MUTED, "fontSize": 12, "fontStyle": "italic"},
    },
}


def themed(chart: Layer, title: str, subtitle: list[str]) -> dict[str, Any]:
    """The Vega-Lite specification of a finished chart, with title, subtitle and this theme."""
    finished = chart if isinstance(chart, dict) else chart.to_dict(validate=False)  # the tests check every chart against the schema
    specification = {"$schema": alt.SCHEMA_URL, **finished}
    specification["title"] = {"text": title, "subtitle": subtitle}
    specification["config"] = CONFIG
    # A page sets this where it is narrow (embed.js); rows.py says what it changes.
    specification["params"] = [{"name": "narrow", "value": False}, *specification.get("params", [])]
    return dict(specification)


def panel_title(text: str, below: Sequence[str] = ()) -> alt.TitleParams:
    """Title of one panel among several; a long one in two lines, so that it makes no panel wider."""
    words = alt.TitleParams(textwrap.wrap(text, TITLE_LETTERS, break_on_hyphens=False), fontSize=14, offset=8, frame="group")
    if below:
        words.subtitle, words.subtitleFontSize, words.subtitlePadding, words.subtitleLineHeight, words.offset = list(below), 12, 3, 15, 18
    return words


def primitive_scale() -> alt.Scale:
    """Primitive to colour."""
    return alt.Scale(domain=list(PRIMITIVE_NAMES.values()), range=[PRIMITIVE_COLOURS[kind] for kind in PRIMITIVE_NAMES])


def primitive_colour() -> alt.Color:
    """Colour by primitive, the same in every chart."""
    names = list(PRIMITIVE_NAMES.values())
    return alt.Color("primitive_name:N", scale=primitive_scale(), sort=names)


def primitive_shape() -> alt.Shape:
    """Shape by primitive: the cue that is left in grey."""
    names = list(PRIMITIVE_NAMES.values())
    scale = alt.Scale(domain=names, range=[PRIMITIVE_SHAPES[kind] for kind in PRIMITIVE_NAMES])
    return alt.Shape("primitive_name:N", scale=scale, sort=names)
