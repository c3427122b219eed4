"""The command line: claims.csv from a sweep's summary, the counts on one line, or one line that says what is wrong."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[3]


def judge(output: Path, summary: Path, *options):
    command = [sys.executable, PROJECT / "scripts/judge_claims.py", "--summary", summary, "--output", output, *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture(scope="module")
def rows(sweep_folder, tmp_path_factory):
    """The claims of a whole synthetic sweep, by id."""
    output = tmp_path_factory.mktemp("with a space") / "claims.csv"
    done = judge(output, sweep_folder / "tables" / "summary.csv")
    assert (done.returncode, done.stderr) == (0, "")
    with output.open(newline="") as file:
        found = list(csv.DictReader(file))
    outcomes = [row["outcome"] for row in found]
    counts = ", ".join(f"{outcomes.count(name)} {name}" for name in ("reproduced", "not reproduced", "not measured"))
    assert done.stdout == f"Claims of the posts: {counts} ({output})\n"
    return {row["id"]: row for row in found}


def test_the_table_has_the_agreed_columns_and_a_row_a_claim(rows):
    assert list(rows["2023-go-12x"]) == ["id", "source", "n", "statement", "outcome", "here", "published", "reason", "url"]
    assert len(rows) == (PROJECT / "config/claims.yaml").read_text().count("  - id: ")


def test_every_outcome_has_what_belongs_to_it(rows):
    for row in rows.values():
        assert row["published"]
        assert row["url"].startswith("https://")
        if row["outcome"] == "not measured":
            assert "Missing: " in row["reason"] or "Not tested: " in row["reason"]
        if row["outcome"] == "not reproduced":
            assert row["here"]
            assert "Does not hold: " in row["reason"]


def test_a_missing_toolchain_and_a_longer_sleep_are_told(rows):
    assert rows["2024-graalvm-heavy"]["reason"].startswith("Missing: Java virtual threads, GraalVM at 1 (toolchain missing).")
    assert "Elixir tasks at 1,000,000 slept 30 s instead of 10" in rows["2023-elixir-size"]["reason"]


@pytest.mark.parametrize("what", ["--claims", "--reference", "--summary"])
def test_a_file_that_is_not_there_is_one_line_and_exit_code_2(sweep_folder, tmp_path, what):
    done = judge(tmp_path / "claims.csv", sweep_folder / "tables" / "summary.csv", what, tmp_path / "not here")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert str(tmp_path / "not here") in done.stderr
    assert not (tmp_path / "claims.csv").exists()
