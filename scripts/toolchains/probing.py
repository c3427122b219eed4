"""Asks a tool what it is. Imports little: every measurement asks again whether its toolchain is still the one that was found."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from common.folders import PROJECT
from common.processes import MARK, end_marked, marked
from toolchains.clean_environment import clean_environment

PROBE_TIMEOUT_SECONDS = 20.0
KEPT_CHARACTERS = 4096


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool printed, stdout and stderr together, and its exit code; None when it could not be started or did not end."""

    code: int | None
    text: str


def search_path(environment: Mapping[str, str] | None = None) -> list[str]:
    """The folders of PATH without the workflow's own virtual environment, which is no toolchain of the host's."""
    path = (os.environ if environment is None else environment).get("PATH", os.defpath)
    own = Path(sys.prefix, "bin") if sys.prefix != sys.base_prefix else None
    folders = [folder for folder in path.split(os.pathsep) if folder and Path(folder).is_absolute()]
    return [folder for folder in dict.fromkeys(folders) if own is None or Path(folder) != own]


def tool_path(folder: str) -> str:
    """PATH with the toolchain's folder first, and without the workflow's own environment."""
    return os.pathsep.join([folder, *search_path()])


def ask(command: list[str], environment: Mapping[str, str], folder: str) -> Answer:
    """What a tool in `folder` prints when it is run in a clean environment. Never raises for a broken tool; one that hangs is ended."""
    mark = marked()
    environ = {**clean_environment(), **environment, **mark, "PATH": tool_path(folder)}
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    try:
        process = subprocess.Popen(command, env=environ, cwd=PROJECT, start_new_session=True, **pipes)  # type: ignore[call-overload]
    except OSError as error:
        return Answer(None, f"cannot be started ({error.strerror})")
    with process:
        try:
            output = process.communicate(timeout=PROBE_TIMEOUT_SECONDS)[0]
        except subprocess.TimeoutExpired:
            end_marked(mark[MARK])
            return Answer(None, f"did not answer within {PROBE_TIMEOUT_SECONDS:g} s")
    return Answer(process.returncode, output.decode("utf-8", "replace")[:KEPT_CHARACTERS])
