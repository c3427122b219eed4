"""An upgrade measures its own runs again, keeps the old ones, and says at the end what it has changed."""

import json
import shutil
import time
from pathlib import Path

import pandas as pd
import pytest
from tests.workflow.conftest import CONFIG, Project

from editing import replaced_once

COMPARISON = "results/here/comparison/before_after.svg"
HISTORY = "results/here/history.parquet"


def install_larger(project: Project, version: str, mebibytes: int) -> None:
    """A compiler of alpha whose programs hold some memory more."""
    script = project.tools / "alphac"
    more = f'echo \'import sys; held = b"x" * ({mebibytes} << 20)\' > "$1"; cat "$2" >> "$1"'
    script.write_text(f'#!/bin/sh\nif [ "$1" = --version ]; then echo "alphac version {version}"; else {more}; fi\n')
    script.chmod(0o755)


@pytest.fixture
def upgraded_project(finished_project: Project, tmp_path: Path) -> Project:
    """Three repeats with alphac 1.0, then the next version, whose programs hold 50 MiB more."""
    project = Project(tmp_path / finished_project.folder.name)
    shutil.copytree(finished_project.folder, project.folder, symlinks=True)
    project.write("config/config.yaml", replaced_once(CONFIG, "repeats: 1", "repeats: 3"))
    project.run()
    install_larger(project, "2.0", 50)
    return project


def test_an_upgrade_says_what_it_changed_and_the_earlier_runs_stay(upgraded_project: Project) -> None:
    project = upgraded_project
    output = project.run("--cores", "4")
    told = "Alpha 2.0 (was 1.0): 6 runs measured again, 6 kept.  alpha-tasks at 20: "
    lines = [line for line in output.splitlines() if line.startswith(told)]
    assert len(lines) == 1, output
    assert "changed (+" in lines[0]
    assert "  Of 2 cells: 2 changed." in output
    assert "beta" not in lines[0]

    project.run(target=HISTORY)
    history = pd.read_parquet(project.folder / HISTORY)
    assert history.groupby(["variant", "toolchain_version"]).size().to_dict() == {
        ("alpha-tasks", "1.0"): 6,
        ("alpha-tasks", "2.0"): 6,
        ("beta-tasks", "1.0"): 6,
    }
    project.run(target="compare")
    compared = pd.read_csv(project.results / "comparison" / "before_after.csv")
    assert list(compared["program"]) == ["alpha-tasks", "alpha-tasks"]
    assert set(compared["decision"]) == {"changed"}
    assert (project.folder / COMPARISON).read_text().startswith("<svg")
    assert project.planned(target=COMPARISON).total() == 0


def kept(project: Project, variant: str) -> list[Path]:
    return sorted((project.results / "history" / variant).rglob("*.json"))


def test_an_upgrade_that_is_killed_loses_no_run(upgraded_project: Project) -> None:
    project = upgraded_project
    before = kept(project, "alpha-tasks")
    process = project.start()
    deadline = time.monotonic() + 120
    while len(kept(project, "alpha-tasks")) < len(before) + 2:
        assert process.poll() is None, "the upgrade ended before it could be killed"
        assert time.monotonic() < deadline, "nothing was measured again"
        time.sleep(0.02)
    process.kill()
    process.wait()
    output = project.run()
    assert "Alpha 2.0 (was 1.0): " in output
    after = [json.loads(path.read_text()) for path in kept(project, "alpha-tasks")]
    assert set(before) <= set(kept(project, "alpha-tasks"))
    records = [json.loads(path.read_text()) for path in (project.results / "runs/alpha-tasks").rglob("repeat=*.json")]
    assert len(records) == 6
    assert all(record["toolchain"]["version"] == "2.0" and record in after for record in records)


def test_a_sweep_without_an_upgrade_says_nothing_of_one(new_project: Project) -> None:
    output = new_project.run()
    assert "measured again" not in output
    assert len(list((new_project.results / "history").rglob("*.json"))) == 4


def test_two_versions_side_by_side_stand_in_the_tables_and_are_compared(project: Project) -> None:
    for name in ("old", "new"):
        (project.folder / name).mkdir()
    install_larger(project, "1.9", 5)
    (project.tools / "alphac").rename(project.folder / "old" / "alphac")
    install_larger(project, "2.1", 60)
    (project.tools / "alphac").rename(project.folder / "new" / "alphac")
    project.write(
        "config/config.yaml",
        replaced_once(replaced_once(CONFIG, "repeats: 1", "repeats: 3"), "tasks: [1, 20]", "tasks: [1]")
        + "toolchains: {alpha@1: {find: [old]}, alpha@2: {find: [new]}}\n"
        + "compare: {before: {toolchain: alpha@1}, after: {toolchain: alpha@2}}\n",
    )
    planned = project.planned()
    assert planned["measure_run alpha-tasks"] == 0
    assert (planned["measure_run alpha-tasks@1"], planned["measure_run alpha-tasks@2"]) == (3, 3)
    assert planned["measure_run beta-tasks"] == 2
    project.run()
    runs = pd.read_csv(project.results / "tables" / "runs.csv")
    assert dict(zip(runs["variant"], runs["toolchain_version"], strict=True)) == {
        "alpha-tasks@1": 1.9,
        "alpha-tasks@2": 2.1,
        "beta-tasks": 1.0,
    }
    assert set(runs["label"]) == {"Alpha tasks, 1", "Alpha tasks, 2", "Beta tasks"}
    assert project.planned().total() == 0

    project.run(target=COMPARISON)
    compared = pd.read_csv(project.results / "comparison" / "before_after.csv")
    assert list(compared["after_variant"]) == ["alpha-tasks@2"]
    assert list(compared["decision"]) == ["changed"]


def test_a_lost_history_is_made_again_from_the_records(project: Project) -> None:
    shutil.rmtree(project.results / "history")
    project.run(target=HISTORY)
    assert len(pd.read_parquet(project.folder / HISTORY)) == 4


def test_a_kept_run_is_the_record_itself(project: Project) -> None:
    record = json.loads((project.results / "runs/alpha-tasks/n=20/sleep=0.3/repeat=1.json").read_text())
    kept = [json.loads(path.read_text()) for path in (project.results / "history/alpha-tasks/n=20").rglob("*.json")]
    assert kept == [record]
