"""A build happens in a private copy, leaves no process, and its manifest does not depend on where the checkout lies."""

import shutil
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from common.folders import PROJECT
from common.processes import MARK
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


SETTINGS = {
    "RUSTFLAGS": "-C opt-level=0",
    "CARGO_PROFILE_RELEASE_LTO": "fat",
    "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER": "lld",
    "GOFLAGS": "-race",
    "GODEBUG": "madvdontneed=0",
    "CFLAGS": "-O0",
    "CC": "clang",
    "JAVA_TOOL_OPTIONS": "-Xmx1g",
    "JDK_JAVA_OPTIONS": "-Xmx1g",
    "NODE_OPTIONS": "--max-old-space-size=1",
    "DOTNET_TieredPGO": "0",
    "DOTNET_gcServer": "1",
    "Configuration": "Debug",
    "ERL_COMPILER_OPTIONS": "debug_info",
    "ELIXIR_ERL_OPTIONS": "+S 1",
    "PYTHONPATH": "/elsewhere",
    "ONLY_BUILD": "no",
    "LANG": "tr_TR.UTF-8",
    "LC_ALL": "tr_TR.UTF-8",
}
PLACES = {
    "HOME": "/home/somebody",
    "CARGO_HOME": "/somewhere/cargo",
    "GOMODCACHE": "/somewhere/go",
    "NUGET_PACKAGES": "/somewhere/nuget",
    "JAVA_HOME": "/somewhere/java",
    "https_proxy": "http://me:secret@proxy:3128",
    "SSL_CERT_FILE": "/somewhere/bundle.pem",
    "GOPROXY": "https://me:secret@mirror",
}
SHOW = f"env | grep -v -e ^MAVEN_OPTS= -e ^{MARK}= | sort > ../seen"  # those differ from build to build


def seen(folder: Path) -> dict[str, str]:
    return dict(line.split("=", 1) for line in (folder / "seen").read_text().splitlines())


def test_a_setting_of_the_persons_shell_changes_nothing_of_a_build(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    before = build_program(program(source, SHOW), FOUND, tmp_path / "build")
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    after = build_program(program(source, SHOW), FOUND, tmp_path / "build")
    assert after == before
    shown = seen(tmp_path / "build")
    assert (shown["ONLY_BUILD"], shown["LANG"]) == ("yes", "C.UTF-8")
    assert not (set(SETTINGS) - {"ONLY_BUILD", "LANG"}) & set(shown)


def test_a_build_is_told_where_things_lie_and_the_manifest_says_so_without_passwords(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in PLACES.items():
        monkeypatch.setenv(name, value)
    manifest = build_program(program(source, SHOW), FOUND, tmp_path / "build")
    assert {name: seen(tmp_path / "build").get(name) for name in PLACES} == PLACES
    recorded = manifest["built_in"]
    assert recorded.items() >= {"CARGO_HOME": "/somewhere/cargo", "GOPROXY": None, "https_proxy": None, "ONLY_BUILD": "yes"}.items()
    assert "secret" not in str(manifest)


def test_the_digest_of_a_build_is_that_of_its_files_and_of_how_it_was_built(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def digests(*build: str) -> tuple[str, str]:
        described = build_program(program(source, *build), FOUND, tmp_path / "build")["program"]
        return described["digest"], described["build_digest"]

    other = tmp_path / "other"
    other.write_text("1")
    reads = f"cp {other} ../program"
    first = digests(reads)
    assert digests(reads) == first
    other.write_text("2")
    second = digests(reads)
    assert second[0] == first[0]
    assert second[1] != first[1]
    monkeypatch.setenv("LIBRARY_PATH", "/somewhere")
    third = digests(reads)
    assert third[0] == first[0]
    assert third[1] not in {first[1], second[1]}
