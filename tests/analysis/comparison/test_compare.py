"""The command line: a table, a chart where one is asked for, and a line a cell; mistakes are one line."""

import sys
from pathlib import Path

import pandas as pd
import pytest
from tests.analysis.comparison.test_comparing import DAYS, history, runs

import compare
from common.command_line import UserError


@pytest.fixture
def parquet(tmp_path: Path) -> Path:
    path = tmp_path / "history.parquet"
    history(runs(DAYS[0], 28, toolchain__version="1.26.8"), runs(DAYS[1], 27, toolchain__version="1.27.3")).to_parquet(path)
    return path


def run(monkeypatch: pytest.MonkeyPatch, parquet: Path, *arguments: str) -> pd.DataFrame:
    output = parquet.with_name("compared.csv")
    monkeypatch.setattr(sys, "argv", ["compare.py", "--history", str(parquet), "--output", str(output), *arguments])
    assert compare.main() == 0
    return pd.read_csv(output)


def test_without_sides_it_is_the_last_upgrade(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], parquet: Path) -> None:
    stem = parquet.with_name("chart")
    table = run(monkeypatch, parquet, "--chart-stem", str(stem))
    assert list(table["decision"]) == ["changed"]
    assert "go-goroutines at 10,000: 28.0 -> 27.0 MiB, changed (-3.6 %)\n1 changed" in capsys.readouterr().out
    assert all(stem.with_suffix(suffix).is_file() for suffix in (".html", ".svg", ".png"))


def test_with_sides_it_is_what_they_select(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], parquet: Path) -> None:
    table = run(monkeypatch, parquet, "--before", "toolchain=go@1.27", "--after", "toolchain=go@1.26")
    assert list(table["after_toolchain_version"]) == ["1.26.8"]
    assert "Before: toolchain go@1.27. After: toolchain go@1.26." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--before", "toolchain=go"], "--before and --after: give both"),
        (["--before", "toolchain=go", "--after", "toolchain=go"], "--before and --after: are the same"),
        (["--before", "go", "--after", "toolchain=go"], "--before: 'go' is not KEY=VALUE"),
        (
            ["--before", "toolchain=go@1.26", "--after", "toolchain=go@1.29"],
            "--after: no run in the history has toolchain go@1.29; there is toolchain: go@1.26.8, go@1.27.3",
        ),
        (["--before", "until=2020-01-01", "--after", "toolchain=go"], "there is until: 2026-11-01, 2026-11-08"),
        (["--before", "library=tokio", "--after", "toolchain=go"], "there is library: nothing"),
    ],
)
def test_a_mistake_is_one_line(monkeypatch: pytest.MonkeyPatch, parquet: Path, arguments: list[str], told: str) -> None:
    with pytest.raises(UserError) as raised:
        run(monkeypatch, parquet, *arguments)
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(("content", "told"), [(None, "no such history. Make it"), (b"text", "not a history")])
def test_a_history_that_is_none_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes | None, told: str) -> None:
    path = tmp_path / "history.parquet"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UserError, match=told):
        run(monkeypatch, path)
