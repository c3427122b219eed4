"""A toolchain is what runs and fits; whatever else lies around is a reason in one line, never a stop."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from toolchains import finding as toolchains
from toolchains import probing as asking
from toolchains.description import Place, Toolchain
from toolchains.finding import find_toolchain, fingerprint, out_of_range, version_key

Install = Callable[..., Path]
TOOLCHAIN = Toolchain(
    id="go",
    probe=("tool", "version"),
    version=r"version v?(\d+(?:\.\d+)*)",
    hint="Get it from its makers.",
    place=Place(find=("PATH",)),
    fallback=None,
    minimum="21",
)


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a shell script on an otherwise almost empty PATH."""
    monkeypatch.setenv("PATH", f"{tmp_path / 'one'}:{tmp_path / 'two'}:/usr/bin:/bin")

    def put(script: str, name: str = "tool", folder: str = "one") -> Path:
        path = tmp_path / folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    return put


def test_a_tool_on_the_path_is_found_with_its_version_and_place(install: Install) -> None:
    path = install("echo Picked up JAVA_TOOL_OPTIONS; echo tool version 25.0.2-ea >&2")
    found = find_toolchain(TOOLCHAIN)
    assert (found.status, found.version, found.path) == ("found", "25.0.2", str(path))
    assert found.raw == "Picked up JAVA_TOOL_OPTIONS\ntool version 25.0.2-ea"
    assert found.libc


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        pytest.param("echo tool version 17.0.15", "is 17.0.15, older than 21", id="too old"),
        pytest.param("echo no version set for this folder >&2; exit 126", "exit code 126: no version set", id="shim without a version"),
        pytest.param("exit 1", "exit code 1", id="broken without a word"),
        pytest.param("kill -SEGV $$", "exit code -11", id="crashes"),
        pytest.param("sleep 1000 & sleep 1000", "did not answer within", id="hangs, with a child that holds the pipe"),
    ],
)
def test_a_tool_that_will_not_do_is_missing_with_the_reason_and_the_hint(
    install: Install, monkeypatch: pytest.MonkeyPatch, script: str, reason: str
) -> None:
    monkeypatch.setattr(asking, "PROBE_TIMEOUT_SECONDS", 0.5)
    install(script)
    found = find_toolchain(TOOLCHAIN)
    assert found.status == "missing"
    assert found.reason is not None
    assert reason in found.reason
    assert "Get it from its makers." in found.reason
    assert "\n" not in found.reason


@pytest.mark.parametrize("script", ["echo garbage", "true", "head -c 100000 /dev/zero | tr '\\0' x", "printf '\\377\\376'"])
def test_an_unknown_version_is_never_fatal(install: Install, script: str) -> None:
    install(script)
    found = find_toolchain(TOOLCHAIN)
    assert (found.status, found.version) == ("found", None)
    assert len(found.raw or "") <= 4096


def test_no_setting_of_the_persons_shell_changes_what_a_tool_answers(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"JAVA_TOOL_OPTIONS": '-Dx=version "8.0.1"', "ERL_FLAGS": "+S 1", "LD_PRELOAD": "/nonexistent.so", "LC_ALL": "de_DE.UTF-8"}
    for name in settings:
        monkeypatch.delenv(name, raising=False)
    install('echo "$JAVA_TOOL_OPTIONS$ERL_FLAGS$LD_PRELOAD$LC_ALL" tool version 25.0.2')
    before = find_toolchain(TOOLCHAIN)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert find_toolchain(TOOLCHAIN) == before
    assert (before.status, before.version, before.raw) == ("found", "25.0.2", "tool version 25.0.2")


def test_an_interpreter_that_is_not_there_is_a_reason(install: Install) -> None:
    install("true").write_text("#!/no/such/interpreter\n")
    found = find_toolchain(TOOLCHAIN)
    assert "cannot be started" in (found.reason or "")


def test_an_old_one_first_on_the_path_does_not_hide_a_newer_one(install: Install) -> None:
    install("echo tool version 17", folder="one")
    newer = install("echo tool version 25", folder="two")
    assert find_toolchain(TOOLCHAIN).path == str(newer)


