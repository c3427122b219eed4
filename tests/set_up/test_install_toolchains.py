import sys

import pytest

import install_toolchains
from toolchains import installing
from toolchains.installing import Outcome


@pytest.fixture
def look(tmp_path, monkeypatch):
    """Runs the command line on a machine whose state and outcome are given; returns what it said, and whether it looked."""
    looked = []

    def call(state, outcome, *arguments):
        looked.clear()
        monkeypatch.setattr(install_toolchains, "machine_state", lambda project: state)
        monkeypatch.setattr(install_toolchains, "CACHE", tmp_path)
        monkeypatch.setattr(install_toolchains, "note_path", lambda *, tests: tmp_path / f"note-{tests}.json")
        monkeypatch.setattr(installing, "bring", lambda distribution, log, *, tests: looked.append(tests) or outcome)
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
