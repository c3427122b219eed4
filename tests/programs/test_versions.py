"""Several versions of one toolchain are several sets of programs; everything else stays one."""

from pathlib import Path

import pytest

from common.command_line import UserError
from plan.configuration import read_configuration
from programs.describing import Program, load_programs
from programs.versions import environment_file, listed_versions, with_versions
from toolchains.configured import Settings, as_configured, settings_text
from toolchains.description import Place, Toolchain

LANGUAGE = "name: {name}\ntoolchain: {{probe: [{tool}, version], version: '(.*)', hint: get it}}\nrun: ['{{build}}/program']\n"
VARIANT = "label: {name} tasks\nprimitive: green-thread\ndescription: Launches tasks.\n"
TWO = {"go@1.26": {"find": ["/opt/1.26"]}, "go@1.27": {"find": ["/opt/1.27"]}}


@pytest.fixture
def programs(tmp_path: Path) -> dict[str, Program]:
    for name in ("go", "rust"):
        (tmp_path / name / "tasks").mkdir(parents=True)
        (tmp_path / name / "language.yaml").write_text(LANGUAGE.format(name=name.title(), tool=name))
        (tmp_path / name / "tasks" / "variant.yaml").write_text(VARIANT.format(name=name.title()))
    return load_programs(tmp_path)


def test_a_program_is_there_once_for_each_version_that_is_listed(programs: dict[str, Program]) -> None:
    versions = with_versions(programs, TWO, "config")
    assert list(versions) == ["go-tasks@1.26", "go-tasks@1.27", "rust-tasks"]
    assert [program.toolchain.id for program in versions.values()] == ["go@1.26", "go@1.27", "rust"]
    assert versions["go-tasks@1.26"].label == "Go tasks, 1.26"
    assert versions["go-tasks@1.26"].source == programs["go-tasks"].source


@pytest.mark.parametrize(
    ("settings", "measured_as"),
    [
        ({}, ["go"]),
        ({"go": {"minimum": "1.26"}}, ["go"]),
        ({"go@1.26": {}}, ["go@1.26"]),
        ({"go@1.27": {}, "go@1.26": {}}, ["go@1.26", "go@1.27"]),
        ({"go": {}, "go@1.26": {}}, ["go", "go@1.26"]),
        ({"gopher@1.26": {}}, ["go"]),
    ],
)
def test_the_plain_toolchain_is_measured_unless_only_versions_are_listed(settings: Settings, measured_as: list[str]) -> None:
    assert listed_versions("go", settings) == measured_as


def test_a_pattern_for_a_program_selects_it_with_every_version(programs: dict[str, Program]) -> None:
    known = with_versions(programs, TWO, "config")

    def selected(*patterns: str) -> tuple[str, ...]:
        return read_configuration({"machine": "here", "variants": list(patterns)}, known).variants

    assert selected("go-tasks") == ("go-tasks@1.26", "go-tasks@1.27")
    assert selected("go-*") == ("go-tasks@1.26", "go-tasks@1.27")
    assert selected("*@1.27") == ("go-tasks@1.27",)
    assert selected("*", "!go-tasks@1.26") == ("go-tasks@1.27", "rust-tasks")


def test_a_version_of_a_toolchain_that_no_program_uses_is_refused(programs: dict[str, Program]) -> None:
    with pytest.raises(UserError, match=r"toolchains: golang@1\.26: no program uses golang; there are go, rust"):
        with_versions(programs, {"golang@1.26": {}}, "config")


def test_folders_that_are_given_are_the_only_ones() -> None:
    fallback = Place(("{site_packages}/go",))
    toolchain = Toolchain("go", ("go", "version"), "(.*)", "get it", Place(("PATH",)), fallback, minimum="1.21")
    chosen = as_configured(toolchain, "go@1.26", {"find": ["/opt/1.26"], "below": "1.27"})
    assert (chosen.id, chosen.place.find, chosen.fallback) == ("go@1.26", ("/opt/1.26",), None)
    assert (chosen.minimum, chosen.below) == ("1.21", "1.27")
    assert chosen.hint == "The configuration has it looked for in /opt/1.26 only. get it"
    assert as_configured(toolchain, "go", {}) == toolchain


def test_the_settings_of_a_toolchain_are_its_own_only() -> None:
    settings = {**TWO, "go@1.28": {"conda_environment": "envs/go-next.yaml"}}
    assert settings_text("go@1.26", settings, "host") == '{"find": ["/opt/1.26"]}'
    assert settings_text("rust", settings, "host") == "{}"
    assert settings_text("rust", settings, "locked") == '{"locked_first": true}'
    assert settings_text("go@1.28", settings, "host") == "{}"


def test_versions_share_the_conda_environment_unless_one_is_given() -> None:
    settings = {"go@1.26": {}, "go@1.28": {"conda_environment": "envs/go-next.yaml"}}
    files = [environment_file(name, settings) for name in ("go", "go@1.26", "go@1.28")]
    assert files == ["envs/go.yaml", "envs/go.yaml", "envs/go-next.yaml"]
