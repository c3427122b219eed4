"""Footprint against resident set, a panel for each N: what the kernel holds for a run beside what the program sees."""

from typing import Any

import altair as alt
import pandas as pd

from analysis.estimation.lines import TASKS_FROM
from common.units import MIB, bytes_words, mib
from common.words import tasks_words
from records.cell_columns import IDENTITY
from records.metrics import metric
from records.vocabulary import failed_words
from view.charts.axes import log_axis
from view.charts.composing import Layer, Panel, layered, side_by_side
from view.charts.data import chart_of
from view.charts.panels import THREADS_N, panel_tasks, panels_note
from view.charts.rows import ROW_HEIGHT, figure_columns, narrow_lines, page_layout, row_axis, row_names
from view.charts.sweep_tables import Sweep, introduction
from view.charts.theme import BLUE, ORANGE, Row, panel_title, themed

PANEL_WIDTH, FIGURE_WIDTH = 160, 54
TITLE = "Footprint against resident set: what the kernel holds for a run"
NOTES = [
    "Footprint: anonymous, shared and kernel memory charged to the run's cgroup. It leaves out mapped files, which resident memory has.",
    "Kernel: the part of it that the kernel holds (thread stacks, page tables, descriptors); "
    f"B/task: divided by N, from {TASKS_FROM:,} on.",
]
NO_CGROUP = "No footprint was measured: no memory cgroup could be had on this machine (see the doctor: make doctor)."
MEASURES = {name: f"{metric(f'{column}_bytes').words} (median)" for name, column in (("resident", "peak"), ("footprint", "footprint"))}
COLOURS, SHAPES = (BLUE, ORANGE), ("circle", "diamond")
COLUMNS = {"resident": "peak", "footprint": "footprint", "kernel": "kernel"}
HEADS = {"resident\nMiB": "resident_text", "footprint\nMiB": "footprint_text", "kernel\nMiB": "kernel_text", "kernel\nB/task": "each_text"}
LINES = ("both_line", "kernel_line")
NONE = "\N{EN DASH}"


def specification(sweep: Sweep) -> dict[str, Any]:
    """Vega-Lite specification of the chart."""
    rows = with_kernel(sweep)
    if rows["footprint_bytes_median"].isna().all():
        why = NO_CGROUP if rows["runs_ok"].any() else "No run was ok."
        text = (
            chart_of(pd.DataFrame({"text": [why]})).mark_text(style="failed", align="left").encode(text=alt.Text("text:N"), x=alt.value(0))
        )
        return themed(text.properties(width=2 * PANEL_WIDTH, height=60), TITLE, introduction(sweep))
    tasks = panel_tasks(sweep.tasks)
    chart = side_by_side(*(panel(rows[rows["n"] == n], n) for n in tasks), columns=2, spacing={"row": 36, "column": 30})
    notes = [*NOTES, "Sorted by what the kernel holds, most first.", *panels_note(sweep.tasks, tasks)]
    return themed(chart, TITLE, introduction(sweep, notes)) | {"usermeta": page_layout(tasks, 2, first_n(sweep, tasks))}


def first_n(sweep: Sweep, tasks: list[int]) -> int:
    """The N to show first: 10,000 where OS threads were measured there, else the largest."""
    threads = sweep.summary[
        (sweep.summary["primitive"] == "os-thread") & (sweep.summary["n"] == THREADS_N) & (sweep.summary["runs_ok"] > 0)
    ]
    return THREADS_N if THREADS_N in tasks and len(threads) else tasks[-1]


def with_kernel(sweep: Sweep) -> pd.DataFrame:
    """The summary with `kernel_bytes_median`: median over the ok runs of what the kernel held at the footprint's peak."""
    ok = sweep.runs[sweep.runs["verdict"] == "ok"]
    if "cgroup_kernel_bytes" not in ok:  # no run got as far as having one
        return sweep.summary.assign(kernel_bytes_median=pd.array([pd.NA] * len(sweep.summary), dtype="Float64"))
    kernel = (
        ok["cgroup_kernel_bytes"]
        .astype("Float64")
        .groupby([ok[name] for name in IDENTITY], dropna=False)
        .median()
        .rename("kernel_bytes_median")
    )
    return sweep.summary.merge(kernel.reset_index(), on=list(IDENTITY), how="left")


