"""The figures that the page's own script chooses among: each once, as columns and rows, from the summary, the fits and what was published.

Bytes, seconds and N as in tables/datapackage.json; null where nothing was measured.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import pandas as pd

from analysis.estimation.lines import TASKS_FROM
from analysis.tables.summary import at_one_task
from records.metrics import memories, metric, page_columns
from records.vocabulary import PRIMITIVE_NAMES, kind_name
from view.charts.footprint_and_resident import with_kernel
from view.charts.peak_by_tasks import cell_notes
from view.charts.published_figures import SOURCES
from view.charts.sweep_tables import Sweep
from view.report.facts import verdicts_words

# Columns of the summary that go into the page beside those of its figures; one that the tables do not have is left out.
MEMORIES = memories()
CELL_COLUMNS = ("n", "runs", "runs_ok", "requested_sleep_seconds", "sleep_seconds", "kernel_bytes_median")
FIT_COLUMNS = (
    "memory",
    "runs",
    "tasks_values",
    "n_smallest",
    "n_largest",
    "bytes_per_task",
    "bytes_per_task_low",
    "bytes_per_task_high",
    "confidence",
    "bytes_per_task_theil_sen",
    "bytes_per_task_theil_sen_low",
    "bytes_per_task_theil_sen_high",
    "base_bytes",
    "base_bytes_low",
    "base_bytes_high",
    "largest_residual_bytes",
    "largest_residual_n",
    "reason",
)
DIGITS = 6  # of a number that is not whole: more than any clock or page size here carries
Table = dict[str, list[Any]]


def figures(sweep: Sweep, published: pd.DataFrame) -> dict[str, Any]:
    """Everything that the switches of the page choose among. `published`: source, variant, n, peak_bytes."""
    places = {variant: place for place, variant in enumerate(dict.fromkeys(sweep.summary["variant"]))}
    kinds = [name for name in PRIMITIVE_NAMES if (sweep.summary["primitive"] == name).any()]
    return {
        "tasks": sweep.tasks,
        "tasks_from": TASKS_FROM,
        "kinds": [{"id": name, "name": kind_name(name)} for name in kinds],
        "languages": sorted(str(name) for name in sweep.summary["language"].dropna().unique()),
        "variants": [variant_row(row) for row in sweep.summary.drop_duplicates("variant").to_dict("records")],
        "memories": {kind: metric(column).words for kind, column in MEMORIES.items()},
        "columns": page_columns(),
        "cells": cells(with_kernel(sweep), places),
        "fits": fits(sweep.fits, places),
        "published": published_cells(published, places, sweep.tasks),
        "sources": SOURCES,
    }


def variant_row(row: Mapping[Hashable, Any]) -> dict[str, str]:
    """What names a variant."""
    names = {name: text(row[name]) for name in ("variant", "label", "language", "primitive", "version")}
    return names | {"kind": kind_name(names["primitive"]), "primitive_name": str(row["primitive_name"])}


def cells(summary: pd.DataFrame, places: Mapping[str, int]) -> Table:
    """One row a variant and N: its figures, both naive figures per task, and what became of its runs in words."""
    held = (*CELL_COLUMNS, *(column["key"] for column in page_columns()))
    rows = summary[[name for name in held if name in summary]].copy()
    rows.insert(0, "variant", summary["variant"].map(places))
    for memory, column in MEMORIES.items():
        rows[f"{memory}_naive_bytes_per_task"] = naive_bytes_per_task(summary, f"{column}_median")
    records = summary.to_dict("records")
    return compact(rows.assign(notes=[cell_notes(row) for row in records], verdict=[verdicts_words(row) for row in records]))


def naive_bytes_per_task(summary: pd.DataFrame, column: str) -> "pd.Series[float]":
    """(median at N - median at 1) / N, where both were measured and N is more than 1."""
    above = summary[column].astype("Float64") - at_one_task(summary, column).astype("Float64")
    return (above / summary["n"]).where(summary["n"] > 1)


def fits(found: pd.DataFrame, places: Mapping[str, int]) -> Table | None:
    """One row a variant and kind of memory: the slope with its interval, or why there is none. None where the tables have no fits."""
    if found.empty:
        return None
    known = found[found["variant"].isin(list(places))]
    rows = known[[name for name in FIT_COLUMNS if name in known]].copy()
    rows.insert(0, "variant", known["variant"].map(places))
    return compact(rows)


def published_cells(published: pd.DataFrame, places: Mapping[str, int], tasks: Sequence[int]) -> Table:
    """One row a source, variant and N of this sweep."""
    known = published[published["variant"].isin(list(places)) & published["n"].isin(tasks)]
    return compact(pd.DataFrame({"variant": known["variant"].map(places), **{name: known[name] for name in ("source", "n", "peak_bytes")}}))


def compact(rows: pd.DataFrame) -> Table:
    """A table as its column names and its rows, missing values as null."""
    return {"columns": list(rows.columns), "rows": [[plain(value) for value in row] for row in rows.astype(object).itertuples(index=False)]}


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if pd.isna(value):
        return None
    if isinstance(value, str):
        return value
    number = float(value)
    return int(number) if number.is_integer() else round(number, DIGITS)


def text(value: Any) -> str:
    """A text, empty where there is none."""
    return "" if pd.isna(value) else str(value)
