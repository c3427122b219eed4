"""One table as CSV, JSON (one object a row) and Markdown. Whole numbers stay whole, and what is missing is empty or null."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

import orjson
import pandas as pd
import pyarrow as pa

from charts.wording import failed_words, mib, version_words

ROWS_AT_ONCE = 5_000
MARKDOWN_COLUMNS = {  # heading: alignment
    "Label": ":---",
    "Version": ":---",
    "N": "---:",
    "Peak MiB, median [min to max]": "---:",
    "CV": "---:",
    "Bytes per task": "---:",
    "Footprint MiB": "---:",
    "Verdict": ":---",
}


def rows(table: pa.Table) -> Iterator[tuple[Any, ...]]:
    """The rows as plain values, None where one is missing."""
    for batch in table.to_batches(max_chunksize=ROWS_AT_ONCE):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def csv_text(table: pa.Table) -> str:
    """A line of names, then a line a row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.column_names)
    writer.writerows(rows(table))
    return text.getvalue()


def json_bytes(table: pa.Table) -> bytes:
    """An array with an object a row, each on a line of its own. Every object has every key; NaN, which JSON does not have, is null."""
    names = table.column_names
    return b"[" + b",".join(b"\n" + orjson.dumps(dict(zip(names, row, strict=True))) for row in rows(table)) + b"\n]\n"


def markdown_text(summary: pd.DataFrame) -> str:
    """The summary as a table for pasting, a row a variant and N."""
    lines = [list(MARKDOWN_COLUMNS), list(MARKDOWN_COLUMNS.values())]
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
        "" if slope is None else f"{slope:,.0f}",
        "" if footprint is None else mib(footprint),
        "ok" if known["runs_ok"] == known["runs"] else failed_words(str(known["verdicts"]), str(known["primitive"])),
    ]


def escaped(text: str) -> str:
    """Text that stays in its cell: no pipe and no line break that Markdown would take for its own."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")
