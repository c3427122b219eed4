from dataclasses import replace

import pytest

from set_up.environment import Environment, Locks, Seen, fault, outdated, read_environment
from set_up.notes import write_note

WHOLE = Environment(
    "3.11", "/project/.venv", {"requirements.txt": "a"}, frozenset({"pandas-3.1.0.dist-info", "snakemake-9.27.1.dist-info"})
)
SEEN = Seen("/project/.venv", "3.11", WHOLE.installed)


@pytest.mark.parametrize(
    ("environment", "seen", "expected"),
    [
        pytest.param(WHOLE, SEEN, None, id="whole"),
        pytest.param(WHOLE, replace(SEEN, installed=SEEN.installed | {"pip-23.0.dist-info"}), None, id="more than the locks is no fault"),
        pytest.param(WHOLE, replace(SEEN, asked_python="3.11"), None, id="PYTHON names the same version"),
        pytest.param(None, SEEN, "was not finished", id="killed half-way"),
        pytest.param(WHOLE, replace(SEEN, folder="/moved/.venv"), "was made in another folder (/project/.venv)", id="moved"),
        pytest.param(WHOLE, replace(SEEN, python=None), "does not start", id="its Python is gone"),
        pytest.param(WHOLE, replace(SEEN, python="3.13"), "was made with Python 3.11, which is now 3.13", id="the system was upgraded"),
        pytest.param(WHOLE, replace(SEEN, asked_python="3.12"), "has Python 3.11, and PYTHON names 3.12", id="another Python is asked for"),
        pytest.param(WHOLE, replace(SEEN, installed=frozenset()), "has lost pandas-3.1.0.dist-info", id="a package is gone"),
    ],
)
def test_an_environment_that_cannot_be_used_says_why(environment, seen, expected):
    assert fault(environment, seen) == expected


@pytest.mark.parametrize(
    ("digests", "expected"),
    [
        ({"requirements.txt": "a"}, []),
        ({"requirements.txt": "b"}, ["requirements.txt"]),
        ({"requirements.txt": "a", "requirements-test.txt": "c"}, ["requirements-test.txt"]),
    ],
)
def test_a_lock_is_outdated_when_its_content_is_not_what_was_installed(digests, expected):
    assert outdated(WHOLE, digests) == expected


def test_the_note_is_read_back_as_it_was_written(tmp_path):
    write_note(tmp_path / "set-up.json", WHOLE.as_note())
    assert read_environment(tmp_path) == WHOLE


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"python": "3.11", "folder": "/x", "locks": 1, "installed": []}', "\x00"])
def test_a_damaged_note_is_none(tmp_path, text):
    (tmp_path / "set-up.json").write_text(text)
    assert read_environment(tmp_path) is None


def test_a_lock_is_known_by_its_content(tmp_path):
    first, second = tmp_path / "requirements.txt", tmp_path / "requirements-test.txt"
    first.write_text("pandas==3.1.0\n")
    second.write_text("pytest==9.0\n")
    before = Locks((first,), (second,)).digests()
    second.write_text("pytest==9.1\n")
    after = Locks((first,), (second,)).digests()
    assert before["requirements.txt"] == after["requirements.txt"]
    assert before["requirements-test.txt"] != after["requirements-test.txt"]
