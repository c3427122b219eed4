"""The machine classes side by side, a panel for each N. Drawn from the summaries of several machines, not from one sweep."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from common.units import MIB, mib
from common.words import tasks_words
from records.metrics import HEADLINE, metric
from records.vocabulary import failed_words
from view.charts.axes import log_axis
from view.charts.composing import Layer, Panel, layered, side_by_side
from view.charts.data import chart_of
from view.charts.panels import panel_tasks, panels_note
from view.charts.rows import ROW_HEIGHT, figure_columns, narrow_lines, page_layout, row_axis, row_names
from view.charts.theme import BLUE, GREEN, ORANGE, PURPLE, SKY, YELLOW, panel_title, themed

PANEL_WIDTH, FIGURE_WIDTH, MOST_COLUMNS = 190, 62, 4
TITLE = "Peak resident memory on each class of machines"
NOTE = "Dot: median. Line: smallest to largest run. Sorted by the median on the first of them. A dash: no figure there."
# A colour and a shape for each class; as their numbers have no common factor, the first 42 classes have 42 different marks.
COLOURS = (BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW)
SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "triangle-right")
NOTHING = "No run was ok on any of them."
NONE = "\N{EN DASH}"


def specification(cells: pd.DataFrame, machines: Mapping[str, str]) -> dict[str, Any]:
    """Vega-Lite specification. `cells`: rows of the machines' summaries with `machine`; `machines`: what each is in words, in order."""
    notes = [NOTE, *(f"{name}: {words}" for name, words in machines.items())]
    if cells["peak_bytes_median"].isna().all():
        text = (
            chart_of(pd.DataFrame({"text": [NOTHING]}))
            .mark_text(style="failed", align="left")
            .encode(text=alt.Text("text:N"), x=alt.value(0))
        )
        return themed(text.properties(width=2 * PANEL_WIDTH, height=60), TITLE, notes)
    tasks = sorted(int(n) for n in cells["n"].unique())
    shown = panel_tasks(tasks)
    chart = side_by_side(*(panel(cells[cells["n"] == n], n, list(machines)) for n in shown), columns=2, spacing={"row": 36, "column": 30})
    return themed(chart, TITLE, [*notes, *panels_note(tasks, shown)]) | {"usermeta": page_layout(shown, lines=1)}


def panel(cells: pd.DataFrame, n: int, machines: Sequence[str]) -> Panel:
    """One N: names, a range and a mark for each class, the medians as figures; what failed everywhere in words."""
    order = row_order(cells, machines[0])
    rows = cells.drop_duplicates("variant").drop(columns="version", errors="ignore").assign(version="")
    rows = rows.merge(figures(cells, machines), on="variant")
    measured = cells.dropna(subset=["peak_bytes_median"])
    values = {what: measured[f"peak_bytes_{what}"].astype("Float64") / MIB for what in ("median", "min", "max")}
    marks = measured[["variant", "label", "machine"]].assign(**values)
    axis = log_axis([*marks["min"], *marks["max"]], metric(HEADLINE).axis_title, most_ticks=5)
    position: dict[str, Any] = {"scale": axis.scale(), "axis": axis.axis()}
    names, legend = list(machines), alt.Legend(symbolStrokeWidth=2)
    colour = alt.Color("machine:N", sort=names, scale=alt.Scale(domain=names, range=cycled(COLOURS, len(names))), legend=legend)
    shape = alt.Shape("machine:N", sort=names, scale=alt.Scale(domain=names, range=cycled(SHAPES, len(names))), legend=legend)
    base = chart_of(marks).encode(y=row_axis(order), color=colour)
    columns = {f"{name}\nMiB": f"figure_{place}" for place, name in enumerate(machines)} if len(machines) <= MOST_COLUMNS else {}
    layers: list[Layer] = [
        row_names(rows, order),
        base.mark_rule(strokeWidth=4, strokeOpacity=0.45).encode(x=alt.X("min:Q", **position), x2=alt.X2("max:Q")),
        # Hollow, so that classes which agree do not hide one another.
        base.mark_point(size=80, strokeWidth=2, opacity=1).encode(x=alt.X("median:Q", **position), shape=shape, tooltip=TOOLTIP),
        *figure_columns(rows, order, columns, FIGURE_WIDTH),
        *narrow_lines(rows, order, ["line"]),
        chart_of(rows[["variant", "failed"]])
        .mark_text(style="failed", align="left", x=6)
        .encode(y=row_axis(order), text=alt.Text("failed:N")),
    ]
    return layered(*layers, width=PANEL_WIDTH, height={"step": ROW_HEIGHT}, title=panel_title(tasks_words(n)))


def row_order(cells: pd.DataFrame, first: str) -> list[str]:
    """Variants by their median on the first class, the smallest first; those without one there last, by name."""
    of_first = cells[cells["machine"] == first].dropna(subset=["peak_bytes_median"])
    medians = dict(zip(of_first["variant"], of_first["peak_bytes_median"], strict=True))
    return sorted((str(name) for name in cells["variant"].unique()), key=lambda name: (name not in medians, medians.get(name, 0), name))


def figures(cells: pd.DataFrame, machines: Sequence[str]) -> pd.DataFrame:
    """One row a variant: `figure_0`, ... the median of each class, `line` with all of them, `failed` where no class has one."""
    found = []
    for variant, group in cells.groupby("variant", sort=False):
        by_machine = group.set_index("machine").to_dict("index")
        peaks = [by_machine.get(name, {}).get("peak_bytes_median") for name in machines]
        texts = [NONE if peak is None or pd.isna(peak) else mib(float(peak)) for peak in peaks]
        ok = any(text != NONE for text in texts)
        verdicts = dict.fromkeys(failed_words(str(cell["verdicts"]), str(cell["primitive"])) for cell in by_machine.values())
        line = ", ".join(f"{name} {text}" for name, text in zip(machines, texts, strict=True)) + " MiB"
        shown = texts if ok else [""] * len(texts)
        found.append(
            {"variant": variant, "line": line if ok else "", "failed": "" if ok else "; ".join(filter(None, verdicts))}
            | {f"figure_{place}": text for place, text in enumerate(shown)}
        )
    return pd.DataFrame(found)


def cycled(values: Sequence[str], count: int) -> list[str]:
    """`count` of the values, from the first again where there are too few."""
    return [values[place % len(values)] for place in range(count)]


TOOLTIP = [
    alt.Tooltip("label:N", title="variant"),
    alt.Tooltip("machine:N", title="machine class"),
    alt.Tooltip("median:Q", title="median, MiB", format=",.2f"),
    alt.Tooltip("min:Q", title="smallest, MiB", format=",.2f"),
    alt.Tooltip("max:Q", title="largest, MiB", format=",.2f"),
]
