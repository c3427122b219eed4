"""The three lines that matter after a sweep, for the console: the answer, what it rests on, what is missing and why."""

from collections.abc import Hashable
from typing import Any

import pandas as pd

from common.units import mib
from common.words import listed
from records.vocabulary import PRIMITIVE_NAMES, kind_name, most_frequent_words
from workloads.sleep_words import is_longer, longer_sentence, seconds_words


def summary_lines(summary: pd.DataFrame) -> list[str]:
    """Three lines from summary.csv's rows (view.charts.sweep_tables.read_sweep)."""
    return [least_line(summary), rests_line(summary), missing_line(summary)]


def least_rows(summary: pd.DataFrame) -> list[dict[Hashable, Any]]:
    """Of each kind of task, the variant with the smallest median peak at the largest N that its kind reached."""
    rows: list[dict[Hashable, Any]] = []
    for primitive in PRIMITIVE_NAMES:
        measured = summary[(summary["primitive"] == primitive) & summary["peak_bytes_median"].notna()]
        if len(measured):
            at_largest = measured[measured["n"] == measured["n"].max()]
            rows += at_largest.nsmallest(1, "peak_bytes_median").to_dict("records")
    return rows


def least_line(summary: pd.DataFrame) -> str:
    """Least memory of each kind at the largest N."""
    rows = least_rows(summary)
    if not rows:
        return "No run was ok: there is no figure to show."
    largest = max(int(row["n"]) for row in rows)
    parts = [
        f"{kind_name(row['primitive'])} {row['label']} {mib(float(row['peak_bytes_median']))} MiB"
        + ("" if row["n"] == largest else f" (at {row['n']:,})")
        for row in rows
    ]
    return f"Least memory at {largest:,} tasks, by kind: {'; '.join(parts)}."


def rests_line(summary: pd.DataFrame) -> str:
    """How many runs the figures rest on, and which cells needed more to prove that all tasks were alive at once."""
    ok, total = int(summary["runs_ok"].sum()), int(summary["runs"].sum())
    rows = summary[summary["runs_ok"] > 0].to_dict("records")
    names = [f"{row['label']} at {row['n']:,} ({seconds_words(row['sleep_seconds'])})" for row in rows if is_longer(row)]
    longer = f" {longer_sentence(listed(names))}" if names else ""
    return f"{ok:,} of {total:,} runs are ok, and only those count.{longer}"


def missing_line(summary: pd.DataFrame) -> str:
    """What has no figure, by reason."""
    none = summary[summary["runs_ok"] == 0]
    if none.empty:
        return "Nothing is missing: every variant was measured at every N."
    found: dict[str, list[str]] = {}
    for (_, label), rows in none.groupby(["variant", "label"], sort=False):
        everywhere = len(rows) == (summary["variant"] == rows["variant"].iloc[0]).sum()
        for words, group in rows.groupby(rows.apply(cell_words, axis=1), sort=False):
            at = "" if everywhere and len(group) == len(rows) else f" at {listed(f'{n:,}' for n in group['n'])}"
            found.setdefault(str(words), []).append(f"{label}{at}")
    return "Not measured. " + " ".join(f"{words[0].upper()}{words[1:]}: {'; '.join(names)}." for words, names in found.items())


def cell_words(row: "pd.Series[str]") -> str:
    """The most frequent verdict of a cell, in words."""
    return most_frequent_words(str(row["verdicts"]), str(row["primitive"]))
