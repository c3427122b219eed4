"""Memory over time of one run of each variant: ramp, plateau and drain."""

from pathlib import Path
from typing import Any

import altair as alt
import pandas as pd

from common.units import MIB, mib, seconds
from common.words import tasks_words
from records.vocabulary import PRIMITIVE_NAMES, failed_words, kind_name
from view.charts.composing import Layer, Panel, layered, side_by_side
from view.charts.data import chart_of
from view.charts.series import read_series, thinned
from view.charts.sweep_tables import Sweep, introduction
from view.charts.theme import AXIS, Row, panel_title, primitive_colour, themed
from workloads.sleep_words import longer_words

PANEL_WIDTH, PANEL_HEIGHT, COLUMNS = 215, 105, 4
MOST_ROWS = 4_900  # of the whole chart: Altair refuses more than 5,000, and a page should stay light
TITLE = "Memory over time: ramp, plateau, drain"
NOTES = [
    "One run a variant, at its largest N that went well: the one with its peak nearest the median. Each panel has its own scale.",
    "Area: resident memory. Dashed line: footprint (with what the kernel holds for the run), where a memory cgroup could be had.",
    "Vertical lines: READY (all N tasks alive) and DONE (the last has ended). Grey at the left: ramp, until READY. White: plateau.",
    "Grey at the right: drain, from the earliest moment at which a task can wake (sleep after start, or READY if later) until DONE.",
]
PHASES, LETTER_WIDTH = ("ramp", "plateau", "drain"), 7


def specification(sweep: Sweep, runs_folder: Path) -> dict[str, Any]:
    """Vega-Lite specification of the chart. `runs_folder` holds the series beside the records."""
    chosen = chosen_runs(sweep)
    missing = missing_variants(sweep)
    most = MOST_ROWS // max(1, len(chosen))
    panels = [panel(run, thinned(read_series(series_path(run, runs_folder)), most)) for run in chosen]
    chart = side_by_side(*panels, *(empty_panel(row) for row in missing), columns=COLUMNS, spacing={"row": 26, "column": 26})
    return themed(chart, TITLE, introduction(sweep, NOTES)) | {
        "usermeta": {"narrow_below": 1180, "narrow_column": 300, "narrow_margin": 84}
    }


def chosen_runs(sweep: Sweep) -> list[Row]:
    """One run of each variant: ok, at its largest N, with the peak nearest the median there. By kind of task, then by peak."""
    ok = sweep.runs[sweep.runs["verdict"] == "ok"].dropna(subset=["peak_bytes"])
    largest = ok[ok["n"] == ok.groupby("variant")["n"].transform("max")]
    median = largest.groupby("variant")["peak_bytes"].transform("median").astype("Float64")
    nearest = largest.assign(away=(largest["peak_bytes"] - median).abs()).sort_values(["away", "repeat"]).groupby("variant").head(1)
    order = nearest["primitive"].map({name: place for place, name in enumerate(PRIMITIVE_NAMES)})
    rows = nearest.assign(order=order).sort_values(["order", "n", "peak_bytes"], ascending=[True, False, True])
    names = sweep.summary.drop_duplicates("variant").set_index("variant")["primitive_name"]
    return list(rows.assign(primitive_name=rows["variant"].map(names)).to_dict("records"))


def missing_variants(sweep: Sweep) -> list[Row]:
    """Variants without any ok run, as their row at the smallest N says it."""
    rows = sweep.summary.sort_values("n")
    none = rows.groupby("variant")["runs_ok"].transform("sum") == 0
    return list(rows[none].drop_duplicates("variant").to_dict("records"))


def series_path(run: Row, runs_folder: Path) -> Path:
    """The series that lies beside a run's record."""
    record = Path(str(run["record"])).relative_to("runs")
    return runs_folder / record.with_suffix(".series.csv")


