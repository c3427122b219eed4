"""The formats of a table: nothing changes its type, and nothing breaks out of its cell."""

import csv
import io
import json

import pandas as pd
import pyarrow as pa
import pytest

from tables.formats import csv_text, json_bytes, markdown_text

TABLE = pd.DataFrame(
    {
        "label": pd.Series(['C, "quoted"', "two\nlines", None], dtype="string"),
        "peak_bytes": pd.Series([2**53 + 1, None, 7], dtype="Int64"),
        "wall_seconds": pd.Series([10.0, 0.1, None], dtype="Float64"),
        "toolchain_fallback": pd.Series([True, None, False], dtype="boolean"),
    }
)
ARROW = pa.Table.from_pandas(TABLE, preserve_index=False)


def test_a_csv_has_what_is_missing_empty_and_text_as_it_was():
    text = csv_text(ARROW)
    assert list(csv.reader(io.StringIO(text))) == [
        list(TABLE.columns),
        ['C, "quoted"', "9007199254740993", "10.0", "True"],
        ["two\nlines", "", "0.1", ""],
        ["", "7", "", "False"],
    ]


def test_json_has_an_object_a_row_with_every_key_and_whole_numbers_whole():
    rows = json.loads(json_bytes(ARROW))
    assert rows == [
        {"label": 'C, "quoted"', "peak_bytes": 2**53 + 1, "wall_seconds": 10.0, "toolchain_fallback": True},
        {"label": "two\nlines", "peak_bytes": None, "wall_seconds": 0.1, "toolchain_fallback": None},
        {"label": None, "peak_bytes": 7, "wall_seconds": None, "toolchain_fallback": False},
    ]
    assert isinstance(rows[2]["peak_bytes"], int)


def test_json_has_no_nan():
    table = pa.table({"share": pa.array([float("nan"), float("inf"), 0.5])})
    assert json.loads(json_bytes(table), parse_constant=pytest.fail) == [{"share": None}, {"share": None}, {"share": 0.5}]


def test_a_table_without_rows_is_still_one():
    assert json.loads(json_bytes(ARROW.slice(0, 0))) == []
    assert csv_text(ARROW.slice(0, 0)) == "label,peak_bytes,wall_seconds,toolchain_fallback\n"


ROW = {
    "variant": "go-goroutines", "label": "Go goroutines", "language": "Go", "primitive": "green-thread", "toolchain_version": "1.27.3",
    "program_library": None, "program_library_version": None, "n": 1_000_000, "runs": 3, "runs_ok": 3, "verdicts": "ok=3",
    "peak_bytes_median": 2626 * 2**20, "peak_bytes_min": 2600 * 2**20, "peak_bytes_max": 2700 * 2**20, "peak_bytes_cv": 0.0123,
    "footprint_bytes_median": 28 * 2**20, "bytes_per_task_least_squares": 2746.5,
}  # fmt: skip


def markdown(**changes):
    return markdown_text(pd.DataFrame([ROW | changes]).convert_dtypes()).splitlines()


def test_markdown_has_a_heading_an_alignment_and_a_line_a_row():
    heading, alignment, line = markdown()
    assert heading.startswith("| Label | Version | N | Peak MiB, median [min to max] |")
    assert set(alignment) <= set("|:- ")
    assert line == "| Go goroutines | 1.27.3 | 1,000,000 | 2,626 [2,600 to 2,700] | 1.2 % | 2,746 | 28.0 | ok |"


def test_markdown_says_what_failed_and_leaves_empty_what_was_not_measured():
    none = dict.fromkeys(
        ["peak_bytes_median", "peak_bytes_min", "peak_bytes_max", "peak_bytes_cv", "footprint_bytes_median", "bytes_per_task_least_squares"]
    )
    *_, line = markdown(**none, runs_ok=0, verdicts="oom=3")
    assert line == "| Go goroutines | 1.27.3 | 1,000,000 |  |  |  |  | out of memory |"


def test_one_run_is_not_a_range():
    *_, line = markdown(runs=1, runs_ok=1, verdicts="ok=1", peak_bytes_cv=None)
    assert "| 2,626 |  |" in line


def test_a_pipe_does_not_end_its_cell():
    lines = markdown(label="a|b", program_library="x\\|y", program_library_version="1")
    assert all(line.replace("\\\\", "").replace("\\|", "").count("|") == 9 for line in lines)
