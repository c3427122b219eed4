"""Reads the folders under programs/: each describes one variant of one language, and nothing else lists them."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common.command_line import UserError
from common.folders import PROJECT
from common.plain_yaml import read_yaml
from common.schemas import check
from toolchains.archives import read_archives
from toolchains.description import Command, Toolchain, read_commands, read_toolchain

DESCRIPTIONS = ("language.yaml", "variant.yaml")
HOW_TO_HAVE = {"fallback", "debian", "conda"}  # of one toolchain: a variant that has another (an id of its own) does not inherit them
LEFT_BY_HAND = {"node_modules", "target", "bin", "obj", "_build"}  # what a build in the source folder leaves there; ours never does


@dataclass(frozen=True, slots=True)
class Program:
    """One variant: a folder under programs/ that launches N tasks. `source` is where its files are, `folder` where its variant.yaml is."""

    id: str
    language: str
    label: str
    primitive: str
    description: str
    folder: Path
    source: Path
    toolchain: Toolchain
    build: tuple[Command, ...]
    run: Command
    environment: Mapping[str, str]
    build_environment: Mapping[str, str]
    library: str | None
    library_version: Mapping[str, str] | None
    mappings_per_thread: int = 2

    @property
    def language_folder(self) -> Path:
        """The folder that the variants of this language share."""
        return self.folder.parent


def _merged(language: Mapping[str, Any], variant: Mapping[str, Any]) -> dict[str, Any]:
    merged = {**language, **variant}
    for key in ("toolchain", "environment", "build_environment"):
        if isinstance(variant.get(key, {}), dict) and (key in language or key in variant):
            merged[key] = {**language.get(key, {}), **variant.get(key, {})}
    own = variant.get("toolchain")
    if isinstance(own, dict) and "id" in own:
        for key in HOW_TO_HAVE.difference(own):
            merged["toolchain"].pop(key, None)
    return merged


def _load_program(variant_file: Path, language: Mapping[str, Any]) -> Program:
    folder = variant_file.parent
    variant = read_yaml(variant_file)
    merged = _merged(language, variant)
    check(merged, "variant", str(variant_file))
    source = (folder / merged["source"]).resolve() if "source" in merged else folder
    if not source.is_dir():
        raise UserError(f"{variant_file}: source: there is no folder {merged['source']}")
    archives = read_archives(merged.get("archives", {}), str(variant_file))
    shared_environment = {**language.get("environment", {}), **language.get("build_environment", {})}
    return Program(
        id=f"{folder.parent.name}-{folder.name}",
        language=merged["name"],
        label=merged["label"],
        primitive=merged["primitive"],
        description=merged["description"],
        folder=folder,
        source=source,
        toolchain=read_toolchain(merged["toolchain"], folder.parent.name, shared_environment, archives, str(variant_file)),
        build=read_commands(merged.get("build", [])),
        run=tuple(merged["run"]),
        environment=merged.get("environment", {}),
        build_environment=merged.get("build_environment", {}),
        library=merged.get("library"),
        library_version=merged.get("library_version"),
        mappings_per_thread=merged.get("mappings_per_thread", 2),
    )


def load_programs(folder: Path = PROJECT / "programs") -> dict[str, Program]:
    """Every variant below `folder`, by id, in alphabetical order. UserError names the first file with a fault."""
    programs: dict[str, Program] = {}
    for language_file in sorted(folder.glob("*/language.yaml")):
        language = read_yaml(language_file)
        check(language, "language", str(language_file))
        for variant_file in sorted(language_file.parent.glob("*/variant.yaml")):
            program = _load_program(variant_file, language)
            if program.id in programs:
                raise UserError(f"{variant_file}: {program.id} is also the id of {programs[program.id].folder}; rename one of the folders")
            programs[program.id] = program
    stray = next((path for path in sorted(folder.glob("*/*/variant.yaml")) if not (path.parents[1] / "language.yaml").exists()), None)
    if stray is not None:
        raise UserError(f"{stray.parents[1]}: has variants but no language.yaml")
    collect_toolchains(programs)
    return programs


def collect_toolchains(programs: Mapping[str, Program]) -> dict[str, Toolchain]:
    """The toolchains of these programs by id. UserError when one id is described in two ways."""
    toolchains: dict[str, Toolchain] = {}
    for program in programs.values():
        known = toolchains.setdefault(program.toolchain.id, program.toolchain)
        if known != program.toolchain:
            where = program.folder / "variant.yaml"
            raise UserError(f"{where}: toolchain: {known.id} is described differently elsewhere; give this one an id of its own")
    return toolchains


def toolchain_names(programs: Mapping[str, Program]) -> dict[str, str]:
    """How each toolchain is called to a person: Go; C# (csharp-nativeaot) where a language has more than its own."""
    languages = {program.toolchain.id: program.language for program in programs.values()}
    own = {program.language_folder.name for program in programs.values()}
    return {id_: language if id_ in own else f"{language} ({id_})" for id_, language in languages.items()}


def visible_files(folder: Path) -> Iterator[Path]:
    """The files of a source folder, without descriptions, hidden files and what a build by hand left there."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        left_by_hand = parts[0] in LEFT_BY_HAND or "__pycache__" in parts or any(part.startswith(".") for part in parts)
        if path.is_file() and path.name not in DESCRIPTIONS and not left_by_hand:
            yield path


def source_files(program: Program) -> list[Path]:
    """The files that the build depends on: the source folder's, and those of the language's folder that belong to no variant."""
    shared = [path for path in program.language_folder.iterdir() if path.is_dir() and not (path / "variant.yaml").exists()]
    files = [path for folder in [program.source, *shared] for path in visible_files(folder)]
    files += [
        path for path in program.language_folder.iterdir() if path.is_file() and path.name not in DESCRIPTIONS and path.name[0] != "."
    ]
    return sorted(set(files))


def build_description(program: Program) -> str:
    """Canonical text of all that the description says about building and running; a change of it makes the build stale."""
    fallback = program.toolchain.fallback
    described: dict[str, object] = {
        "build": program.build,
        "run": program.run,
        "environment": dict(program.environment),
        "build_environment": dict(program.build_environment),
        "fallback": None if fallback is None else [fallback.build, fallback.run, dict(fallback.environment)],
        "primitive": program.primitive,
    }
    if program.mappings_per_thread != 2:
        described["mappings_per_thread"] = program.mappings_per_thread
    return json.dumps(described, sort_keys=True)


def program_digest(program: Program) -> str:
    """SHA-256 (hexadecimal) of sources, lock files and flags: two results with the same digest come from the same program."""
    digest = hashlib.sha256(build_description(program).encode())
    for path in source_files(program):
        digest.update(str(path.relative_to(program.language_folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
