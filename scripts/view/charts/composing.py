"""Layers and panels put together. Altair's own layer() and concat() copy and hash all that is in them, time and again."""

from typing import Any, TypeAlias

import altair as alt

Panel: TypeAlias = dict[str, Any]  # part of a specification, with the rows that it draws under "datasets"
Layer: TypeAlias = alt.Chart | alt.LayerChart | alt.FacetChart | Panel


def layered(*layers: Layer, title: alt.TitleParams | None = None, **size: Any) -> Panel:
    """Marks over one another, the first one lowest. `size`: width and height, in pixels or as {"step": pixels for each row}."""
    named = {} if title is None else {"title": title.to_dict(validate=False)}
    return _together("layer", layers) | named | size


def side_by_side(*panels: Panel, columns: int, spacing: dict[str, int]) -> Panel:
    """Panels in rows of so many columns, with so many pixels between them."""
    return _together("concat", panels) | {"columns": columns, "spacing": spacing}


def _together(kind: str, parts: tuple[Layer, ...]) -> Panel:
    plain = [part if isinstance(part, dict) else _plain(part) for part in parts]
    datasets = {name: rows for part in plain for name, rows in part["datasets"].items()}
    return {kind: [{key: value for key, value in part.items() if key != "datasets"} for part in plain], "datasets": datasets}


def _plain(chart: alt.Chart | alt.LayerChart | alt.FacetChart) -> Panel:
    datasets: dict[str, Any] = {}
    return chart.to_dict(validate=False, context={"top_level": False, "datasets": datasets}) | {"datasets": datasets}
