"""Measured less fitted for every run that a line was fitted to, a panel for each variant: which slope to trust."""

import textwrap
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from analysis.estimation.lines import TASKS_FROM
from records.vocabulary import PRIMITIVE_NAMES
from view.charts.axes import LogAxis, log_axis
from view.charts.composing import Panel, layered, side_by_side
from view.charts.data import chart_of
from view.charts.fit_lines import fitted, interval_words, peak_fits, slope_words
from view.charts.sweep_tables import Sweep, introduction
from view.charts.theme import Row, panel_title, primitive_colour, primitive_shape, themed

PANEL_WIDTH, PANEL_HEIGHT, COLUMNS = 215, 110, 4
MOST_ROWS = 4_000  # of the whole chart: Altair refuses more than 5,000, and a page should stay light
TITLE = "Residuals: how far the runs are from the fitted line"
NOTES = [
    f"Point: one run's peak less the line fitted by least squares to the runs of N >= {TASKS_FROM:,}, "
    "as a share of what the line gives there.",
    "All panels have the same scale. Points that scatter around zero: the slope holds. A bend or steps: the growth is no straight line.",
]


def specification(sweep: Sweep) -> dict[str, Any]:
    """Vega-Lite specification of the chart."""
    fits = peak_fits(sweep)
    residuals = residual_rows(sweep.runs, fits)
    shown = thinned(residuals, MOST_ROWS)
    note = (
        "" if len(shown) == len(residuals) else f" Of {len(residuals):,} runs those with the least, median and greatest residual are drawn."
    )
    tasks = log_axis([float(n) for n in shown["n"]], "tasks (N)", most_ticks=4)
    domain = percent_domain(shown["percent"])
    panels = [panel(shown[shown["variant"] == fit["variant"]], fit, tasks, domain) for fit in in_order(fits)]
    panels += [empty_panel(str(row["label"]), row["reason"]) for row in unfitted(sweep, fits)]
    chart = side_by_side(*panels, columns=COLUMNS, spacing={"row": 26, "column": 26})
    return themed(chart, TITLE, introduction(sweep, [NOTES[0], NOTES[1] + note])) | {
        "usermeta": {"narrow_below": 1180, "narrow_column": 300, "narrow_margin": 84}
    }


def residual_rows(runs: pd.DataFrame, fits: pd.DataFrame) -> pd.DataFrame:
    """One row an ok run of a fitted variant at N >= 10,000: variant, repeat, n, percent of the fitted value (where that is above zero)."""
    used = runs[(runs["verdict"] == "ok") & (runs["n"] >= TASKS_FROM) & runs["variant"].isin(fits.index)].dropna(subset=["peak_bytes"])
    line = fitted(fits, used["variant"], used["n"])
    percent = (100 * (used["peak_bytes"].astype("float64") - line) / line).where(line > 0).round(4)
    return used[["variant", "repeat", "n"]].assign(percent=percent).dropna(subset=["percent"])


