"""What a finished `.venv/` is, and why one that is there may not be: nothing here changes anything."""

import hashlib
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from set_up.notes import read_note

NOTE = "set-up.json"


@dataclass(frozen=True, slots=True)
class Environment:
    """What the note in a finished environment says: its Python ("3.11"), its folder, the SHA-256 of each lock and what was installed."""

    python: str
    folder: str
    locks: Mapping[str, str]
    installed: frozenset[str]

    def as_note(self) -> dict[str, Any]:
        """The JSON form, which read_environment reads."""
        return {"python": self.python, "folder": self.folder, "locks": dict(self.locks), "installed": sorted(self.installed)}


@dataclass(frozen=True, slots=True)
class Seen:
    """What is there now. `python`: None when it does not start; `asked_python`: the version of the Python that PYTHON names, if it does."""

    folder: str
    python: str | None
    installed: frozenset[str]
    asked_python: str | None = None


@dataclass(frozen=True, slots=True)
class Locks:
    """The lock files, in the order in which they are installed: the environment itself, and what the tests add to it."""

    base: tuple[Path, ...]
    tests: tuple[Path, ...] = ()

    @property
    def all(self) -> tuple[Path, ...]:
        """Every lock that is wanted."""
        return (*self.base, *self.tests)

    def digests(self) -> dict[str, str]:
        """SHA-256 of each lock by file name."""
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.all}


def read_environment(folder: Path) -> Environment | None:
    """The environment as its note describes it, or None when it was never finished."""
    note = read_note(folder / NOTE)
    try:
        return Environment(str(note["python"]), str(note["folder"]), dict(note["locks"]), frozenset(note["installed"]))
    except (KeyError, TypeError, ValueError):
        return None


def interpreter_version(folder: Path) -> str | None:
    """The version, such as 3.11, when the environment's own Python starts and takes the folder for its own, else None."""
    code = "import sys; print(*sys.version_info[:2], sep='.'); print(sys.prefix)"
    command = [str(folder / "bin/python"), "-I", "-c", code]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    except OSError:
        return None
    version, _, prefix = answer.stdout.strip().partition("\n")
    return version if answer.returncode == 0 and prefix == str(folder) else None


def installed_packages(folder: Path) -> frozenset[str]:
    """The names of the installed packages' metadata folders, such as pandas-3.1.0.dist-info."""
    return frozenset(path.name for path in folder.glob("lib/python3*/site-packages/*.dist-info"))


def fault(environment: Environment | None, seen: Seen) -> str | None:
    """Why the environment cannot be used, in words that follow "it"; None when it is whole."""
    if environment is None:
        return "was not finished"
    lost = sorted(environment.installed - seen.installed)
    reasons = {
        f"was made in another folder ({environment.folder})": environment.folder != seen.folder,
        "does not start": seen.python is None,
        f"was made with Python {environment.python}, which is now {seen.python}": seen.python != environment.python,
        f"has Python {seen.python}, and PYTHON names {seen.asked_python}": seen.asked_python not in {None, seen.python},
        f"has lost {' '.join(lost[:1])}": bool(lost),
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def outdated(environment: Environment, digests: Mapping[str, str]) -> list[str]:
    """The locks that are not installed, or not as they are now."""
    return [name for name, digest in digests.items() if environment.locks.get(name) != digest]