def test_a_variable_that_is_not_set_is_left_out(install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = install("echo tool version 25", folder="home")
    place = Place(find=("$SOME_HOME", "PATH"))
    monkeypatch.delenv("SOME_HOME", raising=False)
    assert find_toolchain(replace(TOOLCHAIN, place=place)).status == "missing"
    monkeypatch.setenv("SOME_HOME", str(tmp_path / "home"))
    assert find_toolchain(replace(TOOLCHAIN, place=place)).path == str(home)


def test_a_tool_without_the_tools_that_belong_beside_it_is_passed_over(install: Install) -> None:
    install("echo tool version 25", folder="one")
    install("echo tool version 21", folder="two")
    install("true", name="compiler", folder="two")
    found = find_toolchain(replace(TOOLCHAIN, place=Place(find=("PATH",), beside=("compiler",))))
    assert found.version == "21"


def test_a_requirement_is_met_by_any_of_its_choices_and_named_when_by_none(install: Install) -> None:
    install("echo tool version 25")
    wanted = replace(TOOLCHAIN, place=Place(find=("PATH",), requires=(("no-such-cc", "no-such-clang"),)))
    assert "needs no-such-cc or no-such-clang" in (find_toolchain(wanted).reason or "")
    install("true", name="no-such-clang")
    assert find_toolchain(wanted).status == "found"


def test_the_fallback_is_used_only_when_nothing_else_fits(install: Install, tmp_path: Path) -> None:
    fallback = Place(find=(str(tmp_path / "wheel"),))
    install("echo tool version 25", folder="wheel")
    assert find_toolchain(replace(TOOLCHAIN, fallback=fallback)).fallback
    install("echo tool version 21", folder="one")
    assert not find_toolchain(replace(TOOLCHAIN, fallback=fallback)).fallback


@pytest.mark.parametrize(("locked_first", "folder"), [(False, "one"), (True, "wheel")])
def test_the_locked_environments_tool_is_used_first_only_where_it_is_preferred(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locked_first: bool, folder: str
) -> None:
    monkeypatch.setattr(toolchains.sysconfig, "get_paths", lambda: {"purelib": str(tmp_path)})
    for name in ("one", "wheel"):
        install("echo tool version 25", folder=name)
    beside_others = replace(TOOLCHAIN, place=Place(find=("PATH", "{site_packages}/wheel")), locked_first=locked_first)
    assert find_toolchain(beside_others).path == str(tmp_path / folder / "tool")
    as_fallback = replace(TOOLCHAIN, fallback=Place(find=("{site_packages}/wheel",)), locked_first=locked_first)
    found = find_toolchain(as_fallback)
    assert (found.path, found.fallback) == (str(tmp_path / folder / "tool"), locked_first)


def test_where_the_preferred_tool_will_not_do_the_other_is_used(install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchains.sysconfig, "get_paths", lambda: {"purelib": str(tmp_path)})
    newer = install("echo tool version 25", folder="one")
    install("echo tool version 17", folder="wheel")
    place = Place(find=("PATH", "{site_packages}/wheel"))
    assert find_toolchain(replace(TOOLCHAIN, place=place, locked_first=True)).path == str(newer)


def test_links_are_followed_as_long_as_the_name_stays(install: Install, tmp_path: Path) -> None:
    real = install("echo tool version 25", folder="real")
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "tool").symlink_to(real)
    assert find_toolchain(TOOLCHAIN).path == str(real)
    shim = install("echo tool version 26", name="shim", folder="real")
    (tmp_path / "one" / "tool").unlink()
    (tmp_path / "one" / "tool").symlink_to(shim)
    assert find_toolchain(TOOLCHAIN).path == str(tmp_path / "one" / "tool")


def test_an_upgrade_changes_the_fingerprint_and_a_second_look_does_not(install: Install) -> None:
    install("echo tool version 25")
    first = fingerprint(find_toolchain(TOOLCHAIN))
    assert fingerprint(find_toolchain(TOOLCHAIN)) == first
    install("echo tool version 26")
    assert fingerprint(find_toolchain(TOOLCHAIN)) != first


def test_another_c_library_changes_the_fingerprint(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    install("echo tool version 25")
    first = fingerprint(find_toolchain(TOOLCHAIN))
    monkeypatch.setattr(toolchains, "libc_version", lambda: "glibc 9.99")
    assert fingerprint(find_toolchain(TOOLCHAIN)) != first


@pytest.mark.parametrize(
    ("version", "minimum", "below", "fits"),
    [
        ("1.21", "1.21", None, True),
        ("1.9", "1.21", None, False),
        ("21-ea", "21", None, True),
        ("25.0.2+10", "25", "26", True),
        ("26", "25", "26", False),
        (None, "25", "26", True),
    ],
)
def test_versions_compare_by_their_numbers(version: str | None, minimum: str | None, below: str | None, fits: bool) -> None:
    assert (out_of_range(version, minimum, below) is None) is fits


def test_a_version_key_has_the_numbers_only() -> None:
    assert version_key("25.0.2-beta+3") == (25, 0, 2)
