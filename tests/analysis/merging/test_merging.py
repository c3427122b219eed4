"""Several machines stand side by side; what cannot is refused in one line, and nothing is averaged across them."""

import shutil
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import merge_machines
import report_machines
from analysis.merging.folders import read_all, read_results
from analysis.merging.side_by_side import machine_classes, machine_ratios
from common.command_line import UserError
from view.charts.machine_classes import specification
from view.merged.merged_page import machine_words

PUBLISHED = Path(__file__).resolve().parents[3] / "docs/results/amd-epyc-2-cores-24-gib"
XEON = {"host_cpu_model": "Intel Xeon", "host_cores_total": 112, "host_memory_total_bytes": 503 << 30, "host_kernel": "6.1.0-25-amd64"}


def other_machine(folder: Path, factor: float = 1.25, **columns: Any) -> Path:
    """The published sweep as another machine would have it: every peak times `factor`, other facts of the host."""
    runs = pd.read_parquet(PUBLISHED / "tables" / "runs.parquet")
    peaks = (runs["peak_bytes"].astype("Float64") * factor).round().astype("Int64")
    (folder / "tables").mkdir(parents=True)
    runs.assign(peak_bytes=peaks, **columns).to_parquet(folder / "tables" / "runs.parquet", index=False)
    return folder


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The published sweep, and an invented one of another machine."""
    here = tmp_path_factory.mktemp("results of a cluster")
    epyc = here / PUBLISHED.name
    shutil.copytree(PUBLISHED, epyc)
    return [epyc, other_machine(here / "xeon", **XEON)]


def test_each_machine_keeps_its_own_figures(folders: list[Path]) -> None:
    classes = machine_classes(read_all(folders))
    assert list(classes["machine"].unique()) == [folder.name for folder in folders]
    peaks = classes.dropna(subset=["peak_bytes_median"]).pivot_table(
        index=["variant", "n"], columns="machine", values="peak_bytes_median", aggfunc=list
    )
    assert len(peaks) > 50
    for ours, theirs in zip(peaks[PUBLISHED.name], peaks["xeon"], strict=True):
        assert len(ours) == len(theirs) == 1
        assert theirs[0] == pytest.approx(1.25 * ours[0], rel=1e-6)
    facts = classes.drop_duplicates("machine").set_index("machine")
    assert list(facts["machine_cores_total"]) == [2, 112]
    assert list(facts["machine_kernel_series"]) == ["6.18", "6.1"]


def test_the_ratio_of_two_machines_has_the_interval_of_the_comparison(folders: list[Path]) -> None:
    ratios = machine_ratios(read_all(folders))
    measured = ratios.dropna(subset=["ratio"])
    assert set(ratios["machine"]) == {PUBLISHED.name}
    assert set(ratios["other_machine"]) == {"xeon"}
    assert measured["ratio"].astype(float).to_numpy() == pytest.approx(1.25, rel=1e-4)
    assert (measured["ratio_low"] <= measured["ratio"]).all()
    assert (measured["ratio"] <= measured["ratio_high"]).all()
    assert set(measured["decision"]) == {"different", "cannot tell"}
    assert not ratios["differs"].str.contains("machine").any()


def test_what_one_machine_has_no_figure_of_has_no_ratio_but_a_reason(tmp_path: Path) -> None:
    runs = pd.read_parquet(PUBLISHED / "tables" / "runs.parquet")
    of_go = runs["variant"] == "go-goroutines"
    lost = {"verdict": runs["verdict"].mask(of_go, "oom"), "variant": runs["variant"].mask(runs["variant"] == "node-async", "node-other")}
    ratios = machine_ratios(read_all([other_machine(tmp_path / "epyc"), other_machine(tmp_path / "xeon", **XEON, **lost)]))
    found = {variant: set(rows["reason"]) for variant, rows in ratios[ratios["ratio"].isna()].groupby("variant")}
    assert found["go-goroutines"] == {"no run was ok on xeon"}
    assert found["node-async"] == {"not measured on xeon"}
    assert found["node-other"] == {"not measured on epyc"}


def test_three_machines_are_three_pairs(folders: list[Path], tmp_path: Path) -> None:
    ratios = machine_ratios(read_all([*folders, other_machine(tmp_path / "arm", 0.5, host_architecture="aarch64")]))
    pairs = ratios[["machine", "other_machine"]].drop_duplicates()
    assert [tuple(pair) for pair in pairs.to_numpy()] == [(PUBLISHED.name, "xeon"), (PUBLISHED.name, "arm"), ("xeon", "arm")]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        pytest.param(XEON, "they are of different machines (CPU model Intel Xeon, not AMD EPYC", id="two machines of one name"),
        pytest.param({}, "they are of one kind of machine. Leave one out", id="one machine twice"),
    ],
)
def test_two_folders_of_one_name_are_refused(folders: list[Path], tmp_path: Path, change: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError) as refused:
        read_all([folders[0], other_machine(tmp_path / PUBLISHED.name, **change)])
    assert f"are both called {PUBLISHED.name}" in str(refused.value)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        pytest.param({"schema_version": 2}, "has records of schema version 2, this workflow has 1", id="another schema"),
        pytest.param(
            {"host_cores_total": range(240)}, "results of one machine class mix numbers of cores", id="two machines in one folder"
        ),
    ],
)
def test_a_folder_that_cannot_stand_beside_others_is_refused(tmp_path: Path, columns: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError, match=told) as refused:
        read_results(other_machine(tmp_path / "xeon", **columns))
    assert str(tmp_path / "xeon/tables/runs.parquet") in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("content", "told"), [(None, "no such table"), (b"not parquet", "not a table of runs")])
def test_a_missing_or_damaged_table_is_named(tmp_path: Path, content: bytes | None, told: str) -> None:
    if content is not None:
        (tmp_path / "tables").mkdir()
        (tmp_path / "tables/runs.parquet").write_bytes(content)
    with pytest.raises(UserError, match=told):
        read_results(tmp_path)


def test_one_machine_alone_is_not_merged(folders: list[Path]) -> None:
    with pytest.raises(UserError, match="needs the results of two machines or more"):
        read_all(folders[:1])


def test_the_chart_has_a_panel_for_each_n_and_says_what_each_machine_is(folders: list[Path]) -> None:
    classes = machine_classes(read_all(folders))
    drawn = specification(classes, machine_words(classes))
    titles = ["".join(panel["title"]["text"]) for panel in drawn["concat"]]
    assert titles == ["1 task", "10,000 tasks", "100,000 tasks", "1,000,000 tasks"]
    assert "xeon: Intel Xeon, 112 cores, 503 GiB, Linux 6.1, glibc 2.36" in drawn["title"]["subtitle"]


def test_the_page_links_to_each_report_and_has_every_ratio(folders: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    merged = tmp_path / "merged"
    paths = [str(folder) for folder in folders]
    monkeypatch.setattr(sys, "argv", ["merge_machines.py", *paths, "--output-folder", str(merged)])
    assert merge_machines.main() == 0
    monkeypatch.setattr(sys, "argv", ["report_machines.py", *paths, "--merged", str(merged)])
    assert report_machines.main() == 0
    page = (merged / "report.html").read_text()
    assert f'{PUBLISHED.name}/report.html">report of {PUBLISHED.name}</a>' in page
    assert "not beside these results" in page
    assert page.count("<td>different</td>") + page.count("<td>cannot tell</td>") == len(pd.read_csv(merged / "machine_ratios.csv"))
    assert "http://" not in page.partition("<script>")[0]
    assert {path.suffix for path in (merged / "charts").iterdir()} == {".html", ".png", ".svg"}
