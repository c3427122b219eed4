"""A toolchain as programs/ describes it: where it is looked for, what must come with it, and how it can be had."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from common.command_line import UserError
from toolchains.archives import Archive

Command = tuple[str, ...]
Choices = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a toolchain is looked for, what must come with it, and what has it on Debian. Choices: any one of each inner tuple."""

    find: tuple[str, ...]
    beside: tuple[str, ...] = ()
    requires: Choices = ()
    debian: Choices = ()
    build: tuple[Command, ...] | None = None
    run: Command | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A tool that programs are built and run with, as described; toolchains.finding finds it."""

    id: str
    probe: Command
    version: str
    hint: str
    place: Place
    fallback: Place | None
    minimum: str | None = None
    below: str | None = None
    locate: Command | None = None
    locked_first: bool = False  # look in the locked Python environment before anywhere else
    environment: Mapping[str, str] = field(default_factory=dict)
    archive: Archive | None = None  # what its maker publishes, fetched only where a person lets us


def read_choices(items: list[str | list[str]]) -> Choices:
    """Each item is one name, or several of which any will do."""
    return tuple((item,) if isinstance(item, str) else tuple(item) for item in items)


def read_commands(build: list[Any]) -> tuple[Command, ...]:
    """One command (a list of words), or several."""
    if build and isinstance(build[0], str):
        return (tuple(build),)
    return tuple(tuple(command) for command in build)


def read_place(description: Mapping[str, Any]) -> Place:
    """The keys of a `toolchain:` or of its `fallback:` that say where to look."""
    return Place(
        find=tuple(description.get("find", ["PATH"])),
        beside=tuple(description.get("beside", [])),
        requires=read_choices(description.get("requires", [])),
        debian=read_choices(description.get("debian", [])),
        build=read_commands(description["build"]) if "build" in description else None,
        run=tuple(description["run"]) if "run" in description else None,
        environment=description.get("environment", {}),
    )


def read_toolchain(
    description: Mapping[str, Any], default_id: str, environment: Mapping[str, str], archives: Mapping[str, Archive], where: str
) -> Toolchain:
    """A checked `toolchain:` block. UserError where it names an archive that the language does not describe."""
    name = description.get("archive")
    if name is not None and name not in archives:
        raise UserError(f"{where}: toolchain: archive: {name} is not described; archives: has {', '.join(sorted(archives)) or 'none'}")
    return Toolchain(
        id=description.get("id", default_id),
        probe=tuple(description["probe"]),
        version=description["version"],
        hint=description["hint"],
        place=read_place(description),
        fallback=read_place(description["fallback"]) if "fallback" in description else None,
        minimum=description.get("minimum"),
        below=description.get("below"),
        locate=tuple(description["locate"]) if "locate" in description else None,
        environment=environment,
        archive=archives[name] if name is not None else None,
    )
