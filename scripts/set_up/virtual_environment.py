"""Makes the Python environment `.venv/` from the locked requirements. Its note is written last, so a killed set-up leaves none."""

import importlib.util
import shutil
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from common.command_line import UserError
from set_up.apt import install, install_command, update
from set_up.commands import Outcome, run_logged
from set_up.distribution import Distribution
from set_up.environment import NOTE, Environment, installed_packages, interpreter_version
from set_up.notes import write_note

PIP = ("-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--no-warn-script-location")
AS_LOCKED = ("--require-hashes", "--no-deps", "--no-build-isolation")


def require_ensurepip(distribution: Distribution, log: Path) -> None:
    """UserError with the command to run when this Python cannot make environments; on Debian, root gets the package installed."""
    if importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv"):
        return
    package = f"python3.{sys.version_info[1]}-venv"
    if distribution.may_install:
        print(f"Installing {package} with apt-get: {sys.executable} cannot make a Python environment without it.", flush=True)
        update(log)
        outcome = install([package], log)
        importlib.invalidate_caches()
        if importlib.util.find_spec("ensurepip"):
            return
        raise UserError(f"{package} could not be installed: {outcome.complaint} (log: {log})")
    if Path("/usr/bin/apt-get").exists():
        raise UserError(f"{sys.executable} cannot make a Python environment. As root, run: {install_command([package])}")
    raise UserError(f"{sys.executable} has no ensurepip: install what your distribution calls venv, or set PYTHON=/path/to/python3.")


def _demand(outcome: Outcome, what: str, log: Path) -> None:
    if outcome.exit_code:
        raise UserError(f"{what}: {outcome.complaint} (whole output: {log})")


def _remove(folder: Path) -> None:
    try:
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
        elif folder.exists():
            (folder / NOTE).unlink(missing_ok=True)
            shutil.rmtree(folder)
    except OSError as error:
        raise UserError(f"{folder}: cannot be removed ({error.strerror}); remove it by hand and start again.") from error


def make(folder: Path, log: Path, lock: int) -> None:
    """An empty environment with pip in place of whatever is there."""
    _remove(folder)
    outcome = run_logged([sys.executable, "-I", "-m", "venv", str(folder)], log, keep_open=[lock])
    _demand(outcome, f"{sys.executable} could not make {folder.name}", log)


def install_locks(folder: Path, locks: Iterable[Path], log: Path, lock: int) -> None:
    """Install exactly what the locks say, every file checked against its hash."""
    (folder / NOTE).unlink(missing_ok=True)
    for path in locks:
        command = [str(folder / "bin/python"), *PIP, *AS_LOCKED, "-r", str(path)]
        _demand(run_logged(command, log, keep_open=[lock]), f"pip could not install {path.name}", log)


def finish(folder: Path, digests: Mapping[str, str]) -> None:
    """Write the note that makes the environment a finished one."""
    version = interpreter_version(folder)
    if version is None:
        raise UserError(f"{folder}: its Python does not start; try another one: PYTHON=/path/to/python3.")
    environment = Environment(version, str(folder), dict(digests), installed_packages(folder))
    write_note(folder / NOTE, environment.as_note())
