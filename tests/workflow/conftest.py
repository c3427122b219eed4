"""A copy of the real workflow with a tiny stand-in language, in a folder whose name has a space and a quote."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
COPIED = ("Snakefile", "rules", "scripts", "config", "profiles", "envs")
PROGRAM = """\
import sys, time
n, seconds = int(sys.argv[1]), float(sys.argv[2])
print(f"READY n={n} done=0", flush=True)
time.sleep(seconds)
print(f"DONE n={n}", flush=True)
"""
LANGUAGE = """\
name: {name}
toolchain:
  probe: [{tool}, --version]
  version: 'version (\\S+)'
  minimum: "1.0"
  hint: "Get {tool} from its makers."
build: [{tool}, "{{build}}/program.py", main.py]
run: [python3, "{{build}}/program.py"]
"""
VARIANT = """\
label: {label}
primitive: scheduled-task
description: Sleeps, and says so.
"""
CLAIMS = """\
posts:
  made up: {name: made-up post, url: https://example.org/, figures: {pkolaczk-2023: made-up post}}
groups: {}
claims:
  - id: alpha-small
    post: made up
    statement: Alpha takes less than a gibibyte.
    tasks: [20]
    rule: [{bound: {of: alpha-tasks, less_than: 1024}}]
  - id: beta-huge
    post: made up
    statement: Beta takes more than a gibibyte.
    tasks: [20]
    rule: [{bound: {of: beta-tasks, more_than: 1024}}]
  - id: alpha-million
    post: made up
    statement: A million tasks of Alpha run.
    tasks: [1000000]
    rule: [{runs: alpha-tasks}]
"""
CONFIG = """\
tasks: [1, 20]
repeats: 1
sleep_seconds: 0.3
longer_sleep_seconds: []
machine: here
"""


@dataclass(frozen=True)
class Project:
    """A checkout of the workflow with the languages alpha and beta, whose tools lie in `tools`."""

    folder: Path

    @property
    def tools(self) -> Path:
        return self.folder / "tools"

    @property
    def results(self) -> Path:
        return self.folder / "results" / "here"

    def install(self, tool: str, version: str = "1.0") -> None:
        """A compiler that copies its input, and says which version it is."""
        script = self.tools / tool
        script.write_text(f'#!/bin/sh\nif [ "$1" = --version ]; then echo "{tool} version {version}"; else cp "$2" "$1"; fi\n')
        script.chmod(0o755)

    def write(self, path: str, text: str) -> None:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def snakemake(
        self, *arguments: str, environment: Mapping[str, str] | None = None, target: str = "results/here/tables/runs.csv"
    ) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "snakemake", "--cores", "1", *([target] if target else []), *arguments]
        environ = {**os.environ, "PATH": f"{self.tools}{os.pathsep}{os.environ['PATH']}", **(environment or {})}
        return subprocess.run(
            command, cwd=self.folder, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False
        )

    def start(self, target: str = "results/here/tables/runs.csv") -> subprocess.Popen[bytes]:
        """A run that goes on by itself."""
        command = [sys.executable, "-m", "snakemake", "--cores", "1", target]
        environ = {**os.environ, "PATH": f"{self.tools}{os.pathsep}{os.environ['PATH']}"}
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen(command, cwd=self.folder, env=environ, **quiet)

    def run(self, *arguments: str, target: str = "results/here/tables/runs.csv") -> str:
        finished = self.snakemake(*arguments, target=target)
        assert finished.returncode == 0, finished.stdout + finished.stderr
        return finished.stdout + finished.stderr

    def planned(self, *arguments: str, target: str = "results/here/tables/runs.csv") -> Counter[str]:
        """What would run now: how many jobs of each rule, and of each rule and variant as `rule variant`."""
        output = self.run("--dry-run", "--quiet", "host", *arguments, target=target)
        jobs: Counter[str] = Counter()
        for rule, block in re.findall(r"^rule (\w+):\n((?:    .*\n)+)", output, re.MULTILINE):
            jobs[rule] += 1
            variant = re.search(r"wildcards:.*\bvariant=([\w.@-]+)", block)
            if variant:
                jobs[f"{rule} {variant.group(1)}"] += 1
        return jobs


def make_project(folder: Path) -> Project:
    for name in COPIED:
        source = PROJECT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, folder / name)
    project = Project(folder)
    project.tools.mkdir()
    for name in ("alpha", "beta"):
        project.install(f"{name}c")
        project.write(f"programs/{name}/language.yaml", LANGUAGE.format(name=name.title(), tool=f"{name}c"))
        project.write(f"programs/{name}/tasks/variant.yaml", VARIANT.format(label=f"{name.title()} tasks"))
        project.write(f"programs/{name}/tasks/main.py", PROGRAM)
        project.write(f"envs/{name}.yaml", "channels: [conda-forge]\ndependencies: []\n")
    project.write("config/config.yaml", CONFIG)
    project.write("config/claims.yaml", CLAIMS)
    return project


@pytest.fixture(scope="session")
def finished_project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project whose sweep has run. Never changed by a test: see `project`."""
    project = make_project(tmp_path_factory.mktemp("finished") / "a copy's folder")
    project.run()
    return project


@pytest.fixture
def project(finished_project: Project, tmp_path: Path) -> Project:
    """A copy of the finished project, for one test to change."""
    folder = tmp_path / finished_project.folder.name
    shutil.copytree(finished_project.folder, folder, symlinks=True)
    return Project(folder)


@pytest.fixture
def new_project(tmp_path: Path) -> Project:
    """A project in which nothing has run."""
    return make_project(tmp_path / "a copy's folder")
