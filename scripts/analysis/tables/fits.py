"""One row a variant and kind of memory: what one task takes, as the slope of memory against N, and what the runtime takes without any."""

from typing import Any

import pandas as pd

from analysis.estimation.lines import CONFIDENCE, FEWEST_FOR_THEIL_SEN, FEWEST_VALUES, TASKS_FROM, Line, fit_line
from records.metrics import memories

MEMORY = memories()
DESCRIBING = ("variant", "label", "language", "primitive")
COLUMNS = {
    **dict.fromkeys([*DESCRIBING, "memory"], "string"),
    **dict.fromkeys(["runs", "tasks_values", "n_smallest", "n_largest"], "Int64"),
    **dict.fromkeys(["bytes_per_task", "bytes_per_task_low", "bytes_per_task_high", "confidence"], "Float64"),
    **dict.fromkeys(["bytes_per_task_theil_sen", "bytes_per_task_theil_sen_low", "bytes_per_task_theil_sen_high"], "Float64"),
    **dict.fromkeys(["base_bytes", "base_bytes_low", "base_bytes_high", "largest_residual_bytes", "largest_residual_n"], "Int64"),
    "reason": "string",
}


def fits_table(runs: pd.DataFrame) -> pd.DataFrame:
    """The fits of every variant in runs.csv's rows, over its ok runs with 10,000 tasks or more; without a fit, the row has the reason."""
    read = [*DESCRIBING, "verdict", "n", *MEMORY.values(), *(["cgroup_kind"] if "cgroup_kind" in runs else [])]
    rows = [fit_row(of_variant, memory) for _, of_variant in runs[read].groupby("variant", sort=False) for memory in MEMORY]
    return pd.DataFrame({name: pd.Series([row.get(name) for row in rows], dtype=kind) for name, kind in COLUMNS.items()})


def fit_row(of_variant: pd.DataFrame, memory: str) -> dict[str, Any]:
    """The row of one variant and kind of memory, as far as there is something to say."""
    ok = of_variant[of_variant["verdict"] == "ok"]
    many = ok[ok["n"] >= TASKS_FROM]
    known = many.dropna(subset=[MEMORY[memory]])
    row: dict[str, Any] = {name: of_variant.iloc[0][name] for name in DESCRIBING} | {"memory": memory}
    row |= {"runs": len(known), "tasks_values": known["n"].nunique()}
    if len(known):
        row |= {"n_smallest": known["n"].min(), "n_largest": known["n"].max()}
    reason = why_no_fit(ok, many, known, memory)
    if reason is not None:
        return row | {"reason": reason}
    line = fit_line(known["n"].to_numpy(dtype=float), known[MEMORY[memory]].to_numpy(dtype=float))
    return row | line_columns(line) | {"reason": why_less(row["tasks_values"])}


def why_no_fit(ok: pd.DataFrame, many: pd.DataFrame, known: pd.DataFrame, memory: str) -> str | None:
    """Why these runs give no line; None where they do."""
    if ok.empty:
        return "no run was ok"
    if many.empty:
        return f"no run with {TASKS_FROM:,} tasks or more was ok: below, the base hides what a task takes"
    if known.empty:
        return "no peak was measured" if memory == "peak" else "no footprint was measured (no memory cgroup)"
    kinds = sorted(known["cgroup_kind"].dropna().unique()) if memory == "footprint" and "cgroup_kind" in known else []
    if len(kinds) > 1:
        return f"footprints of different kinds of cgroup ({', '.join(kinds)}) do not compare"
    values = known["n"].nunique()
    if values < FEWEST_VALUES:
        have = "value of N of {0:,} or more has" if values == 1 else "values of N of {0:,} or more have"
        return f"only {values} {have.format(TASKS_FROM)} a figure: a line with an interval needs {FEWEST_VALUES}"
    return None


def why_less(values: int) -> str | None:
    """Why a fit lacks a part; None where it is whole."""
    if values >= FEWEST_FOR_THEIL_SEN:
        return None
    return f"no interval of Theil-Sen: {values} values of N carry none, {FEWEST_FOR_THEIL_SEN} or more do"


def line_columns(line: Line) -> dict[str, Any]:
    """The figures of a line: bytes are whole, bytes per task are not."""
    row: dict[str, Any] = {"confidence": CONFIDENCE, "largest_residual_bytes": round(line.largest_residual)}
    row["largest_residual_n"] = round(line.largest_residual_at)
    for end, name in (("", "value"), ("_low", "low"), ("_high", "high")):
        row[f"base_bytes{end}"] = round(getattr(line.base, name))
        row[f"bytes_per_task{end}"] = round(getattr(line.slope, name), 3)
        theil_sen = getattr(line.theil_sen, name)
        row[f"bytes_per_task_theil_sen{end}"] = None if theil_sen is None else round(theil_sen, 3)
    return row


def slopes(fits: pd.DataFrame) -> dict[str, Any]:
    """Bytes of peak per task of each variant that has a fit."""
    peak = fits[fits["memory"] == "peak"].dropna(subset=["bytes_per_task"])
    return dict(zip(peak["variant"], peak["bytes_per_task"], strict=True))
