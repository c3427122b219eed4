"""The shell scripts and the Makefile, with stand-ins for the commands that they call."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
REPORT = 'case $1 in -I) echo {version} ;; *) echo "$0 $*" >>"$CALLS" ;; esac'


@pytest.fixture(params=["dash", "bash --posix"])
def set_up(request, tmp_path, commands, monkeypatch):
    """Runs scripts/set_up.sh of a copy, in a shell that people have as sh. No Python is on its PATH but the stand-ins."""
    folder = tmp_path / "it's a clone"
    (folder / "scripts").mkdir(parents=True)
    (folder / ".venv/bin").mkdir(parents=True)
    shutil.copy(PROJECT / "scripts/set_up.sh", folder / "scripts")
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("dirname", "uname", "sh"):
        (tools / tool).symlink_to(shutil.which(tool))
    commands.add("../it's a clone/.venv/bin/python", 'echo "$0 $*" >>"$CALLS"')

    def run(*arguments, **environment):
        shell = [shutil.which(request.param.split()[0]), *request.param.split()[1:]]
        environ = {"PATH": f"{commands.folder}:{tools}", **environment}
        return subprocess.run([*shell, folder / "scripts/set_up.sh", *arguments], env=environ, capture_output=True, text=True, check=False)

    return run


def test_the_first_python_that_will_do_makes_the_environment_whose_own_python_goes_on(set_up, commands):
    commands.add("python3", REPORT.format(version="3.9"))
    commands.add("python3.13", "exit 1")
    commands.add("python3.12", REPORT.format(version="3.12"))
    commands.add("python3.11", REPORT.format(version="3.11"))
    done = set_up("--tests")
    assert (done.returncode, done.stderr) == (0, "")
    made, went_on = commands.calls()
    assert made.endswith("/python3.12 -E -s scripts/make_environment.py --tests")
    assert went_on.endswith(".venv/bin/python -E -s scripts/install_toolchains.py --tests")


def test_a_newer_python_than_the_known_ones_is_the_last_resort(set_up, commands):
    commands.add("python3", REPORT.format(version="3.14"))
    assert set_up().returncode == 0
    commands.add("python3.11", REPORT.format(version="3.11"))
    assert set_up().returncode == 0
    makers = [Path(call.split()[0]).name for call in commands.calls() if "make_environment" in call]
    assert makers == ["python3", "python3.11"]


def test_the_python_that_is_named_is_the_one(set_up, commands):
    commands.add("python3", REPORT.format(version="3.11"))
    commands.add("mine", REPORT.format(version="3.13"))
    assert set_up(PYTHON="mine").returncode == 0
    assert Path(commands.calls()[0].split()[0]).name == "mine"


def test_nothing_goes_on_when_the_environment_could_not_be_made(set_up, commands):
    commands.add("python3", "case $1 in -I) echo 3.11 ;; *) echo 'no network' >&2; exit 2 ;; esac")
    done = set_up()
    assert (done.returncode, done.stderr) == (2, "no network\n")
    assert commands.calls() == []


@pytest.mark.parametrize(
    ("name", "script", "environment", "said"),
    [
        pytest.param("uname", "echo Darwin", {}, "this is Darwin", id="not Linux"),
        pytest.param("uname", "case $1 in -s) echo Linux ;; *) echo riscv64 ;; esac", {}, "this is riscv64", id="another processor"),
        pytest.param("python3", "echo 3.9", {}, "Python 3.11 or newer is needed, and here is 3.9.", id="too old"),
        pytest.param("python3", "exit 1", {}, "Python 3.11 or newer is needed, and here is none.", id="none"),
        pytest.param("mine", "echo 3.10", {"PYTHON": "mine"}, "PYTHON=mine is Python 3.10", id="the named one is too old"),
        pytest.param("python3", "echo 3.11", {"PYTHON": "mine"}, "PYTHON=mine does not run", id="the named one is not there"),
    ],
)
def test_a_machine_that_will_not_do_is_refused_in_one_line(set_up, commands, name, script, environment, said):
    commands.add(name, script)
    done = set_up(**environment)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.fixture
def checks(tmp_path, commands):
    """Runs scripts/run_tests.sh of a copy whose Python is a stand-in: the checks named in $FAIL fail."""
    folder = tmp_path / "it's a clone"
    (folder / "scripts").mkdir(parents=True)
    (folder / ".venv/bin").mkdir(parents=True)
    shutil.copy(PROJECT / "scripts/run_tests.sh", folder / "scripts")
    commands.add("../it's a clone/.venv/bin/python", 'echo "ran $2 $3"; [ "$2" != "$FAIL" ]')

    def run(fail):
        command = ["sh", folder / "scripts/run_tests.sh"]
        return subprocess.run(command, env={**os.environ, "FAIL": fail}, capture_output=True, text=True, check=False)

    return run


@pytest.mark.parametrize(("fail", "expected"), [("none", 0), ("ruff", 1), ("mypy", 1), ("snakefmt", 1), ("snakemake", 1), ("pytest", 1)])
def test_every_check_runs_pytest_comes_last_and_any_failure_counts(checks, fail, expected):
    done = checks(fail)
    ran = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("ran ")]
    assert ran == ["ruff", "ruff", "mypy", "snakefmt", "snakemake", "pytest"]
    assert done.stdout.splitlines()[-1].startswith("ran pytest")
    assert done.returncode == expected


def make(*targets):
    """What make says, as if it were not `make test` that runs this."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(["make", *targets], cwd=PROJECT, env=environ, capture_output=True, text=True, check=True).stdout


def test_make_help_names_every_target():
    targets = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))
    assert {line.split()[1] for line in make("help").splitlines()} == targets


def test_make_alone_does_nothing_but_help():
    assert make() == make("help")
