"""Several versions of one toolchain side by side: what a program is called and built with in each of them."""

from collections.abc import Mapping
from dataclasses import replace

from common.command_line import UserError
from programs.describing import Program
from records.subject import base_id, version_label
from toolchains.configured import Settings


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


def environment_file(identity: str, settings: Settings) -> str:
    """The conda environment of a toolchain, relative to the project."""
    return str(settings.get(identity, {}).get("conda_environment", f"envs/{base_id(identity)}.yaml"))
