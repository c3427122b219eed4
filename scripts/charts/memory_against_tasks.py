"""Peak resident memory against N, log-log, a panel for each kind of task: what is base and what grows."""

from typing import Any

import altair as alt
import pandas as pd

from charts.axes import log_axis
from charts.spreading import spread_apart
from charts.sweep import Sweep, introduction
from charts.theme import PRIMITIVE_NAMES, Panel, panel_title, primitive_colour, primitive_shape, themed
from charts.wording import MIB

PANEL_WIDTH, PANEL_HEIGHT, LABEL_HEIGHT = 300, 300, 15
TITLE = "Peak resident memory against the number of tasks"
NOTES = ["Point: median of the ok runs; both axes are logarithmic, so a straight rise to the right means memory in proportion to N."]


def specification(sweep: Sweep) -> dict[str, Any]:
    """Vega-Lite specification of the chart."""
    measured = sweep.summary.dropna(subset=["peak_bytes_median"])
    measured = measured.assign(**{what: measured[f"peak_bytes_{what}"].astype("Float64") / MIB for what in ("median", "min", "max")})
    kinds = [name for name in PRIMITIVE_NAMES.values() if (measured["primitive_name"] == name).any()]
    if not kinds:
        return themed(alt.Chart(pd.DataFrame({"text": ["No run was ok."]})).mark_text().encode(text="text:N"), TITLE, introduction(sweep))
    panels = [panel(measured, kind) for kind in kinds]
    return themed(alt.concat(*panels, columns=2, spacing={"row": 30, "column": 24}), TITLE, introduction(sweep, NOTES)) | {
        "usermeta": {"narrow_below": 980, "narrow_column": 480, "narrow_margin": 228}
    }


def panel(measured: pd.DataFrame, kind: str) -> Panel:
    """One kind of task; the others stand behind in grey."""
    rows, others = measured[measured["primitive_name"] == kind], measured[measured["primitive_name"] != kind]
    memory = log_axis([*measured["min"], *measured["max"]], "peak resident memory (MiB)")
    tasks = log_axis([float(n) for n in measured["n"]], "tasks (N)", most_ticks=5)
    x = alt.X("n:Q", scale=tasks.scale(), axis=tasks.axis())
    y = alt.Y("median:Q", scale=memory.scale(), axis=memory.axis())
    columns = ["variant", "label", "version", "primitive_name", "n", "median", "min", "max"]
    base = alt.Chart(rows[columns]).encode(x=x, y=y, detail="variant:N")
    ends = label_places(rows, memory.domain)
    place = alt.Y("place:Q", scale=memory.scale(), axis=memory.axis())
    layers = [
        alt.Chart(others[columns]).mark_line(style="behind", strokeWidth=1).encode(x=x, y=y, detail="variant:N"),
        base.mark_rule(strokeWidth=3, strokeOpacity=0.45).encode(
            y=alt.Y("min:Q", scale=memory.scale()), y2="max:Q", color=primitive_colour()
        ),
        base.mark_line(strokeWidth=2).encode(color=primitive_colour()),
        base.mark_point(filled=True, size=70, opacity=1).encode(color=primitive_colour(), shape=primitive_shape(), tooltip=TOOLTIP),
        alt.Chart(ends).mark_rule(style="behind").encode(x=x, x2=alt.value("width"), y=y, y2="place:Q"),
        alt.Chart(ends).mark_text(style="value", align="left", dx=6).encode(x=alt.value("width"), y=place, text="label:N"),
    ]
    return alt.layer(*layers).properties(width=PANEL_WIDTH, height=PANEL_HEIGHT, title=panel_title(kind))


def label_places(rows: pd.DataFrame, domain: tuple[float, float]) -> pd.DataFrame:
    """The last point of each line, and where its label stands (MiB) so that labels do not lie on one another."""
    ends = rows.sort_values("n").groupby("variant", as_index=False).tail(1)
    return ends.assign(place=spread_apart([float(value) for value in ends["median"]], domain, LABEL_HEIGHT / PANEL_HEIGHT))[
        ["variant", "label", "n", "median", "place"]
    ]


TOOLTIP = [
    alt.Tooltip("label:N", title="variant"),
    alt.Tooltip("version:N", title="version"),
    alt.Tooltip("n:Q", title="tasks", format=","),
    alt.Tooltip("median:Q", title="median, MiB", format=",.2f"),
]