def panel(run: Row, samples: pd.DataFrame) -> Panel:
    """One run: phases, area, footprint, READY and DONE."""
    rows = pd.DataFrame({"seconds": samples["seconds"].round(3)})
    for what in ("resident", "footprint"):
        rows[what] = (samples[f"{what}_bytes"] / MIB).round(3)
    end = float(run["wall_seconds"])
    x_scale, x_axis = alt.Scale(domain=[0, end], nice=False), alt.Axis(title="seconds since start", grid=False)
    x = alt.X("seconds:Q", scale=x_scale, axis=x_axis)
    y_axis = alt.Axis(title="MiB", tickCount=4, format=",~f")
    base = chart_of(rows).transform_calculate(primitive_name=repr(run["primitive_name"])).encode(x=x)
    phases = chart_of(phase_rows(run))
    layers: list[Layer] = [
        phases.transform_filter("datum.phase !== 'plateau'")
        .mark_rect(style="behind", color=AXIS, strokeOpacity=0, opacity=0.22)
        .encode(x=alt.X("begin:Q", scale=x_scale, axis=x_axis), x2=alt.X2("end:Q")),
        base.mark_area(line={"strokeWidth": 2}, opacity=0.28, interpolate="linear").encode(
            y=alt.Y("resident:Q", scale=alt.Scale(zero=True), axis=y_axis), color=primitive_colour()
        ),
    ]
    if rows["footprint"].notna().any():
        layers.append(base.mark_line(style="footprint", strokeDash=[4, 3], strokeWidth=1.3).encode(y=alt.Y("footprint:Q", axis=y_axis)))
    events = chart_of(event_rows(run, end)).encode(x=x)
    words = events.encode(text=alt.Text("text:N"))
    layers += [
        phases.transform_filter(f"(datum.end - datum.begin) / {end} * {PANEL_WIDTH} > {LETTER_WIDTH} * length(datum.phase)")
        .mark_text(style="row-version", y=PANEL_HEIGHT - 8)
        .encode(x=alt.X("middle:Q", scale=x_scale, axis=x_axis), text=alt.Text("phase:N")),
        events.mark_rule(style="event", strokeWidth=1),
        words.transform_filter("datum.side === 'left'").mark_text(style="row-version", align="left", y=-5, dx=-2),
        words.transform_filter("datum.side === 'right'").mark_text(style="row-version", align="right", y=-5, dx=2),
    ]
    return layered(*layers, width=PANEL_WIDTH, height=PANEL_HEIGHT, title=panel_title(str(run["label"]), panel_words(run)))


def panel_words(run: Row) -> list[str]:
    """Under a panel's title: N and peak; the kind of task, and the amount that counts where it is another than was asked for."""
    return [
        f"{tasks_words(int(run['n']))}, peak {mib(float(run['peak_bytes']))} MiB",
        ", ".join(filter(None, [kind_name(str(run["primitive"])), longer_words(run)])),
    ]


def phase_rows(run: Row) -> pd.DataFrame:
    """Begin, middle and end of the phases of a run that are certain, in seconds since its start."""
    ready, done = run["ready_seconds"], run["done_seconds"]
    if pd.isna(ready) or pd.isna(done):
        edges = [0.0] if pd.isna(ready) else [0.0, float(ready)]
    else:
        wake_up = min(max(float(ready), float(run["sleep_seconds"])), float(done))
        edges = [0.0, float(ready), wake_up, float(done)]
    rows = [
        {"phase": phase, "begin": begin, "middle": (begin + end) / 2, "end": end}
        for phase, begin, end in zip(PHASES, edges, edges[1:], strict=False)
    ]
    return pd.DataFrame(rows, columns=["phase", "begin", "middle", "end"]).query("end > begin")


def event_rows(run: Row, end: float) -> pd.DataFrame:
    """READY and DONE of a run: when, in words, and on which side of their line the words have room."""
    moments = {event: run[f"{event}_seconds"] for event in ("ready", "done")}
    known = {event: float(moment) for event, moment in moments.items() if pd.notna(moment)}
    rows = [
        {
            "seconds": moment,
            "text": f"{event.upper()} {seconds(moment)} s",
            "side": "left" if event == "ready" and moment < 0.3 * end else "right",
        }
        for event, moment in known.items()
    ]
    return pd.DataFrame(rows, columns=["seconds", "text", "side"])


def empty_panel(row: Row) -> Panel:
    """A variant that was not measured keeps its place, with the reason."""
    words = failed_words(str(row["verdicts"]), str(row["primitive"]))
    text = chart_of(pd.DataFrame({"text": [words]})).mark_text(style="failed").encode(text=alt.Text("text:N"))
    title = panel_title(str(row["label"]), ["not measured", kind_name(str(row["primitive"]))])
    return layered(text, width=PANEL_WIDTH, height=PANEL_HEIGHT, title=title)