def panel(rows: pd.DataFrame, n: int) -> Panel:
    """One N: names, the two marks with a line between, the figures; failed cells in words."""
    rows = rows.sort_values(["kernel_bytes_median", "label"], ascending=[False, True], na_position="last")
    rows = rows.assign(**pd.DataFrame([texts(row) for row in rows.to_dict("records")], index=rows.index))
    order = list(rows["variant"])
    ok, failed = rows[rows["runs_ok"] > 0], rows.loc[rows["runs_ok"] == 0, ["variant", "failed_text"]]
    both = ok.assign(**{name: ok[f"{COLUMNS[name]}_bytes_median"].astype("Float64") / MIB for name in MEASURES})
    points = both[["variant", "label", *MEASURES]].melt(["variant", "label"], var_name="measure", value_name="mib").dropna(subset=["mib"])
    points["measure"] = points["measure"].map(MEASURES)
    axis = log_axis(points["mib"], "memory (MiB)", most_ticks=5)
    position: dict[str, Any] = {"scale": axis.scale(), "axis": axis.axis()}
    names, legend = list(MEASURES.values()), alt.Legend(symbolStrokeWidth=2)
    colour = alt.Color("measure:N", sort=names, scale=alt.Scale(domain=names, range=list(COLOURS)), legend=legend)
    shape = alt.Shape("measure:N", sort=names, scale=alt.Scale(domain=names, range=list(SHAPES)), legend=legend)
    between = chart_of(both.dropna(subset=[*MEASURES])[["variant", *MEASURES]]).encode(y=row_axis(order))
    # Hollow, so that a footprint which equals the resident set does not hide it.
    marks = chart_of(points).mark_point(filled=False, size=80, strokeWidth=2, opacity=1)
    layers: list[Layer] = [
        row_names(rows, order),
        between.mark_rule(style="behind", strokeWidth=3).encode(x=alt.X("resident:Q", **position), x2=alt.X2("footprint:Q")),
        marks.encode(x=alt.X("mib:Q", **position), y=row_axis(order), color=colour, shape=shape, tooltip=TOOLTIP),
        *figure_columns(rows, order, HEADS, FIGURE_WIDTH),
        *narrow_lines(rows, order, LINES),
        chart_of(failed).mark_text(style="failed", align="left", x=6).encode(y=row_axis(order), text=alt.Text("failed_text:N")),
    ]
    return layered(*layers, width=PANEL_WIDTH, height={"step": ROW_HEIGHT}, title=panel_title(tasks_words(n)))


def texts(row: Row) -> dict[str, str]:
    """The figures of one row in words, for columns and for lines; where no run was ok, why."""
    failed = failed_words(str(row["verdicts"]), str(row["primitive"]))
    if not row["runs_ok"]:
        return {**dict.fromkeys([*HEADS.values(), *LINES], ""), "failed_text": failed}
    kernel = row["kernel_bytes_median"]
    found = {f"{name}_text": mib_or_none(row[f"{column}_bytes_median"]) for name, column in COLUMNS.items()}
    each = NONE if pd.isna(kernel) or row["n"] < TASKS_FROM else bytes_words(float(kernel) / row["n"])
    return found | {
        "failed_text": failed,
        "each_text": each,
        "both_line": f"resident {found['resident_text']}, footprint {found['footprint_text']} MiB",
        "kernel_line": f"kernel {found['kernel_text']} MiB" + ("" if each == NONE else f", {each} B for each task"),
    }


def mib_or_none(count: Any) -> str:
    """MiB, or a dash where nothing was measured."""
    return NONE if pd.isna(count) else mib(float(count))


TOOLTIP = [
    alt.Tooltip("label:N", title="variant"),
    alt.Tooltip("measure:N", title="measure"),
    alt.Tooltip("mib:Q", title="median, MiB", format=",.2f"),
]
