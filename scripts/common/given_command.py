"""The command that a person gave, as they would give it again: lines that say how to mend something end with it."""

import os
import shlex
from collections.abc import Mapping, Sequence

NAME = "GIVEN_COMMAND"  # in the environment of what the workflow starts
MAKE_TARGET = "MAKE_TARGET"  # of the Makefile, which hands it on; OPTIONS is handed on by make itself


def given_command() -> str:
    """What to give again; `make run` where something was started by hand."""
    return os.environ.get(NAME) or "make run"


def again_without(path: object, remove: str = "rm") -> str:
    """Remove a damaged file or folder, and give the command again."""
    return f"{remove} {shlex.quote(str(path))} && {given_command()}"


def command_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The command by which Snakemake was started with `arguments`: make's, where that started it."""
    target, options = environment.get(MAKE_TARGET), environment.get("OPTIONS")
    if not target:
        return shlex.join(["snakemake", *arguments])
    return shlex.join(["make", target]) + (f" OPTIONS={shlex.quote(options)}" if options else "")
