"""Builds one program with the toolchain that was found, and describes the outcome in a manifest that stands for it."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from common.folders import PROJECT
from common.processes import MARK, end_marked, marked
from programs.certificates import maven_options
from programs.describing import Program, program_digest, visible_files
from toolchains.clean_environment import as_recorded, clean_environment
from toolchains.description import Command
from toolchains.finding import Found, how_asked, place_of
from toolchains.probing import tool_path

MANIFEST_VERSION = 1
BUILD_TIMEOUT_SECONDS = 3600.0
INTERMEDIATE = {"target", "obj"}
RUN_FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin")


class BuildError(Exception):
    """A command of the build failed; the message has the command and the end of what it printed."""


def fill(command: Command, places: Mapping[str, str]) -> list[str]:
    """The command with {build}, {source}, {language}, {site_packages} and {toolchain} filled in. Other braces stay."""
    return [re.sub(r"\{(\w+)\}", lambda match: places.get(match.group(1), match.group(0)), word) for word in command]


def _resolved(command: list[str], path: str) -> list[str]:
    first = command[0] if os.sep in command[0] else shutil.which(command[0], path=path) or command[0]
    return [first, *command[1:]]


def _run(command: list[str], environment: Mapping[str, str], folder: Path) -> None:
    """Run a build command with its output on our stderr; end whatever it leaves running, daemons too."""
    print("+", " ".join(command), file=sys.stderr, flush=True)
    mark = marked()
    try:
        process = subprocess.Popen(
            command, cwd=folder, env={**environment, **mark}, stdin=subprocess.DEVNULL, stdout=sys.stderr, start_new_session=True
        )
    except OSError as error:
        raise BuildError(f"{command[0]} cannot be started ({error.strerror})") from error
    try:
        code = process.wait(BUILD_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise BuildError(f"{' '.join(command)} did not end within {BUILD_TIMEOUT_SECONDS:g} s") from error
    finally:
        end_marked(mark[MARK])
        process.wait()
    if code != 0:
        raise BuildError(f"{' '.join(command)} ended with exit code {code}")


def copy_source(program: Program, destination: Path) -> None:
    """A private copy of the source folder, links followed: no build writes into programs/."""
    for path in visible_files(program.source):
        target = destination / path.relative_to(program.source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        shutil.copymode(path, target)


def library_version(program: Program) -> str | None:
    """The version of the main library as the lock file has it; None when the variant names none or it is not found."""
    if program.library_version is None:
        return None
    path = program.source / program.library_version["file"]
    match = re.search(program.library_version["pattern"], path.read_text()) if path.is_file() else None
    return match.group(1) if match else None


def _file_digests(folder: Path, run: list[str]) -> dict[str, str]:
    """SHA-256 of each file that was built or runs. Intermediate files (object files, cargo's fingerprints) are not what runs."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and not INTERMEDIATE & set(path.relative_to(folder).parts)]
    files += [PROJECT / word for word in run if (PROJECT / word).is_file() and (PROJECT / word).is_relative_to(folder.resolve())]
    return {os.path.relpath(path, folder): hashlib.sha256(path.read_bytes()).hexdigest() for path in dict.fromkeys(files)}


def _head(program: Program, found: Found) -> dict[str, Any]:
    return {
        "schema_version": MANIFEST_VERSION,
        "variant": program.id,
        "label": program.label,
        "language": program.language,
        "primitive": program.primitive,
        "mappings_per_thread": program.mappings_per_thread,
        "toolchain": found.as_record(),
        "asked": how_asked(program.toolchain),
    }


def missing_manifest(program: Program, found: Found) -> dict[str, Any]:
    """The manifest of a program whose toolchain is not there: its cells become rows that say so."""
    described: dict[str, Any] = {
        "digest": program_digest(program),
        "build_commands": [],
        "run": [],
        "library": program.library,
        "library_version": library_version(program),
    }
    return {
        **_head(program, found),
        "status": "toolchain_missing",
        "reason": found.reason,
        "program": described,
        "environment": {},
        "path": "",
    }


def build_program(program: Program, found: Found, folder: Path) -> dict[str, Any]:
    """Build into `folder` (emptied first) and return the manifest. BuildError when a command fails.

    In the manifest all paths inside the checkout are relative to it.
    """
    assert found.folder is not None
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    copy_source(program, folder / "source")
    place = place_of(program.toolchain, found)
    toolchain_folder = str(PROJECT / found.folder)
    environment = {**program.environment, **place.environment}
    absolute = {
        "build": str(folder.resolve()),
        "source": str(folder.resolve() / "source"),
        "language": str(program.language_folder),
        "site_packages": sysconfig.get_paths()["purelib"],
        "toolchain": toolchain_folder,
    }
    path = tool_path(toolchain_folder)
    filled = {name: fill((value,), absolute)[0] for name, value in {**environment, **program.build_environment}.items()}
    commands = [_resolved(fill(command, absolute), path) for command in place.build or program.build]
    given = {**clean_environment(), "PATH": path}
    with maven_options(given) as added:
        for command in commands:
            _run(command, {**given, **added, **filled}, folder / "source")
    relative = {name: _inside(value) for name, value in absolute.items()}
    run = [_inside(word) for word in _resolved(fill(place.run or program.run, relative), path)]
    described = {
        "digest": program_digest(program),
        "build_commands": [[_inside(word) for word in command] for command in commands],
        "run": run,
        "library": program.library,
        "library_version": library_version(program),
        "files": _file_digests(folder, run),
    }
    manifest = {
        **_head(program, found),
        "status": "built",
        "reason": None,
        "program": described,
        "environment": {name: fill((value,), relative)[0] for name, value in environment.items()},
        "path": os.pathsep.join([_inside(toolchain_folder), *RUN_FOLDERS]),
        "built_in": {name: value and _inside(value) for name, value in as_recorded({**given, **filled}).items()},
    }
    described["build_digest"] = _digest_of(manifest)
    return manifest


def _digest_of(manifest: Mapping[str, Any]) -> str:
    """SHA-256 of all that a manifest says, the digest of each built file among it: it goes into every record of the build."""
    return hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest()


def _inside(text: str) -> str:
    """Paths of this checkout made relative to it, so that results do not depend on where it lies."""
    return text.replace(f"{PROJECT}{os.sep}", "")
