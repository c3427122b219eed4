"""What YAML reads otherwise than it looks is refused, with file, line, what was read and what to write."""

from pathlib import Path

import pytest

from common.command_line import UserError
from common.folders import PROJECT
from common.plain_yaml import read_yaml


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param("tasks: [1]\n# more\ntasks: [2]\n", "line 3: tasks stands twice, first in line 1. Write it once", id="a key twice"),
        pytest.param("a:\n  b: 1\n  c: 2\n  b: 3\n", "line 4: b stands twice, first in line 2. Write it once", id="a key twice, inside"),
        pytest.param('{"a": 1,\n\t"a": 2}', "a stands twice. Write it once", id="a key twice, in JSON"),
        pytest.param(
            "repeats: 1\ntasks: [1, 010]\n",
            'line 2: 010 is read as 8: a leading 0 makes it octal. Write 10 or 8, or "010" for text',
            id="octal",
        ),
        pytest.param(
            "tasks:\n  - 1:30\n",
            'line 2: 1:30 is read as 90: colons make it count in sixties. Write 90, or "1:30" for text',
            id="sexagesimal",
        ),
        pytest.param(
            "sleep_seconds: 1:30.5\n",
            'line 1: 1:30.5 is read as 90.5: colons make it count in sixties. Write 90.5, or "1:30.5" for text',
            id="sexagesimal, with a fraction",
        ),
        pytest.param("", "line 1: nothing stands in it; it should be a mapping of keys to values", id="empty"),
        pytest.param("# tasks: [1]\n", "line 1: nothing stands in it; it should be a mapping of keys to values", id="only comments"),
        pytest.param("- tasks\n", "line 1: a list was read; it should be a mapping of keys to values", id="a list"),
        pytest.param("tasks", "line 1: the word 'tasks' was read; it should be a mapping of keys to values", id="a word"),
    ],
)
def test_what_is_read_otherwise_than_it_looks_is_one_line_with_file_and_line(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "preset.yaml"
    file.write_text(text)
    with pytest.raises(UserError) as raised:
        read_yaml(file)
    assert str(raised.value).startswith(f"{file}: {told}")
    assert "\n" not in str(raised.value)


def test_what_looks_as_it_is_read_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "preset.yaml"
    file.write_text("a: [0, -1, 1_000_000, 0.5, 0x1f]\nb: '010'\nc: \"1:30\"\nd: 2026-11-01\ne: 1e3\n")
    read = read_yaml(file)
    assert read["a"] == [0, -1, 1_000_000, 0.5, 31]
    assert (read["b"], read["c"], read["e"]) == ("010", "1:30", "1e3")


def test_a_configuration_may_be_json_with_tabs(tmp_path: Path) -> None:
    file = tmp_path / "preset.json"
    file.write_text('{\n\t"tasks": [1, 2]\n}\n')
    assert read_yaml(file) == {"tasks": [1, 2]}


@pytest.mark.parametrize("pattern", ["config/*.yaml", "programs/*/language.yaml", "programs/*/*/variant.yaml"])
def test_every_file_of_the_project_is_read_as_it_looks(pattern: str) -> None:
    files = sorted(PROJECT.glob(pattern))
    assert files
    assert all(read_yaml(file) for file in files)
