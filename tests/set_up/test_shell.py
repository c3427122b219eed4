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


def test_the_environment_is_all_that_is_made_where_no_toolchain_is_wanted(set_up, commands):
    commands.add("python3", REPORT.format(version="3.11"))
    assert set_up("--no-toolchains", "--tests").returncode == 0
    (made,) = commands.calls()
    assert made.endswith("/python3 -E -s scripts/make_environment.py --tests")


@pytest.fixture
def checks(tmp_path, commands):
    """Runs scripts/run_tests.sh of a copy whose Python is a stand-in: it fails when one of its words is $FAIL, as $EXIT says."""
    folder = tmp_path / "it's a clone"
    (folder / "scripts").mkdir(parents=True)
    (folder / ".venv/bin").mkdir(parents=True)
    shutil.copy(PROJECT / "scripts/run_tests.sh", folder / "scripts")
    commands.add("../it's a clone/.venv/bin/python", 'echo "ran ${*#-m }"; case " $* " in *" $FAIL "*) exit $EXIT ;; esac')

    def run(*arguments, fail="none", exit_code="1"):
        command = ["sh", folder / "scripts/run_tests.sh", *arguments]
        environ = {**os.environ, "FAIL": fail, "EXIT": exit_code}
        done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
        return done.returncode, [line.removeprefix("ran ") for line in done.stdout.splitlines() if line.startswith("ran ")]

    return run


@pytest.mark.parametrize(
    ("fail", "expected"),
    [(None, 0), *((name, 1) for name in ("ruff", "mypy", "snakefmt", "snakemake", "pytest", "measures", "tests/counting.py"))],
)
def test_every_check_runs_the_totals_come_last_and_any_failure_counts(checks, fail, expected):
    exit_code, ran = checks(fail=str(fail))
    assert [line.split()[0] for line in ran] == [
        "ruff", "ruff", "mypy", "snakefmt", "snakemake", "pytest", "pytest", "tests/counting.py",
    ]  # fmt: skip
    assert exit_code == expected


def test_a_part_without_a_test_is_no_failure_of_its_own(checks):
    assert checks(fail="measures", exit_code="5")[0] == 0
    assert checks(fail="measures", exit_code="2")[0] == 1


def test_every_test_is_in_one_of_the_two_parts_and_a_check_leaves_the_same_out_of_both(checks):
    for arguments in ((), ("--check",)):
        side_by_side, one_at_a_time = (line for line in checks(*arguments)[1] if line.startswith("pytest "))
        assert side_by_side.startswith("pytest -m not measures")
        assert one_at_a_time.startswith("pytest -m measures")
        assert side_by_side.count(" and not (needs_root or ") == one_at_a_time.count(" and not (needs_root or ") == len(arguments)


def test_what_pytest_is_told_reaches_both_parts(checks):
    assert [line.endswith(" -k words") for line in checks("-k", "words")[1] if line.startswith("pytest ")] == [True, True]


def make(*targets):
    """What make says, as if it were not `make test` that runs this."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(["make", *targets], cwd=PROJECT, env=environ, capture_output=True, text=True, check=True).stdout


def test_make_help_names_every_target():
    targets = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))
    assert {line.split()[1] for line in make("help").splitlines()} == targets


def test_make_alone_does_nothing_but_help():
    assert make() == make("help")


@pytest.mark.parametrize("target", ["run", "quick"])
def test_make_tells_the_workflow_which_command_was_given(tmp_path, target):
    shutil.copy(PROJECT / "Makefile", tmp_path)
    for name, script in {"scripts/set_up.sh": ":", ".venv/bin/python": 'echo "$MAKE_TARGET" "$OPTIONS"'}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
    options = "--config 'a=[1, 2]'"
    assert make("-C", str(tmp_path), "--no-print-directory", target, f"OPTIONS={options}") == f"{target} {options}\n"
