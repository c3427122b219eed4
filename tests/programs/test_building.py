"""A build happens in a private copy, leaves no process, and its manifest does not depend on where the checkout lies."""

import shutil
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from common.folders import PROJECT
from programs.building import BuildError, build_program, fill, missing_manifest
from programs.describing import Program
from toolchains.description import Place, Toolchain
from toolchains.finding import Found

TOOLCHAIN = Toolchain(
    "sh", ("sh",), "(.*)", "get it", Place(("PATH",)), fallback=Place(("PATH",), build=(("sh", "-c", "echo fallback > ../how"),))
)
FOUND = Found("sh", "found", version="1", path="/bin/sh", folder="/bin", raw="sh 1")


def program(source: Path, *build: str) -> Program:
    return Program(
        id="sh-tasks",
        language="Shell",
        label="Shell tasks",
        primitive="os-thread",
        description="",
        folder=source,
        source=source,
        toolchain=TOOLCHAIN,
        build=tuple(("sh", "-c", script) for script in build),
        run=("{build}/program", "{toolchain}/x", "${kept}"),
        environment={"PLACE": "{build}"},
        build_environment={"ONLY_BUILD": "yes"},
        library=None,
        library_version=None,
    )


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "language" / "tasks"
    folder.mkdir(parents=True)
    (folder / "main.sh").write_text("echo hello\n")
    return folder


def test_a_build_writes_only_into_its_own_folder(source: Path, tmp_path: Path) -> None:
    folder = tmp_path / "a build's folder"
    manifest = build_program(
        program(source, "cp main.sh ../program; echo x > left.txt", 'echo "$ONLY_BUILD" > "$PLACE/second"'), FOUND, folder
    )
    assert (folder / "program").read_text() == "echo hello\n"
    assert (folder / "second").read_text() == "yes\n"
    assert [path.name for path in source.iterdir()] == ["main.sh"]
    assert manifest["status"] == "built"
    assert {"program", "second", "source/left.txt"} <= set(manifest["program"]["files"])


def test_what_an_earlier_build_left_is_gone(source: Path, tmp_path: Path) -> None:
    folder = tmp_path / "build"
    folder.mkdir()
    (folder / "old").touch()
    build_program(program(source, "true"), FOUND, folder)
    assert not (folder / "old").exists()


def test_the_manifest_has_no_path_of_the_checkout(source: Path) -> None:
    folder = PROJECT / "results" / ".test-building"
    try:
        manifest = build_program(program(source, "touch ../program"), FOUND, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    assert manifest["program"]["run"] == ["results/.test-building/program", "/bin/x", "${kept}"]
    assert str(PROJECT) not in str(manifest)


def test_a_failing_command_is_an_error_that_names_it(source: Path, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"exit 3.* ended with exit code 3"):
        build_program(program(source, "exit 3"), FOUND, tmp_path / "build")


def is_running(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_no_process_outlives_a_build(source: Path, tmp_path: Path) -> None:
    build_program(program(source, "sleep 1000 & echo $! > ../pid"), FOUND, tmp_path / "build")
    pid = int((tmp_path / "build" / "pid").read_text())
    deadline = time.monotonic() + 30  # it was sent SIGKILL before build_program returned; the kernel may take a moment
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(pid)


def test_the_fallback_is_built_in_its_own_way(source: Path, tmp_path: Path) -> None:
    build_program(program(source, "echo normal > ../how"), replace(FOUND, fallback=True), tmp_path / "build")
    assert (tmp_path / "build" / "how").read_text() == "fallback\n"


def test_a_missing_toolchain_is_a_manifest_that_says_so(source: Path) -> None:
    manifest = missing_manifest(program(source), Found("sh", "missing", reason="no sh found. get it"))
    assert (manifest["status"], manifest["reason"], manifest["program"]["run"]) == ("toolchain_missing", "no sh found. get it", [])


def test_only_known_placeholders_are_filled() -> None:
    assert fill(("{build}/x", "{other}", "${HOME}"), {"build": "/b"}) == ["/b/x", "{other}", "${HOME}"]


def test_the_build_sees_the_persons_own_environment(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARGO_HOME", "somewhere")
    build_program(program(source, 'echo "$CARGO_HOME" > ../seen'), FOUND, tmp_path / "build")
    assert (tmp_path / "build" / "seen").read_text() == "somewhere\n"
