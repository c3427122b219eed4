"""One row a variant and N: median, range, interval and verdicts. Only runs with the verdict `ok` enter a figure."""

import re
from typing import TypeAlias

import pandas as pd

from analysis.estimation.medians import order_statistics, rule_words
from analysis.tables.fits import fits_table, slopes

DESCRIBING = ("label", "language", "primitive", "toolchain_id", "toolchain_version", "program_library", "program_library_version")
WITH_INTERVAL = ("peak_bytes", "footprint_bytes")
OTHER_FIGURES = ("wall_seconds", "ready_seconds", "cpu_seconds", "launch_tasks_per_second", "cpu_seconds_per_million_tasks")
READ = (
    *("variant", *DESCRIBING, "n", "verdict", "reason", "flags", "requested_sleep_seconds", "sleep_seconds", "cgroup_kind"),
    *(*WITH_INTERVAL, "wall_seconds", "ready_seconds", "cpu_user_seconds", "cpu_system_seconds"),
)
COUNTS = {"n", "runs", "runs_ok"}
MILLION = 1_000_000

Cells: TypeAlias = "pd.Series[int]"  # the place of its cell in the summary, for each run


def summary_table(runs: pd.DataFrame, fits: pd.DataFrame | None = None) -> pd.DataFrame:
    """Summary of runs.csv's rows. Bytes are whole numbers; the median of an even count is rounded. `fits`: those of these runs, if made."""
    needed = runs[[name for name in READ if name in runs]]  # the others are many, and would be copied
    cell: Cells = needed.groupby(["variant", "n"], sort=False).ngroup()
    runs = with_rates(needed).assign(cell=cell)
    ok, failed = runs[runs["verdict"] == "ok"], runs[runs["verdict"] != "ok"]
    first = runs.drop_duplicates("cell").set_index("cell")
    summary = first[["variant", *(name for name in DESCRIBING if name in first), "n"]].copy()
    summary["runs"] = runs.groupby("cell").size()
    summary["runs_ok"] = ok.groupby("cell").size().reindex(summary.index, fill_value=0)
    summary["verdicts"] = counted(runs)
    summary["reason"] = failed.drop_duplicates("cell").set_index("cell")["reason"]
    summary["flags"] = together(runs, "flags")
    summary["requested_sleep_seconds"] = first["requested_sleep_seconds"]
    sleeps = [rows.groupby("cell")["sleep_seconds"].max() for rows in (ok, runs)]
    summary["sleep_seconds"] = sleeps[0].reindex(summary.index).fillna(sleeps[1])
    kinds = together(ok, "cgroup_kind")
    figures = ok.assign(footprint_bytes=ok["footprint_bytes"].mask(ok["cell"].isin(kinds[kinds.str.contains(";").fillna(False)].index)))
    for name in WITH_INTERVAL:
        summary = summary.join(spread(figures, name)).join(interval(figures, name))
    summary["cgroup_kind"] = kinds
    for name in OTHER_FIGURES:
        summary = summary.join(spread(figures, name))
    base = summary[summary["n"] == 1].set_index("variant")["peak_bytes_median"]
    naive = (summary["peak_bytes_median"] - summary["variant"].map(base)) / summary["n"]
    summary["bytes_per_task_over_base_naive"] = naive.where(summary["n"] > 1)
    summary["bytes_per_task_least_squares"] = summary["variant"].map(slopes(fits_table(runs) if fits is None else fits))
    return summary.astype({name: column_type(name) for name in summary.columns}).reset_index(drop=True)


def with_rates(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs with what follows from a run's own figures: CPU seconds, tasks launched each second, CPU seconds per million tasks."""
    cpu = runs["cpu_user_seconds"] + runs["cpu_system_seconds"]
    launch = runs["n"] / runs["ready_seconds"].where(runs["ready_seconds"] > 0)
    return runs.assign(cpu_seconds=cpu, launch_tasks_per_second=launch, cpu_seconds_per_million_tasks=cpu / runs["n"] * MILLION)


def column_type(name: str) -> str:
    """Type of a summary column, by its name: the same for every sweep, whatever is missing in it."""
    if name in COUNTS or re.search(r"_bytes_(median|min|max|interval_low|interval_high)$", name):
        return "Int64"
    return "Float64" if re.search(r"_(seconds|second|tasks|cv|confidence|naive|squares)(_median|_min|_max)?$", name) else "string"


def spread(ok: pd.DataFrame, name: str) -> pd.DataFrame:
    """Median, min and max of each cell; nothing where nothing was measured. Bytes stay whole."""
    found = ok.groupby("cell")[name].agg(["median", "min", "max"]).astype("Float64")
    return found.round(0 if name.endswith("_bytes") else 6).add_prefix(f"{name}_")


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
