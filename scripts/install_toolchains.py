"""Install the Debian packages of languages that are not there, as root on a known Debian; elsewhere say what to run. Never fatal."""

import argparse
import sys
from pathlib import Path

from common.command_line import UserError, run
from set_up.distribution import read_distribution
from set_up.notes import checkout_lock, read_note, write_note
from toolchains.machine_state import machine_state

PROJECT = Path(__file__).resolve().parent.parent
CACHE = PROJECT / ".cache/set_up"
LOG = CACHE / "apt.log"


def note_path(*, tests: bool) -> Path:
    """Where it is remembered what was done about which state of the machine. In the environment, which carries toolchains itself."""
    return Path(sys.prefix, "set-up-tests.json" if tests else "set-up-toolchains.json")


def look_and_install(*, tests: bool) -> None:
    """Find what is missing, bring what can be brought, and remember it when there was nothing that may go better next time."""
    from fetch_toolchains import Wanted, fetch_missing  # noqa: PLC0415 reads YAML: takes longer than all the rest of a call that finds nothing
    from toolchains.installing import bring, look_for_needs  # noqa: PLC0415

    distribution = read_distribution()
    wanted = Wanted()
    fetched = None if distribution.may_install else fetch_missing(wanted)
    outcome = bring(distribution, LOG, look_for_needs(wanted.toolchains, wanted.names, tests=tests))
    fetched = fetched or fetch_missing(wanted)  # after apt, where that may be used: a package comes first
    advice = [*outcome.advice, *fetched.advice]
    for line in advice:
        print(line, flush=True)
    if outcome.settled and not fetched.failed:
        write_note(note_path(tests=tests), {"state": machine_state(PROJECT), "advice": advice})


def main() -> int:
    """Look whether anything changed since the last call, and only then at the toolchains."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", action="store_true", help="include what `make test` needs")
    tests = parser.parse_args().tests
    note = read_note(note_path(tests=tests))
    if note.get("state") == machine_state(PROJECT):
        print(*note.get("advice", []), sep="\n", end="\n" if note.get("advice") else "", flush=True)
        return 0
    try:
        with checkout_lock(CACHE / "lock"):
            look_and_install(tests=tests)
    except OSError as error:
        raise UserError(f"{error.filename or PROJECT}: {error.strerror}") from error
    return 0


if __name__ == "__main__":
    run(main)
