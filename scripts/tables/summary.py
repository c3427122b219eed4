"""One row a variant and N: median, range and verdicts. Only runs with the verdict `ok` enter a figure."""

import re
from typing import Any

import numpy as np
import pandas as pd

DESCRIBING = ("label", "language", "primitive", "toolchain_id", "toolchain_version", "program_library", "program_library_version")
SLOPE_FROM = 10_000  # below, the base hides what a task costs
SLOPE_VALUES = 3  # values of N; two give a line through two points whatever they are


def summary_table(runs: pd.DataFrame) -> pd.DataFrame:
    """Summary of runs.csv's rows. Bytes are whole numbers; the median of an even count is rounded to one."""
    runs = runs.assign(cpu_seconds=runs["cpu_user_seconds"] + runs["cpu_system_seconds"])
    rows = [cell_summary(cell) for _, cell in runs.groupby(["variant", "n"], sort=False)]
    summary = pd.DataFrame(rows)
    base = base_bytes(summary)
    naive = (summary["peak_bytes_median"] - summary["variant"].map(base)) / summary["n"]
    summary["bytes_per_task_over_base_naive"] = naive.where(summary["n"] > 1)
    summary["bytes_per_task_least_squares"] = summary["variant"].map(slopes(runs))
    return summary.astype({name: column_type(name) for name in summary.columns})


def column_type(name: str) -> str:
    """Type of a summary column, by its name: the same for every sweep, whatever is missing in it."""
    if name in {"n", "runs", "runs_ok"} or re.search(r"_bytes_(median|min|max)$", name):
        return "Int64"
    return "Float64" if re.search(r"_(seconds|cv|naive|squares)(_median|_min|_max)?$", name) else "string"


def cell_summary(cell: pd.DataFrame) -> dict[str, Any]:
    """Summary of one cell's runs."""
    ok = cell[cell["verdict"] == "ok"]
    first = cell.iloc[0]
    worst = cell[cell["verdict"] != "ok"]
    row: dict[str, Any] = {"variant": first["variant"]}
    row |= {name: first[name] for name in DESCRIBING if name in cell}
    row |= {"n": first["n"], "runs": len(cell), "runs_ok": len(ok), "verdicts": counted(cell["verdict"])}
    row |= {"reason": None if worst.empty else worst["reason"].iloc[0], "flags": together(cell["flags"])}
    row |= {"requested_sleep_seconds": first["requested_sleep_seconds"], "sleep_seconds": (cell if ok.empty else ok)["sleep_seconds"].max()}
    row |= spread(ok["peak_bytes"], "peak_bytes") | {"peak_bytes_cv": variation(ok["peak_bytes"])}
    kinds: list[str] = list(ok["cgroup_kind"].dropna().unique()) if "cgroup_kind" in ok else []
    row |= {"cgroup_kind": ";".join(kinds) or None}
    # Figures of different kinds of cgroup do not compare, so that a mixed cell has none.
    row |= spread(ok["footprint_bytes"] if len(kinds) <= 1 else ok["footprint_bytes"].iloc[:0], "footprint_bytes")
    for name in ("wall_seconds", "ready_seconds", "cpu_seconds"):
        row |= spread(ok[name], name)
    return row


def spread(values: "pd.Series[Any]", name: str) -> dict[str, Any]:
    """Median, min and max; nothing where nothing was measured. Bytes stay whole."""
    known = values.dropna()
    if known.empty:
        return {f"{name}_{what}": None for what in ("median", "min", "max")}
    digits = None if name.endswith("_bytes") else 6
    return {f"{name}_{what}": round(float(value), digits) for what, value in known.agg(["median", "min", "max"]).items()}


def variation(values: "pd.Series[Any]") -> float | None:
    """Coefficient of variation: standard deviation over mean, of two or more runs."""
    known = values.dropna()
    return float(known.std(ddof=1) / known.mean()) if len(known) > 1 else None


def counted(verdicts: "pd.Series[str]") -> str:
    """Verdicts with their counts, most frequent first: `ok=2;timeout=1`."""
    return ";".join(f"{verdict}={count}" for verdict, count in verdicts.value_counts().items())


def together(flags: "pd.Series[str]") -> str:
    """Every flag that any of the runs carries."""
    return ";".join(sorted({flag for text in flags.dropna() for flag in str(text).split(";") if flag}))


def base_bytes(summary: pd.DataFrame) -> dict[str, Any]:
    """Median peak of each variant with one task, where it was measured."""
    one = summary[summary["n"] == 1]
    return dict(zip(one["variant"], one["peak_bytes_median"], strict=True))


def slopes(runs: pd.DataFrame) -> dict[str, float]:
    """Bytes per task of each variant by ordinary least squares over its ok runs with N of 10,000 and more, three values of N at least."""
    fit = runs[(runs["verdict"] == "ok") & (runs["n"] >= SLOPE_FROM)].dropna(subset=["peak_bytes"])
    return {
        str(variant): float(np.polyfit(rows["n"].astype(float), rows["peak_bytes"].astype(float), 1)[0])
        for variant, rows in fit.groupby("variant")
        if rows["n"].nunique() >= SLOPE_VALUES
    }
