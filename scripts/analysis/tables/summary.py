"""One row a variant and N: median, range, interval and verdicts. Only runs with the verdict `ok` enter a figure."""

from typing import TypeAlias

import pandas as pd

from analysis.estimation.medians import order_statistics, rule_words
from analysis.tables.fits import fits_table, slopes
from records.cell_columns import ACROSS_TASKS, IDENTITY
from records.metrics import METRICS, SPREAD, Metric, needed_columns, summarised, summary_type

DESCRIBING = ("label", "language", "primitive", "toolchain_id", "toolchain_version", "program_library", "program_library_version")
LIMIT = ["limit_name", "limit_value", "limit_source"]  # of the first run that is not ok
READ = (*(*IDENTITY, *DESCRIBING, "verdict", "reason", *LIMIT, "flags", "requested_sleep_seconds", "sleep_seconds", "cgroup_kind"),)
COUNTS = {"n", "runs", "runs_ok"}
NUMBERS = {
    *("requested_sleep_seconds", "sleep_seconds", "limit_value", "bytes_per_task_over_base_naive", "bytes_per_task_least_squares"),
}

Cells: TypeAlias = "pd.Series[int]"  # the place of its cell in the summary, for each run


def summary_table(runs: pd.DataFrame, fits: pd.DataFrame | None = None) -> pd.DataFrame:
    """Summary of runs.csv's rows. Bytes are whole numbers; the median of an even count is rounded. `fits`: those of these runs, if made."""
    needed = runs[[name for name in runs if name in {*READ, *needed_columns()}]]  # the others are many, and would be copied
    cell: Cells = needed.groupby(list(IDENTITY), sort=False, dropna=False).ngroup()
    runs = with_derived(needed).assign(cell=cell)
    ok, failed = runs[runs["verdict"] == "ok"], runs[runs["verdict"] != "ok"]
    first = runs.drop_duplicates("cell").set_index("cell")
    summary = first[["variant", *(name for name in DESCRIBING if name in first), *IDENTITY[1:]]].copy()
    summary["runs"] = runs.groupby("cell").size()
    summary["runs_ok"] = ok.groupby("cell").size().reindex(summary.index, fill_value=0)
    summary["verdicts"] = counted(runs)
    summary[["reason", *LIMIT]] = failed.drop_duplicates("cell").set_index("cell")[["reason", *LIMIT]].reindex(summary.index)
    summary["flags"] = together(runs, "flags")
    summary["requested_sleep_seconds"] = first["requested_sleep_seconds"]
    sleeps = [rows.groupby("cell")["sleep_seconds"].max() for rows in (ok, runs)]
    summary["sleep_seconds"] = sleeps[0].reindex(summary.index).fillna(sleeps[1])
    kinds = together(ok, "cgroup_kind")
    figures = ok.assign(footprint_bytes=ok["footprint_bytes"].mask(ok["cell"].isin(kinds[kinds.str.contains(";").fillna(False)].index)))
    for metric in summarised(interval=True):
        summary = summary.join(spread(figures, metric)).join(interval(figures, metric.name))
    summary["cgroup_kind"] = kinds
    for metric in summarised(interval=False):
        summary = summary.join(spread(figures, metric))
    naive = (summary["peak_bytes_median"] - at_one_task(summary, "peak_bytes_median")) / summary["n"]
    summary["bytes_per_task_over_base_naive"] = naive.where(summary["n"] > 1)
    summary["bytes_per_task_least_squares"] = summary["variant"].map(slopes(fits_table(runs) if fits is None else fits))
    types = {f"{metric.name}_{what}": summary_type(metric, what) for metric in METRICS for what in metric.summarised}
    types |= dict.fromkeys(COUNTS, "Int64") | dict.fromkeys(NUMBERS, "Float64")
    # The same for every sweep, whatever is missing in it.
    return summary.astype({name: types.get(name, "string") for name in summary.columns}).reset_index(drop=True)


def with_derived(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs with the figures that follow from a run's own: CPU seconds, tasks launched each second and the like."""
    for metric in METRICS:
        if metric.derived is not None:
            runs = runs.assign(**{metric.name: metric.derived(runs)})
        elif metric.name not in runs and metric.summarised:
            runs = runs.assign(**{metric.name: pd.Series(pd.NA, index=runs.index, dtype="Float64")})  # of runs before it was measured
    return runs


def at_one_task(summary: pd.DataFrame, column: str) -> "pd.Series[float]":
    """For each row of a summary, what stands in a column of the same program and amount at one task."""
    across = list(ACROSS_TASKS)
    one = summary[summary["n"] == 1][[*across, column]].rename(columns={column: "at_one"})
    found: pd.Series[float] = summary[across].merge(one, on=across, how="left")["at_one"].set_axis(summary.index)
    return found


def spread(ok: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """Median, min and max of each cell; nothing where nothing was measured. Bytes stay whole."""
    found = ok.groupby("cell")[metric.name].agg(list(SPREAD)).astype("Float64")
    return found.round(0 if metric.unit == "bytes" else 6).add_prefix(f"{metric.name}_")


def interval(ok: pd.DataFrame, name: str) -> pd.DataFrame:
    """Coefficient of variation (of two runs or more) and the interval of the median of each cell, with its rule in words."""
    known = ok[["cell", name]].dropna().sort_values(["cell", name])
    values = known.groupby("cell")[name]
    found = pd.DataFrame({f"{name}_cv": values.std(ddof=1) / values.mean(), "count": values.size()})
    chosen = {count: order_statistics(count) for count in found["count"].unique()}
    rank = known["cell"].map(found["count"]).map({count: one.rank for count, one in chosen.items() if one})
    place, left = values.cumcount() + 1, values.cumcount(ascending=False) + 1
    for end, at in (("low", place), ("high", left)):
        found[f"{name}_interval_{end}"] = known[at == rank].set_index("cell")[name]
    found[f"{name}_interval_confidence"] = found["count"].map({count: one.confidence for count, one in chosen.items() if one})
    found[f"{name}_interval_rule"] = found.pop("count").map({count: rule_words(count) for count in chosen})
    return found


def counted(runs: pd.DataFrame) -> "pd.Series[str]":
    """Verdicts of each cell with their counts, most frequent first: `ok=2;timeout=1`."""
    counts = runs.groupby(["cell", "verdict"], sort=False).size().reset_index(name="count")
    counts = counts.sort_values(["cell", "count"], ascending=[True, False], kind="stable")
    texts = counts["verdict"] + "=" + counts["count"].astype("string")
    return texts.groupby(counts["cell"]).agg(";".join)


def together(runs: pd.DataFrame, name: str) -> "pd.Series[str]":
    """What the runs of each cell carry in a column of ;-joined texts, sorted, once each; null where it is nothing."""
    if name not in runs:
        return pd.Series([], index=pd.Index([], name="cell"), dtype="string")
    pairs = runs[["cell", name]].dropna().drop_duplicates()
    single = pairs.assign(**{name: pairs[name].str.split(";")}).explode(name).drop_duplicates()
    single = single[single[name] != ""].sort_values(["cell", name])
    return single.groupby("cell")[name].agg(";".join).astype("string")
