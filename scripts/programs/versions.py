"""Several versions of one toolchain side by side, and a person's own word on where a toolchain is taken from."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from common.command_line import UserError
from programs.describing import Program, Toolchain
from records.subject import base_id, version_label

Settings = Mapping[str, Mapping[str, Any]]  # toolchains: of the configuration, by id or by id@name


def listed_versions(toolchain: str, settings: Settings) -> list[str]:
    """What a toolchain is measured as: itself, or the ids of its versions that are listed (itself among them when it is)."""
    named = [name for name in settings if base_id(name) == toolchain and name != toolchain]
    return sorted([toolchain, *named] if toolchain in settings else named) or [toolchain]


def with_version(program: Program, toolchain: str) -> Program:
    """The program as it is built and run with one of several versions: an id, a label and a toolchain of its own."""
    name = toolchain.partition("@")[2]
    if not name:
        return program
    identity = f"{program.id}@{name}"
    return replace(program, id=identity, label=version_label(program.label, identity), toolchain=replace(program.toolchain, id=toolchain))


def with_versions(programs: Mapping[str, Program], settings: Settings, where: str) -> dict[str, Program]:
    """All programs, each once for every version of its toolchain that is listed. UserError for a toolchain that no program uses."""
    used = {program.toolchain.id for program in programs.values()}
    unknown = next((name for name in settings if base_id(name) not in used), None)
    if unknown is not None:
        raise UserError(f"{where}: toolchains: {unknown}: no program uses {base_id(unknown)}; there are {', '.join(sorted(used))}")
    every = (with_version(program, name) for program in programs.values() for name in listed_versions(program.toolchain.id, settings))
    return {program.id: program for program in sorted(every, key=lambda program: program.id)}


def as_configured(toolchain: Toolchain, identity: str, settings: Mapping[str, Any]) -> Toolchain:
    """A toolchain with what the configuration says of it (find, minimum, below, locked_first) in the place of its own.

    Where folders are given, they are the only ones: a fallback would be another tool than the one asked for.
    """
    chosen = replace(
        toolchain,
        id=identity,
        minimum=settings.get("minimum", toolchain.minimum),
        below=settings.get("below", toolchain.below),
        locked_first=settings.get("locked_first", False),
    )
    if "find" not in settings:
        return chosen
    hint = f"The configuration has it looked for in {', '.join(settings['find'])} only. {toolchain.hint}"
    return replace(chosen, place=replace(toolchain.place, find=tuple(settings["find"])), fallback=None, hint=hint)


def settings_text(identity: str, settings: Settings, preferred: str) -> str:
    """What the configuration says of one toolchain, as canonical JSON; `{}` where it says nothing."""
    said = {key: value for key, value in settings.get(identity, {}).items() if key != "conda_environment"}
    if preferred == "locked":
        said["locked_first"] = True
    return json.dumps(said, sort_keys=True)


def environment_file(identity: str, settings: Settings) -> str:
    """The conda environment of a toolchain, relative to the project."""
    return str(settings.get(identity, {}).get("conda_environment", f"envs/{base_id(identity)}.yaml"))


def configured_toolchains(toolchains: Iterable[Toolchain], settings: Settings, preferred: str) -> dict[str, Toolchain]:
    """Toolchains by id, as configured."""
    texts = ((toolchain, json.loads(settings_text(toolchain.id, settings, preferred))) for toolchain in toolchains)
    return {toolchain.id: as_configured(toolchain, toolchain.id, said) for toolchain, said in texts}
