"""Cells before and after, each with its decision: two chosen sides, or the newest setup of a cell and the one before it."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, TypeAlias

import pandas as pd

from analysis.comparison.deciding import CANNOT_TELL, Decision, Spread, decide, spread
from records.cell_columns import IDENTITY
from records.metrics import HEADLINE
from records.same_machine import kernel_series
from records.sides import COLUMNS as SIDE_COLUMNS
from records.sides import Side, matches
from records.subject import base_id
from records.vocabulary import OK
from workloads.sleep_words import DIFFERING, seconds_words

Row: TypeAlias = dict[Hashable, Any]

# What results belong to. Runs that differ in any of these are never put together.
SETUP = ["machine", "variant", "toolchain_version", "toolchain_libc", "program_digest", "wrapper_version"]
STATE = ["host_kernel", "host_thp_enabled"]  # of the machine: also part of the setup, of the kernel only its series
READ = dict.fromkeys(name for names in SIDE_COLUMNS.values() for name in names)  # what a side is chosen by
CELL = ["program", *IDENTITY[1:]]
SHOWN_DIFFERENCES = {
    "machine": "machine",
    "toolchain_version": "toolchain",
    "program_library_version": "library",
    "program_digest": "program",
    "wrapper_version": "wrapper",
    "toolchain_libc": "C library",
    "host_kernel": "kernel",
    "host_thp_enabled": "transparent huge pages",
    **DIFFERING,
}
DIGEST_LENGTH = 12
COLUMNS = {
    **dict.fromkeys(["program", "label", "language", "primitive"], "string"),
    "n": "Int64",
    **dict.fromkeys(["workload", "amount"], "string"),
    "requested_sleep_seconds": "Float64",
    "decision": "string",
    **dict.fromkeys(["difference_percent", "difference_low_percent", "difference_high_percent"], "Float64"),
    "difference_bytes": "Int64",
    "reason": "string",
    "differs": "string",
    **{
        f"{side}_{name}": kind
        for side in ("before", "after")
        for name, kind in {
            **dict.fromkeys(["runs", "runs_ok", "peak_bytes_median", "peak_bytes_low", "peak_bytes_high"], "Int64"),
            **dict.fromkeys(
                ["machine", "variant", "toolchain_id", "toolchain_version", "program_library", "program_library_version"], "string"
            ),
            **dict.fromkeys(["program_digest", "wrapper_version", "toolchain_libc", "first_started_at", "last_started_at"], "string"),
            **dict.fromkeys(STATE, "string"),
        }.items()
    },
}


def compare_sides(history: pd.DataFrame, before: Side, after: Side) -> pd.DataFrame:
    """One row for each cell that either side has. Versions of one toolchain side by side meet at the program they share."""
    versions_meet = before.toolchain is not None or after.toolchain is not None
    runs = in_time([base_id(variant) if versions_meet else variant for variant in history["variant"]], history)
    sides = [dict(iter(select(runs, side).groupby(CELL, sort=False, dropna=False))) for side in (before, after)]
    cells = dict.fromkeys(key for key in [*sides[0], *sides[1]])
    return as_table([compared(*(newest_setup(side.get(cell, runs.iloc[:0])) for side in sides)) for cell in cells])


def select(history: pd.DataFrame, side: Side) -> pd.DataFrame:
    """The rows of a history that stand on a side. go@1.26 is the version that was listed by this name; where none was, every Go 1.26."""
    listed = history["toolchain_id"] == side.toolchain
    if side.toolchain is not None and "@" in side.toolchain and listed.any():
        history = history[listed]
    days = pd.to_datetime(history["started_at"], utc=True, format="ISO8601").dt.strftime("%Y-%m-%d")
    within = (days >= (side.since or "")) & (days <= (side.until or "9999"))
    standing = pd.Series([matches(row, side) for row in history[list(READ)].to_dict("records")], index=history.index, dtype="boolean")
    return history[within & standing]


def compare_upgrades(history: pd.DataFrame) -> pd.DataFrame:
    """One row for each cell that was measured with more than one setup: the newest against the one before it."""
    rows = []
    for _, runs in in_time(list(history["variant"]), history).groupby(CELL, sort=False, dropna=False):
        after = newest_setup(runs)
        earlier = runs[runs["setup"] != after["setup"].iloc[0]]
        if not earlier.empty:
            rows.append(compared(newest_setup(earlier), after))
    return as_table(rows)


def in_time(programs: Sequence[str], history: pd.DataFrame) -> pd.DataFrame:
    """The history in the order of time, with the program, the setup as one text and the moment of each run."""
    setups = history[SETUP[0]].astype("string").fillna("")
    for name in SETUP[1:]:
        setups = setups + "\0" + history[name].astype("string").fillna("")
    for name in STATE:
        if name in history:
            values = history[name].astype("string")
            setups = setups + "\0" + (values.map(kernel_series, na_action="ignore") if name == "host_kernel" else values).fillna("")
    moments = pd.to_datetime(history["started_at"], utc=True, format="ISO8601")
    named = history.assign(program=pd.Series(list(programs), index=history.index, dtype="string"), setup=setups, moment=moments)
    return named.sort_values("moment", kind="stable")


def newest_setup(runs: pd.DataFrame) -> pd.DataFrame:
    """Of a cell's runs (in_time), those of the setup that was measured last, the newest of each repeat, oldest first."""
    return runs if runs.empty else runs[runs["setup"] == runs["setup"].iloc[-1]].drop_duplicates("repeat", keep="last")


