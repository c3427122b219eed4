"""Make the Python environment .venv/ from the locked requirements, where it is not whole and up to date. Needs nothing but Python."""

import argparse
import os
import sys
from pathlib import Path

from common.command_line import UserError, run
from set_up.distribution import read_distribution
from set_up.environment import Locks, Seen, fault, installed_packages, interpreter_version, outdated, read_environment
from set_up.notes import checkout_lock
from set_up.virtual_environment import finish, install_locks, make, require_ensurepip

PROJECT = Path(__file__).resolve().parent.parent
FOLDER = PROJECT / ".venv"
LOG = PROJECT / ".cache/set_up/pip.log"
OWN_VERSION = ".".join(str(part) for part in sys.version_info[:2])


def state(locks: Locks) -> tuple[str | None, list[Path]]:
    """Why the environment must be made anew (None: it need not be), and the locks that are still to be installed."""
    environment = read_environment(FOLDER)
    asked_python = OWN_VERSION if os.environ.get("PYTHON") else None
    seen = Seen(str(FOLDER), interpreter_version(FOLDER), installed_packages(FOLDER), asked_python)
    reason = fault(environment, seen)
    if environment is None or reason:
        return reason, list(locks.all)
    names = outdated(environment, locks.digests())
    if any(path.name in names for path in locks.base):
        return "was made from other locked requirements", list(locks.all)
    return None, [path for path in locks.tests if path.name in names]


def mend(locks: Locks) -> None:
    """Bring the environment to the state that the locks describe."""
    with checkout_lock(PROJECT / ".cache/set_up/lock") as lock:
        reason, missing = state(locks)
        if not missing:
            return
        LOG.unlink(missing_ok=True)
        earlier = read_environment(FOLDER)
        if reason:
            require_ensurepip(read_distribution(), LOG)
            again = f"; the one that is there {reason}" if FOLDER.exists() else ""
            print(f"Making the Python environment .venv with Python {OWN_VERSION}: one to three minutes, 1.3 GB{again}.", flush=True)
            make(FOLDER, LOG, lock)
        else:
            print("Adding what the tests need to .venv.", flush=True)
        install_locks(FOLDER, missing, LOG, lock)
        kept = dict(earlier.locks) if earlier and not reason else {}
        finish(FOLDER, kept | locks.digests())


def main() -> int:
    """Look first, without taking the lock: a second call costs next to nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", action="store_true", help="include what `make test` needs")
    arguments = parser.parse_args()
    tests = (PROJECT / "envs/requirements-test.txt",) if arguments.tests else ()
    locks = Locks((PROJECT / "envs/requirements-build.txt", PROJECT / "envs/requirements.txt"), tests)
    try:
        if state(locks)[1]:
            mend(locks)
    except OSError as error:
        raise UserError(f"{error.filename or PROJECT}: {error.strerror}") from error
    return 0


if __name__ == "__main__":
    run(main)
