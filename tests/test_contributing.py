"""CONTRIBUTING names the files of each usual change, three at most. Two of them are made here, in a copy, by these files alone."""

import re
from pathlib import Path

import pytest
from tests.workflow.conftest import PROGRAM, VARIANT, Project, make_project

PROJECT = Path(__file__).parents[1]
CHANGES = ("language", "variant", "workload", "metric", "chart", "claim", "console line", "preset")


def usual_changes(text: str) -> dict[str, list[str]]:
    """The table of CONTRIBUTING: the files of each change, `<name>` standing for what is new."""
    section = re.search(r"^## Usual changes\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert section is not None, "CONTRIBUTING.md has no section 'Usual changes'"
    rows = re.findall(r"^\|([^|]+)\|([^|]+)\|", section[1], re.MULTILINE)
    return {change.strip(): re.findall(r"`([^`]+)`", files) for change, files in rows if not re.fullmatch(r"[\s:-]+", files)}


@pytest.fixture(scope="module")
def changes() -> dict[str, list[str]]:
    return usual_changes((PROJECT / "CONTRIBUTING.md").read_text())


@pytest.mark.parametrize("change", CHANGES)
def test_a_usual_change_takes_three_files_at_most_and_all_of_them_are_there(changes: dict[str, list[str]], change: str) -> None:
    (files,) = [files for name, files in changes.items() if change in name]
    assert 1 <= len(files) <= 3
    assert [file for file in files if not list(PROJECT.glob(re.sub(r"<[^>]+>", "*", file).rstrip("/")))] == []


def test_a_row_is_a_change_and_what_stands_in_it_as_code_is_its_files() -> None:
    table = "| a new | files |\n|---|---|\n| preset, such as quick | `config/<name>.yaml`; see there |\n"
    text = f"## Usual changes\n\n{table}\n## Next\n| no | `row` |\n"
    assert usual_changes(text) == {"a new": [], "preset, such as quick": ["config/<name>.yaml"]}


@pytest.fixture
def copy(tmp_path: Path) -> Project:
    return make_project(tmp_path / "a copy's folder")


@pytest.mark.workflow
def test_a_variant_is_its_folder(copy: Project, changes: dict[str, list[str]]) -> None:
    assert changes["variant"] == ["programs/<language>/<variant>/"]
    copy.write("programs/alpha/more/variant.yaml", VARIANT.format(label="More of Alpha"))
    copy.write("programs/alpha/more/main.py", PROGRAM)
    planned = copy.planned()
    expected = {f"measure_run {name}" for name in ("alpha-tasks", "alpha-more", "beta-tasks")}
    assert {name for name in planned if name.startswith("measure_run ")} == expected
    assert planned["measure_run alpha-more"] == planned["measure_run alpha-tasks"] == 2


@pytest.mark.workflow
def test_a_preset_is_its_file(copy: Project, changes: dict[str, list[str]]) -> None:
    assert changes["preset"] == ["config/<preset>.yaml"]
    copy.write("config/tiny.yaml", "tasks: [3]\nrepeats: 3\n")
    assert copy.planned("--configfile", "config/tiny.yaml")["measure_run alpha-tasks"] == 3
    assert copy.planned()["measure_run alpha-tasks"] == 2
