"""The table for pasting: a cell is a cell, whatever stands in it."""

import pandas as pd

from analysis.tables.markdown import markdown_text

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


def test_what_a_task_takes_stands_where_its_line_is():
    *_, line = markdown(n=1)
    assert "| 1 | 2,626 [2,600 to 2,700] | 1.2 % |  | 28.0 |" in line


def test_one_run_is_not_a_range():
    *_, line = markdown(runs=1, runs_ok=1, verdicts="ok=1", peak_bytes_cv=None)
    assert "| 2,626 |  |" in line


def test_a_pipe_does_not_end_its_cell():
    lines = markdown(label="a|b", program_library="x\\|y", program_library_version="1")
    assert all(line.replace("\\\\", "").replace("\\|", "").count("|") == 9 for line in lines)
