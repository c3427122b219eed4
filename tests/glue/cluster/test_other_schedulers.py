"""PBS, LSF and SGE by stand-ins that take what their manuals allow and nothing else: submitted, looked at, and the end told."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.workflow.conftest import make_project

from editing import edit

PROJECT = Path(__file__).parents[3]
STAND_IN = Path(__file__).with_name("stand_in_scheduler.py")
COMMANDS = {"pbs": ("qsub", "qstat"), "lsf": ("bsub", "bjobs"), "sge": ("qsub", "qstat", "qacct")}
RESOURCES = {"mem_mb": 600, "runtime": 125}
SubmitJob = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(params=sorted(COMMANDS))
def scheduler(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A node of a cluster with this scheduler."""
    folder, spool = tmp_path / "scheduler's commands", tmp_path / "spool"
    folder.mkdir()
    spool.mkdir()
    for name in COMMANDS[request.param]:
        command = folder / name
        command.write_text(f'#!/bin/sh\nSTAND_IN_NAME={name} exec {shlex.join([sys.executable, str(STAND_IN)])} "$@"\n')
        command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("STAND_IN_SPOOL", str(spool))
    monkeypatch.setenv("STAND_IN_SCHEDULER", request.param)
    return str(request.param)


@pytest.fixture
def submit_job(scheduler: str, tmp_path: Path) -> SubmitJob:
    """Run scripts/submit_job.py for that scheduler."""
    (tmp_path / "checkout").mkdir()

    def call(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, PROJECT / "scripts/submit_job.py", scheduler, *words]
        return subprocess.run(command, cwd=tmp_path / "checkout", capture_output=True, text=True, check=False)

    return call


def job_script(folder: Path, commands: str, **resources: object) -> str:
    """A job script as Snakemake writes it: it goes into its folder itself."""
    properties = {"rule": "measure_run", "threads": 1, "resources": {**RESOURCES, **resources}}
    path = folder / "snakejob.sh"
    path.write_text(f"#!/bin/sh\n# properties = {json.dumps(properties)}\ncd {shlex.quote(str(folder))} && {commands}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("exit_code", [0, 3])
@pytest.mark.parametrize("asked", [{}, {"exclusive": 1, "constraint": "epyc"}], ids=["plain", "a whole node of a kind"])
def test_a_job_is_taken_runs_until_it_ends_and_its_end_is_told(
    submit_job: SubmitJob, tmp_path: Path, asked: dict[str, object], exit_code: int
) -> None:
    os.mkfifo(tmp_path / "go")
    submitted = submit_job(job_script(tmp_path, f"read word <go; exit {exit_code}", **asked))
    assert (submitted.returncode, submitted.stderr) == (0, "")
    job = submitted.stdout.strip()
    assert submit_job("--state-of", job).stdout == "running\n"
    (tmp_path / "go").write_text("now\n")
    told = "running\n"
    while told == "running\n":
        looked = submit_job("--state-of", job)
        assert (looked.returncode, looked.stderr) == (0, "")
        told = looked.stdout
    assert told == ("success\n" if exit_code == 0 else "failed\n")


def test_a_job_has_the_environment_of_the_person_who_submits(
    submit_job: SubmitJob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Toolchains are found by $PATH and $JAVA_HOME, which a login shell on the node need not set."""
    monkeypatch.setenv("JAVA_HOME", "/opt/a jdk")
    os.mkfifo(tmp_path / "seen")
    assert submit_job(job_script(tmp_path, 'echo "$JAVA_HOME" >seen')).returncode == 0
    assert (tmp_path / "seen").read_text() == "/opt/a jdk\n"


def test_an_option_that_is_unknown_is_refused_in_the_schedulers_own_words(submit_job: SubmitJob, scheduler: str, tmp_path: Path) -> None:
    refused = submit_job(job_script(tmp_path, "true", scheduler_options="--exotic"))
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"{scheduler} refused a job: {COMMANDS[scheduler][0]}: unknown option --exotic (")
    assert refused.stderr.count("\n") == 1


def test_a_job_that_the_scheduler_does_not_know_yet_is_waited_for(submit_job: SubmitJob) -> None:
    assert submit_job("--state-of", "77").stdout == "running\n"


@pytest.mark.workflow
def test_the_generic_profile_builds_through_it(scheduler: str, tmp_path: Path) -> None:
    """Whole jobs of Snakemake, each by this scheduler; the programs' tools are on the submitter's $PATH alone."""
    project = make_project(tmp_path / "a copy's folder")
    profile = project.folder / "profiles/cluster-generic/profile.yaml"
    edit(profile, "submit_job.py slurm'", f"submit_job.py {scheduler}'")
    edit(profile, "submit_job.py slurm --state-of'", f"submit_job.py {scheduler} --state-of'")
    made = [f"results/here/build/{name}-tasks/manifest.json" for name in ("alpha", "beta")]
    quick = ("--workflow-profile", "profiles/cluster-generic", "--seconds-between-status-checks", "1", "--latency-wait", "10")
    finished = project.snakemake(*made, *quick, target="")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert [json.loads((project.folder / path).read_text())["status"] for path in made] == ["built", "built"]
    submitted = [path.read_text() for path in Path(os.environ["STAND_IN_SPOOL"]).glob("*.submitted")]
    assert [any(f"'{rule}'" in line for line in submitted) for rule in ("find_toolchain", "compile_program")] == [True, True], submitted
