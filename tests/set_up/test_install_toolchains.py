import sys
from types import SimpleNamespace

import pytest

import fetch_toolchains
import install_toolchains
from set_up.distribution import Distribution
from toolchains import installing
from toolchains.installing import Outcome
from toolchains.offering import Fetched

NOTHING = Fetched()


@pytest.fixture
def look(tmp_path, monkeypatch):
    """Runs the command line on a machine whose state and outcome are given; returns what it said, and whether it looked."""
    looked = []

    def call(state, outcome, *arguments, fetched=NOTHING):
        looked.clear()
        monkeypatch.setattr(install_toolchains, "machine_state", lambda project: state)
        monkeypatch.setattr(install_toolchains, "CACHE", tmp_path)
        monkeypatch.setattr(install_toolchains, "note_path", lambda *, tests: tmp_path / f"note-{tests}.json")
        monkeypatch.setattr(fetch_toolchains, "Wanted", lambda: SimpleNamespace(toolchains={}, names={}))
        monkeypatch.setattr(fetch_toolchains, "fetch_missing", lambda wanted: fetched)
        monkeypatch.setattr(installing, "look_for_needs", lambda toolchains, names, *, tests: looked.append(tests) or [])
        monkeypatch.setattr(installing, "bring", lambda distribution, log, needs: outcome)
        monkeypatch.setattr(sys, "argv", ["install_toolchains.py", *arguments])
        assert install_toolchains.main() == 0
        return list(looked)

    return call


def test_an_unchanged_machine_is_not_looked_at_again_and_the_advice_is_repeated(look, capsys):
    advice = Outcome(("Not on this machine: Go.",))
    assert look("as before", advice) == [False]
    assert look("as before", advice) == []
    assert capsys.readouterr().out == "Not on this machine: Go.\n" * 2


def test_a_changed_machine_is_looked_at_again(look, capsys):
    look("before", Outcome(("Not on this machine: Go.",)))
    capsys.readouterr()
    assert look("after", Outcome()) == [False]
    assert look("after", Outcome()) == []
    assert capsys.readouterr().out == ""


def test_what_failed_is_tried_again(look):
    assert look("as before", Outcome(("apt-get could not install them.",), settled=False)) == [False]
    assert look("as before", Outcome()) == [False]


def test_what_the_tests_need_is_looked_for_on_its_own(look):
    assert look("as before", Outcome()) == [False]
    assert look("as before", Outcome(), "--tests") == [True]
    assert look("as before", Outcome(), "--tests") == []


def test_what_could_be_fetched_is_said_again_and_what_could_not_is_tried_again(look, capsys):
    advice = Fetched(advice=("1 toolchain (Go) can be fetched: make run DOWNLOAD=1 (71 MB)",))
    assert look("as before", Outcome(), fetched=advice) == [False]
    assert look("as before", Outcome(), fetched=advice) == []
    assert capsys.readouterr().out == advice.advice[0] + "\n" + advice.advice[0] + "\n"
    failed = Fetched(advice=("go 1.27.1 could not be fetched",), failed=True)
    assert look("changed", Outcome(), fetched=failed) == [False]
    assert look("changed", Outcome(), fetched=failed) == [False]


@pytest.mark.parametrize(
    ("root", "order"),
    [
        pytest.param(True, ["packages", "archives"], id="root on Debian: packages of the distribution come first"),
        pytest.param(False, ["archives", "packages"], id="who is not root is told of the packages for what could not be fetched"),
    ],
)
def test_archives_are_fetched_for_what_packages_do_not_bring(look, monkeypatch, root, order):
    done = []
    look("before", Outcome())
    monkeypatch.setattr(install_toolchains, "machine_state", lambda project: "after")
    monkeypatch.setattr(install_toolchains, "read_distribution", lambda: Distribution("debian", "12", root=root))
    monkeypatch.setattr(installing, "bring", lambda distribution, log, needs: done.append("packages") or Outcome())
    monkeypatch.setattr(fetch_toolchains, "fetch_missing", lambda wanted: done.append("archives") or Fetched())
    assert install_toolchains.main() == 0
    assert done == order
