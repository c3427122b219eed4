"""A throw-away cluster for the tests of a file, and projects whose programs are built."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.slurm.cluster import Cluster, ClusterError, running_cluster, wait_until
from tests.workflow.conftest import Project, make_project

from editing import replaced_once

NODES = {"n1": "cpua", "n2": "cpub"}
CONFIG = """\
tasks: [1, 20]
repeats: 1
sleep_seconds: 0.3
longer_sleep_seconds: []
timeout_seconds: 60
machine: here
"""
OPTIONS = ("--workflow-profile", "profiles/slurm")
# What a person fills in: small requests for small nodes, and an early look at what became of the jobs.
FILLED_IN = {
    "# slurm_partition: PARTITION": "slurm_partition: bench",
    "  mem_mb: 4000": "  mem_mb: 500",
    "  runtime: 30": "  runtime: 5",
    "# mem_mb: 32000": "mem_mb: 600",
    "slurm-init-seconds-before-status-checks: 20": "slurm-init-seconds-before-status-checks: 3",
}
TABLE = ("results/here/tables/runs.csv",)
MADE = ("machine.json", "build/alpha-tasks/manifest.json", "build/beta-tasks/manifest.json")
BUILT = tuple(f"results/here/{name}" for name in MADE)


@pytest.fixture(scope="module")
def running() -> Iterator[Cluster]:
    try:
        with running_cluster(NODES) as cluster:
            yield cluster
    except ClusterError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture
def cluster(running: Cluster) -> Iterator[Cluster]:
    """The cluster, all nodes idle; after the test nothing of it may be left there."""
    yield running
    wait_until(lambda: not running.queue(), "the queue is empty")
    wait_until(lambda: not running.processes(), "nothing runs on the nodes any more")


@dataclass
class Sweep:
    """A project whose jobs go to the cluster."""

    project: Project
    options: Sequence[str] = OPTIONS

    def command(self, *arguments: str, targets: Sequence[str]) -> list[str]:
        return ["env", "--default-signal=INT,HUP", sys.executable, "-m", "snakemake", *targets, *self.options, *arguments]

    def environment(self) -> dict[str, str]:
        return {**os.environ, "PATH": f"{self.project.tools}{os.pathsep}{os.environ['PATH']}"}

    def start(self, *arguments: str, targets: Sequence[str] = TABLE) -> subprocess.Popen[str]:
        """A run whose output goes to the file `output`."""
        with self.output.open("w") as output:
            return subprocess.Popen(
                self.command(*arguments, targets=targets),
                cwd=self.project.folder,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                text=True,
            )

    @property
    def output(self) -> Path:
        return self.project.folder / "output"

    def finish(self, process: subprocess.Popen[str], exit_code: int = 0) -> str:
        """Wait for a run's end; what it printed."""
        try:
            ended = process.wait(240)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            process.wait(60)
            raise
        printed = self.output.read_text()
        assert ended == exit_code, printed
        return printed

    def run(self, *arguments: str, exit_code: int = 0, targets: Sequence[str] = TABLE) -> str:
        return self.finish(self.start(*arguments, targets=targets), exit_code)

    def records(self, machine: str = "here") -> dict[str, dict[str, Any]]:
        """The records that stand, by `variant n repeat`."""
        found = [json.loads(path.read_text()) for path in (self.project.folder / "results" / machine / "runs").rglob("repeat=*.json")]
        return {f"{record['variant']} {record['n']} {record['repeat']}": record for record in found}

    def times_measured(self) -> dict[str, int]:
        """How many runs of each cell were ever kept, by `variant n repeat`."""
        folders = {path.parent for path in (self.project.results / "history").rglob("*.json")}
        name = {folder: [part.rpartition("=")[2] for part in folder.parts[-4:]] for folder in folders}
        return {f"{variant} {n} {repeat}": len(list(folder.iterdir())) for folder, (variant, n, _, repeat) in name.items()}

    def set_aside(self) -> list[Path]:
        return [path for path in (self.project.results / "unconfirmed").rglob("repeat=*.json") if path.name[0] != "."]

    def configure(self, **keys: object) -> None:
        kept = [line for line in CONFIG.splitlines() if line.partition(":")[0] not in keys]
        changed = [f"{key}: {json.dumps(value)}" for key, value in keys.items()]
        self.project.write("config/config.yaml", "\n".join([*kept, *changed]) + "\n")

    def fill_in(self, changes: Mapping[str, str], profile: str = "slurm") -> None:
        """Change lines of a profile, as a person does."""
        path = self.project.folder / "profiles" / profile / "profile.yaml"
        text = path.read_text()
        for before, after in changes.items():
            text = replaced_once(text, before, after)
        path.write_text(text)

    def wait_for_cells(self, count: int, process: subprocess.Popen[str]) -> None:
        """Until so many cells were measured while the run goes on."""

        def measured() -> bool:
            assert process.poll() is None, self.output.read_text()
            return len(self.set_aside()) >= count

        wait_until(measured, f"{count} cells measured", 120)


@pytest.fixture(scope="session")
def built_project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with its programs built and nothing measured. Never changed by a test."""
    project = make_project(tmp_path_factory.mktemp("built") / "a copy's folder")
    project.write("config/config.yaml", CONFIG)
    finished = project.snakemake(*BUILT, target="")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return project


@pytest.fixture
def sweep(built_project: Project, cluster: Cluster, tmp_path: Path) -> Sweep:
    folder = tmp_path / built_project.folder.name
    shutil.copytree(built_project.folder, folder, symlinks=True)
    swept = Sweep(Project(folder))
    swept.fill_in(FILLED_IN)
    return swept
