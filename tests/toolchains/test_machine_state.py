import os

import pytest

from toolchains.machine_state import machine_state


@pytest.fixture
def project(tmp_path):
    language = tmp_path / "programs/go/language.yaml"
    language.parent.mkdir(parents=True)
    language.write_text("name: Go\n")
    (tmp_path / "tools").mkdir()
    return tmp_path


def state(project, **environment):
    places = {"PATH": str(project / "tools"), "XDG_CACHE_HOME": str(project / "cache")}
    return machine_state(project, {**places, **environment}, databases=(str(project / "status"),))


def test_the_state_of_an_unchanged_machine_is_the_same(project):
    before = state(project, HOME="/a", TERM="dumb")
    assert state(project, HOME="/b", TERM="xterm") == before


def change_description(project):
    (project / "programs/go/language.yaml").write_text("name: Go!\n")


def add_variant(project):
    (project / "programs/go/goroutines").mkdir()
    (project / "programs/go/goroutines/variant.yaml").write_text("label: Go\n")


def add_tool(project):
    (project / "tools/go").write_text("")
    os.utime(project / "tools", ns=(1, 1))  # a clock too coarse to show the change would make this test flicker


def install_package(project):
    (project / "status").write_text("Package: golang-go\n")


def say_something_of_downloads(project):
    (project / "config").mkdir()
    (project / "config/config.yaml").write_text("toolchains: {download: always}\n")


def fetch_something(project):
    (project / "cache/memory-of-tasks/toolchains/go-1.27.1-63d339f0").mkdir(parents=True)


CHANGES = [change_description, add_variant, add_tool, install_package, say_something_of_downloads, fetch_something]


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_can_change_which_toolchains_there_are_changes_the_state(project, change):
    before = state(project)
    change(project)
    assert state(project) != before


def test_a_variable_that_names_a_toolchain_changes_the_state(project):
    assert state(project, JAVA_HOME="/opt/java") != state(project)
    assert state(project, DOTNET_ROOT="/opt/dotnet") != state(project)


def test_another_decision_on_downloads_changes_the_state(project):
    assert state(project, DOWNLOAD_TOOLCHAINS="1") != state(project)
    assert state(project, DOWNLOAD_MIRROR="file:///mnt") != state(project)
