"""The summary as a Markdown table, for pasting where people discuss."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from analysis.estimation.lines import TASKS_FROM
from common.units import mib
from records.vocabulary import failed_words, version_words

COLUMNS = {  # heading: alignment
    "Label": ":---",
    "Version": ":---",
    "N": "---:",
    "Peak MiB, median [min to max]": "---:",
    "CV": "---:",
    "Bytes per task": "---:",
    "Footprint MiB": "---:",
    "Verdict": ":---",
}


def markdown_text(summary: pd.DataFrame) -> str:
    """The summary as a table for pasting, a row a variant and N."""
    lines = [list(COLUMNS), list(COLUMNS.values())]
    lines += [[escaped(cell) for cell in markdown_row(row)] for row in summary.to_dict("records")]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def markdown_row(row: Mapping[Any, Any]) -> list[str]:
    """One row's cells; empty where there is no figure."""
    known: dict[str, Any] = {name: None if pd.isna(value) else value for name, value in row.items()}
    version = version_words(*(known.get(name) for name in ("toolchain_version", "program_library", "program_library_version")))
    median, low, high = (known[f"peak_bytes_{what}"] for what in ("median", "min", "max"))
    slope, variation, footprint = (known[name] for name in ("bytes_per_task_least_squares", "peak_bytes_cv", "footprint_bytes_median"))
    return [
        str(known["label"]),
        version,
        f"{known['n']:,}",
        "" if median is None else mib(median) if known["runs_ok"] == 1 else f"{mib(median)} [{mib(low)} to {mib(high)}]",
        "" if variation is None else f"{100 * variation:.1f} %",
        "" if slope is None or known["n"] < TASKS_FROM else f"{slope:,.0f}",
        "" if footprint is None else mib(footprint),
        "ok" if known["runs_ok"] == known["runs"] else failed_words(str(known["verdicts"]), str(known["primitive"])),
    ]


def escaped(text: str) -> str:
    """Text that stays in its cell: no pipe and no line break that Markdown would take for its own."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")
