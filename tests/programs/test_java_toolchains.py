"""The Java toolchains that a machine rarely has: GraalVM by stand-ins that record how they are called, and a runtime without javac."""

import os
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from common.folders import PROJECT
from meter.request import Request
from meter.run import measure
from programs.building import build_program
from programs.describing import load_programs
from toolchains.finding import find_toolchain
from workloads.sleep import Sleeping
from workloads.tasks import Tasks

PROGRAMS = load_programs()
GRAALVM_VERSION = """\
openjdk version "25.0.2" 2026-01-20
OpenJDK Runtime Environment GraalVM CE 25.0.2+10.1 (build 25.0.2+10-jvmci-b01)
OpenJDK 64-Bit Server VM GraalVM CE 25.0.2+10.1 (build 25.0.2+10-jvmci-b01, mixed mode, sharing)
"""
TWO_LINES = r"""printf 'READY n=%s done=0\n' "$1"; sleep "$2"; printf 'DONE n=%s\n' "$1" """
STAND_INS = {
    "java": f"""
if [ "$1" = -version ]; then cat >&2 <<'END'
{GRAALVM_VERSION}END
exit; fi
[ "$1" = -cp ] && [ -e "$2/Main.class" ] && [ "$3" = Main ] || exit 9
shift 3
{TWO_LINES}
""",
    "javac": """
while [ $# -gt 1 ]; do [ "$1" = -d ] && mkdir -p "$2" && out=$2; shift; done
[ -e "$1" ] || exit 9
: >"$out/Main.class"
""",
    "native-image": f"""
if [ "$1" = --version ]; then echo 'native-image 25.0.2 2026-01-20'; exit; fi
[ "$1" = -cp ] && [ -e "$2/Main.class" ] && [ "$3" = -o ] && [ "$5" = Main ] || exit 9
cat >"$4" <<'END'
#!/bin/sh
{TWO_LINES}
END
chmod +x "$4"
""",
}


@pytest.fixture
def graalvm(tmp_path: Path) -> Path:
    """A folder as GraalVM unpacks to, with stand-ins that refuse any call but the right one."""
    home = tmp_path / "graal vm"
    (home / "bin").mkdir(parents=True)
    for name, script in STAND_INS.items():
        tool = home / "bin" / name
        tool.write_text(f"#!/bin/sh\n{script}")
        tool.chmod(0o755)
    return home


def measured(program: Any, manifest: dict[str, Any]) -> dict[str, Any]:
    return measure(
        Request(
            (*manifest["program"]["run"], "10", "0.5"),
            environment=manifest["environment"],
            path=manifest["path"],
            working_directory=PROJECT,
            promise=Sleeping(Tasks(10, program.primitive), 0.5),
        )
    )


@pytest.mark.parametrize("variant", ["java-graalvm-virtual-threads", "java-graalvm-native-image"])
@pytest.mark.parametrize("where", ["GRAALVM_HOME", "PATH"])
def test_graalvm_is_found_and_called_as_it_wants_to_be(
    variant: str, where: str, graalvm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GRAALVM_HOME", raising=False)
    if where == "GRAALVM_HOME":
        monkeypatch.setenv("GRAALVM_HOME", str(graalvm))
    else:
        monkeypatch.setenv("PATH", f"{graalvm / 'bin'}{os.pathsep}{os.environ['PATH']}")
    program = PROGRAMS[variant]
    program = replace(program, toolchain=replace(program.toolchain, place=replace(program.toolchain.place, requires=())))  # no gcc in sight
    found = find_toolchain(program.toolchain)
    assert (found.status, found.version, found.folder) == ("found", "25.0.2", str(graalvm / "bin"))
    record = measured(program, build_program(program, found, tmp_path / "build"))
    assert record["verdict"] == "ok", record["reason"]


@pytest.mark.parametrize("variant", ["java-graalvm-virtual-threads", "java-graalvm-native-image"])
def test_a_jdk_that_is_not_graalvm_does_not_pass_for_it(variant: str, graalvm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (graalvm / "bin" / "native-image").unlink()
    monkeypatch.setenv("GRAALVM_HOME", str(graalvm))
    monkeypatch.setenv("PATH", "/nonexistent")
    found = find_toolchain(PROGRAMS[variant].toolchain)
    assert found.status == "missing"
    assert found.reason is not None
    assert "set GRAALVM_HOME" in found.reason


@pytest.mark.parametrize("version", ["21.0.9", "24.0.2", "26"])
def test_the_graal_jars_take_no_other_jdk_than_25(version: str, graalvm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    java = graalvm / "bin" / "java"
    java.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2026-01-20' >&2\n")
    toolchain = PROGRAMS["java-graal-jit-virtual-threads"].toolchain
    monkeypatch.setenv("JAVA_HOME", str(graalvm))
    found = find_toolchain(replace(toolchain, place=replace(toolchain.place, find=("$JAVA_HOME/bin",))))
    assert found.status == "missing"
    assert found.reason is not None
    assert f"is {version}, " in found.reason


@pytest.mark.needs_toolchains
def test_java_programs_run_on_a_runtime_without_javac(tmp_path: Path) -> None:
    program = PROGRAMS["java-virtual-threads"]
    nowhere = replace(program.toolchain.place, find=(str(tmp_path),))
    found = find_toolchain(replace(program.toolchain, place=nowhere))
    if found.status == "missing":
        assert found.reason is not None
        assert "mvn" in found.reason
        return
    assert found.fallback
    assert not Path(PROJECT, str(found.folder), "javac").exists()
    manifest = build_program(program, found, tmp_path / "build")
    record = measured(program, manifest)
    assert record["verdict"] == "ok", record["reason"]


def test_the_graal_compiler_is_the_one_that_compiles(build: Any) -> None:
    built = build("java-graal-jit-virtual-threads")
    if built.missing:
        assert "JDK 25" in built.manifest["reason"]
        return
    java, *options = built.command
    command = [java, "-Djdk.graal.ShowConfiguration=info", *options, "10", "0"]
    answer = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=120, check=True)
    assert re.search(r"Using .*Graal.* loaded from class files", answer.stdout + answer.stderr)