def thinned(residuals: pd.DataFrame, most: int) -> pd.DataFrame:
    """About `most` rows: of each variant and N (or stretch of log N, where there are many) the least, median and greatest residual."""
    if len(residuals) <= most:
        return residuals
    stretches = max(1, most // (3 * residuals["variant"].nunique()))
    n = residuals["n"].astype("float64")
    stretch = n if n.nunique() <= stretches else pd.cut(np.log(n), stretches, labels=False)
    ordered = residuals.assign(stretch=stretch).sort_values("percent")
    groups = ordered.groupby(["variant", "stretch"])
    place, count = groups.cumcount(), groups["percent"].transform("size")
    return ordered[(place == 0) | (place == (count - 1) // 2) | (place == count - 1)].sort_values(["variant", "n", "repeat"])


def percent_domain(percent: "pd.Series[Any]") -> list[float]:
    """From the least to the greatest residual, 2 % to either side at least, with a little room."""
    low, high = min(-2.0, float(percent.min())), max(2.0, float(percent.max()))
    return [1.08 * low, 1.08 * high] if len(percent) else [-2.0, 2.0]


def in_order(fits: pd.DataFrame) -> list[Row]:
    """Lines by kind of task, then by bytes per task."""
    kinds = {name: place for place, name in enumerate(PRIMITIVE_NAMES.values())}
    ordered = fits.assign(kind=fits["primitive_name"].map(kinds)).sort_values(["kind", "bytes_per_task"])
    return list(ordered.reset_index().to_dict("records"))


def unfitted(sweep: Sweep, fits: pd.DataFrame) -> list[dict[str, Any]]:
    """Label and reason of each variant without a line."""
    reasons = sweep.fits[sweep.fits["memory"] == "peak"].set_index("variant")["reason"].dropna()
    variants = sweep.summary.drop_duplicates("variant")
    without = variants[~variants["variant"].isin(fits.index)].sort_values("label")
    return [{"label": row["label"], "reason": str(reasons.get(row["variant"], "no fit"))} for row in without.to_dict("records")]


def panel(rows: pd.DataFrame, fit: Row, tasks: LogAxis, domain: list[float]) -> Panel:
    """One variant: its runs around zero."""
    axis = alt.Axis(title="measured less fitted (%)", labelExpr="datum.value ? format(datum.value, '+~f') : '0'", tickCount=5)
    x = alt.X("n:Q", scale=tasks.scale(), axis=tasks.axis())
    y = alt.Y("percent:Q", scale=alt.Scale(domain=domain, nice=False), axis=axis)
    base = chart_of(rows[["n", "percent", "repeat"]]).transform_calculate(primitive_name=repr(fit["primitive_name"])).encode(x=x, y=y)
    zero = chart_of(pd.DataFrame({"percent": [0]})).mark_rule(style="event", strokeWidth=1).encode(y=y)
    colour, shape = (channel.legend(symbolStrokeWidth=2) for channel in (primitive_colour(), primitive_shape()))
    medians = base.mark_line(strokeWidth=1.5, strokeOpacity=0.6).encode(y=alt.Y("median(percent):Q"), color=colour)
    # Hollow, so that runs which agree do not hide one another.
    points = base.mark_point(size=42, strokeWidth=1.5, opacity=1).encode(color=colour, shape=shape, tooltip=TOOLTIP)
    title = panel_title(str(fit["label"]), panel_words(rows, fit))
    return layered(zero, medians, points, width=PANEL_WIDTH, height=PANEL_HEIGHT, title=title)


def panel_words(rows: pd.DataFrame, fit: Row) -> list[str]:
    """Under a panel's title: the slope with its interval; the residual that is largest in percent."""
    slope, interval = slope_words(float(fit["bytes_per_task"])), interval_words(fit)
    words = [f"{slope} ({interval})" if interval else f"{slope}, no interval"]
    if rows.empty:
        return [*words, "no fitted value above zero"]
    largest = max(rows.to_dict("records"), key=lambda row: abs(row["percent"]))
    percent = f"{largest['percent']:+.1f}".replace("-", "\N{MINUS SIGN}")
    return [*words, f"at most {percent} %, at {largest['n']:,} tasks"]


def empty_panel(label: str, reason: str) -> Panel:
    """A variant without a line keeps its place, with the reason."""
    lines = textwrap.wrap(reason, 34)
    words = chart_of(pd.DataFrame({"text": lines, "line": [24 + 16 * line for line in range(len(lines))]}))
    text = words.mark_text(style="failed", align="left", x=0).encode(text=alt.Text("text:N"), y=alt.Y("line:Q", scale=None, axis=None))
    return layered(text, width=PANEL_WIDTH, height=PANEL_HEIGHT, title=panel_title(label, ["no line", " "]))


TOOLTIP = [
    alt.Tooltip("n:Q", title="tasks", format=","),
    alt.Tooltip("percent:Q", title="measured less fitted, %", format="+.2f"),
    alt.Tooltip("repeat:Q", title="repeat"),
]
