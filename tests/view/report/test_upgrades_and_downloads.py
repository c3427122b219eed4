"""The comparison with the last toolchain, and the files inside the page."""

import base64
import gzip

import pandas as pd
import pytest
from tests.analysis.comparison.test_comparing import DAYS, history, runs

from common.command_line import UserError
from view.report import downloads as module
from view.report.downloads import downloads
from view.report.last_upgrade import NO_HISTORY, ONE_SETUP, last_upgrades


def written(folder, *groups):
    history(*groups).to_parquet(folder / "history.parquet")
    return folder / "history.parquet"


def test_an_upgrade_is_a_group_of_rows_with_both_figures(tmp_path):
    old = runs(DAYS[0], 100, toolchain__version="1.26.8")
    new = runs(DAYS[1], 90, toolchain__version="1.27.3")
    found = last_upgrades(written(tmp_path, old, new, runs(DAYS[0], 50, variant="rust-tokio")))
    assert found["words"] == "1 cell was measured with more than one setup: 1 changed."
    [(headline, [row])] = found["groups"]
    assert headline == "Go 1.27.3 (was 1.26.8)"
    expected = {"tasks": "10,000", "before": "100 MiB", "after": "90.0 MiB", "difference": "-10.0 %", "decision": "changed"}
    assert row.items() >= expected.items()


def test_without_a_history_or_with_one_setup_a_line_says_why_there_is_no_comparison(tmp_path):
    assert last_upgrades(tmp_path / "history.parquet") == {"words": NO_HISTORY, "groups": []}
    assert last_upgrades(written(tmp_path, runs(DAYS[0], 100), runs(DAYS[1], 101))) == {"words": ONE_SETUP, "groups": []}
    assert last_upgrades(written(tmp_path)) == {"words": ONE_SETUP, "groups": []}


def test_a_history_that_is_none_is_one_line(tmp_path):
    (tmp_path / "history.parquet").write_bytes(b"no table")
    with pytest.raises(UserError, match=r"history\.parquet: not a history"):
        last_upgrades(tmp_path / "history.parquet")


def test_small_files_are_inside_and_large_ones_only_beside(tmp_path, monkeypatch):
    pd.DataFrame({"n": range(10)}).to_csv(tmp_path / "summary.csv")
    (tmp_path / "runs.csv").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "runs.parquet").write_bytes(bytes(range(256)) * 400)
    monkeypatch.setattr(module, "LARGEST", 100_000)
    found = {file.name: file for file in downloads(tmp_path)}
    assert list(found) == ["summary.csv", "runs.csv", "runs.parquet"]
    assert found["runs.parquet"].packed is None
    for name in ("summary.csv", "runs.csv"):
        assert gzip.decompress(base64.b64decode(found[name].packed)) == (tmp_path / name).read_bytes()
    monkeypatch.setattr(module, "ROOM", len(found["summary.csv"].packed))
    assert [file.name for file in downloads(tmp_path) if file.packed] == ["summary.csv"]


def test_the_same_files_make_the_same_page(tmp_path):
    (tmp_path / "summary.csv").write_text("n\n1\n")
    assert downloads(tmp_path) == downloads(tmp_path)
