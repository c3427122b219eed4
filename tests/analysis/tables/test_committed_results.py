"""The tables of docs/results, made again from their runs, are the same by value: figures do not change when code does."""

from pathlib import Path

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from analysis.claims.claims_table import claim_rows, csv_text
from analysis.claims.looking_up import read_published, read_summary
from analysis.claims.reading import read_claims
from analysis.tables.fits import fits_table
from analysis.tables.markdown import markdown_text
from analysis.tables.older import current_table
from analysis.tables.summary import summary_table
from common.folders import CLAIMS, PROJECT, PUBLISHED
from programs.describing import load_programs

COMMITTED = PROJECT / "docs/results/amd-epyc-2-cores-24-gib/tables"
LATER = ["workload", "amount", "limit_name", "limit_value", "limit_source"]  # columns that came after these were committed


@pytest.fixture(scope="module")
def runs() -> pd.DataFrame:
    return current_table(pd.read_parquet(COMMITTED / "runs.parquet"))


def without_later(table: pd.DataFrame, name: str) -> pd.DataFrame:
    there = pd.read_parquet(COMMITTED / f"{name}.parquet").columns
    return table.drop(columns=[column for column in LATER if column not in there], errors="ignore")


@pytest.mark.parametrize(("name", "make"), [("summary", summary_table), ("fits", fits_table)])
def test_tables_made_again_from_the_committed_runs_are_the_committed_ones(runs: pd.DataFrame, name: str, make) -> None:
    assert_frame_equal(without_later(make(runs), name), pd.read_parquet(COMMITTED / f"{name}.parquet"), check_dtype=False)


def test_their_summary_to_paste_is_the_committed_one(runs: pd.DataFrame) -> None:
    assert markdown_text(summary_table(runs)) == (COMMITTED / "summary.md").read_text(encoding="utf-8")


def test_the_claims_come_out_as_the_committed_ones(runs: pd.DataFrame, tmp_path: Path) -> None:
    summary_table(runs).to_csv(tmp_path / "summary.csv", index=False)
    labels = {program.id: program.label for program in load_programs().values()}
    rows = claim_rows(read_claims(CLAIMS, labels), read_summary(tmp_path / "summary.csv", labels), read_published(PUBLISHED, labels))
    assert csv_text(rows) == (COMMITTED / "claims.csv").read_text(encoding="utf-8")
