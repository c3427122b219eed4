"""With --sdm conda the environment files decide what is stale, not the host's tools. A stand-in answers for conda: no server is reached."""

import json
import os
import shutil
from collections import Counter
from pathlib import Path

import pytest
from tests.workflow.conftest import Project, make_project

STAND_IN = Path(__file__).with_name("stand_in_conda.sh")


@pytest.fixture
def conda_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project whose environment files ask for the compilers. Its folder has no quote: Snakemake's own `source activate` breaks there."""
    root = tmp_path / "conda"
    (root / "bin").mkdir(parents=True)
    shutil.copy(STAND_IN, root / "bin" / "conda")
    (root / "bin" / "activate").write_text('PATH="$1/bin:$PATH"\nexport PATH\n')
    monkeypatch.setenv("STAND_IN_ROOT", str(root))
    monkeypatch.setenv("PATH", f"{root / 'bin'}{os.pathsep}{os.environ['PATH']}")
    project = make_project(tmp_path / "project")
    for name in ("alpha", "beta"):
        ask_for(project, name, "3.0")
    project.run("--sdm", "conda")
    return project


def ask_for(project: Project, name: str, version: str) -> None:
    project.write(f"envs/{name}.yaml", f"channels: [conda-forge]\ndependencies:\n  - {name}c={version}\n")


def version(project: Project, name: str) -> str:
    record = project.results / "runs" / f"{name}-tasks" / "n=1" / "sleep=0.3" / "repeat=1.json"
    return str(json.loads(record.read_text())["toolchain"]["version"])


def test_the_environment_files_decide_which_runs_are_stale(conda_project: Project) -> None:
    project = conda_project
    assert version(project, "alpha") == "3.0"  # the host has 1.0
    assert project.planned("--sdm", "conda") == Counter()

    project.install("alphac", "2.0")
    assert project.planned("--sdm", "conda") == Counter(), "an upgrade of the host is none of conda's"

    ask_for(project, "alpha", "4.0")
    planned = project.planned("--sdm", "conda")
    assert planned["measure_run alpha-tasks"] == 2
    assert planned["measure_run beta-tasks"] == 0
    project.run("--sdm", "conda")
    assert (version(project, "alpha"), version(project, "beta")) == ("4.0", "3.0")
    assert project.planned("--sdm", "conda") == Counter()


def test_from_conda_to_the_hosts_tools_and_back_measures_with_the_other_tools(conda_project: Project) -> None:
    project = conda_project
    assert project.planned()["measure_run"] == 4
    project.run()
    assert version(project, "alpha") == "1.0"
    assert project.planned("--sdm", "conda")["measure_run"] == 4
    project.run("--sdm", "conda")
    assert version(project, "alpha") == "3.0"
