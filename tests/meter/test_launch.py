"""How a program is launched: its environment, its limits, and what of its launcher shows in its figures."""

import os
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from meter import cgroup
from meter.launch import clean_environment, declared_limits
from meter.request import Request
from meter.run import measure

MIB = 1024 * 1024
Target = Callable[[str], str]


def test_of_the_callers_environment_only_path_and_home_pass() -> None:
    own = {"PATH": "/own", "HOME": "/home", "LANG": "de_DE.UTF-8", "OMP_NUM_THREADS": "1", "NODE_EXTRA_CA_CERTS": "/x"}
    assert clean_environment(Request(("x",)), own) == {"PATH": "/own", "HOME": "/home", "LANG": "C.UTF-8", "TZ": "UTC"}


def test_what_the_request_declares_is_added_and_wins() -> None:
    environment = clean_environment(Request(("x",), path="/tools", environment={"A": "1", "TZ": "CET"}), {})
    assert environment == {"PATH": "/tools", "HOME": "/", "LANG": "C.UTF-8", "TZ": "CET", "A": "1"}


def test_the_declared_limits_never_bound_the_address_space_and_never_exceed_the_hard_ones() -> None:
    limits = declared_limits()
    assert "RLIMIT_AS" not in limits
    for name, (soft, hard) in limits.items():
        assert hard == resource.getrlimit(getattr(resource, name))[1]
        assert hard == resource.RLIM_INFINITY or soft <= hard


def test_the_program_has_the_limits_that_the_record_says() -> None:
    record = measure(Request(("sh", "-c", "ulimit -s; ulimit -n; ulimit -c")))
    stack, files, core = record["stdout_head"].split()
    limits = record["host"]["limits"]
    assert (int(stack) * 1024, int(files), int(core)) == (limits["stack"][0], limits["nofile"][0], limits["core"][0])


def test_the_program_is_launched_in_the_folder_asked_for(tmp_path: Path) -> None:
    assert measure(Request(("pwd",), working_directory=tmp_path))["stdout_head"] == f"{tmp_path}\n"
    record = measure(Request(("pwd",), working_directory=tmp_path / "missing"))
    assert record["verdict"] == "spawn_failed"
    assert str(tmp_path / "missing") in record["reason"]


def test_the_first_word_is_looked_up_on_the_path_of_the_program(tmp_path: Path) -> None:
    tool = tmp_path / "the-tool"
    tool.write_text("#!/bin/sh\necho found\n")
    tool.chmod(0o755)
    assert measure(Request(("the-tool",), path=f"{tmp_path}:/usr/bin:/bin"))["stdout_head"] == "found\n"


def test_without_a_trampoline_the_launcher_is_the_floor_and_the_figures_hold(target: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no `setsid --fork` the program is launched by the supervisor itself, a Python of some 10 MiB."""
    hold = target("hold")
    monkeypatch.setenv("PATH", "/nowhere")
    sleeping = measure(Request((hold, "0", "0.3"), path="/usr/bin:/bin"))
    assert 4 * MIB < sleeping["ru_floor_bytes"] < 30 * MIB
    assert sleeping["peak_bytes"] / MIB == pytest.approx(0.7, abs=0.3)
    at_once = measure(Request((hold, "64", "0"), path="/usr/bin:/bin"))
    assert at_once["peak_bytes"] / MIB == pytest.approx(64.7, abs=0.5)
    short = measure(Request(("true",), path="/usr/bin:/bin"))
    assert short["peak_bytes"] is None or short["peak_bytes"] < 3 * MIB


def test_a_supervisor_that_cannot_be_started_is_spawn_failed_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Path] = []
    original = cgroup.create_otherwise

    def counting(mounts: cgroup.Mounts) -> cgroup.Group:
        group = original(mounts)
        made.extend(group.directories)
        return group

    monkeypatch.setattr(cgroup, "create_counting", counting)
    monkeypatch.setattr("meter.launch.sys.executable", "/nowhere/python")
    record = measure(Request(("true",)))
    assert record["verdict"] == "spawn_failed"
    assert "No such file or directory: '/nowhere/python'" in record["reason"]
    assert [folder for folder in made if folder.exists()] == []


def test_a_run_goes_on_when_systemd_run_gives_no_scope(target: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = tmp_path / "systemd-run"
    stand_in.write_text('#!/bin/sh\necho "$@" > "${0%/*}/asked"\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n')
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(cgroup, "create_counting", lambda _mounts: None)
    monkeypatch.setattr(cgroup, "scope_is_possible", lambda _mounts: cgroup._systemd_run_answers())
    record = measure(Request((target("hold"), "8", "0.2")))
    assert (tmp_path / "asked").read_text().startswith("--user --scope --quiet -p Delegate=yes -- ")
    assert record["verdict"] == "ok"
    assert record["cgroup"]["kind"] != "v2-scope"
    assert record["peak_bytes"] / MIB == pytest.approx(8.7, abs=0.5)