def peaks(runs: pd.DataFrame) -> Spread | None:
    """Spread of the peaks of the runs that are ok."""
    return spread([float(value) for value in runs.loc[runs["verdict"] == OK, HEADLINE].dropna()])


def compared(before: pd.DataFrame, after: pd.DataFrame) -> Row:
    """One row of the comparison: both sides, the decision, and what else differs between them."""
    figures = peaks(before), peaks(after)
    if before.empty or after.empty:
        decision = Decision(CANNOT_TELL, f"not measured {'before' if before.empty else 'after'}", None)
    else:
        decision = decide(*figures)
    newest = (after if len(after) else before).iloc[-1]
    row: Row = {name: newest[name] for name in (*CELL, "label", "language", "primitive", "requested_sleep_seconds")}
    row |= {"decision": decision.word, "reason": decision.reason, "differs": "; ".join(differences(before, after))}
    if decision.difference is not None and figures[0] and figures[1]:
        gap = decision.difference
        row["difference_bytes"] = round(figures[1].median - figures[0].median)
        row |= {
            f"difference_{name}percent": round(100 * share, 4) for name, share in (("", gap.median), ("low_", gap.low), ("high_", gap.high))
        }
    return row | side_columns("before", before, figures[0]) | side_columns("after", after, figures[1])


def side_columns(side: str, runs: pd.DataFrame, figure: Spread | None) -> Row:
    """What the row says of one side."""
    if runs.empty:
        return {f"{side}_runs": 0, f"{side}_runs_ok": 0}
    newest = runs.iloc[-1]
    row: Row = {"runs": len(runs), "runs_ok": int((runs["verdict"] == "ok").sum())}
    row |= {name: newest.get(name) for name in STATE}
    row |= {name: newest[name] for name in [*SETUP, "toolchain_id", "program_library", "program_library_version"]}
    row |= {"first_started_at": runs.iloc[0]["started_at"], "last_started_at": newest["started_at"]}
    if figure is not None:
        row |= {f"peak_bytes_{name}": round(getattr(figure, name)) for name in ("median", "low", "high")}
    return {f"{side}_{name}": value for name, value in row.items()}


def differences(before: pd.DataFrame, after: pd.DataFrame) -> Iterator[str]:
    """What is not the same on both sides, each as `toolchain 1.26.8 -> 1.27.3`."""
    if before.empty or after.empty:
        return
    one, other = before.iloc[-1], after.iloc[-1]
    for column, name in SHOWN_DIFFERENCES.items():
        old, new = (shown(side, column) for side in (one, other))
        if old != new:
            yield f"{one['program_library'] if name == 'library' else name} {old} -> {new}"


def shown(run: "pd.Series[Any]", column: str) -> str:
    """A value as `differs` has it."""
    value = run.get(column)
    if pd.isna(value):
        return "unknown"
    return short_digest(str(value)) if column == "program_digest" else seconds_words(value) if column in DIFFERING else str(value)


def short_digest(digest: str) -> str:
    """The first letters of a digest, enough to tell programs apart and to select one by."""
    return digest.removeprefix("sha256:")[:DIGEST_LENGTH]


def as_table(rows: list[Row]) -> pd.DataFrame:
    """The rows by program and N, with every column of COLUMNS, also without any row."""
    table = pd.DataFrame({name: pd.Series([row.get(name) for row in rows], dtype=kind) for name, kind in COLUMNS.items()})
    return table.sort_values(CELL, kind="stable", ignore_index=True)
