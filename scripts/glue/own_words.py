"""What an output says itself of what it was made from, for one without a note: of an earlier version, or copied without its note.

What costs hours is kept unless it contradicts what is here; what costs seconds is made again, as nothing says which columns it has.
"""

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from toolchains.finding import fingerprint, from_record

KEPT = frozenset({"describe_machine", "find_toolchain", "compile_program", "measure_run"})


def program_words(digest: str) -> str:
    """A program as it stands among the parameters of jobs."""
    return f"program {digest}"


def toolchain_words(fingerprint_of_it: str) -> str:
    """A toolchain as it stands among the parameters of jobs."""
    return f"toolchain {fingerprint_of_it}"


def libc_words(libc: str) -> str:
    """A machine's C library as it stands among the parameters of jobs."""
    return f"libc {libc}"


def known_params(rule: str, output: str) -> set[str] | None:
    """What an output says of itself, as parameters of its job; None where it is to be made again."""
    if rule not in KEPT:
        return None
    said: dict[str, Any] = {}
    with contextlib.suppress(OSError, ValueError):
        said = json.loads(Path(output).read_bytes())
    known = set()
    with contextlib.suppress(KeyError, TypeError, AttributeError):
        if rule == "describe_machine":
            known.add(libc_words(said["libc"]))
        if rule == "find_toolchain":
            known.add(_fingerprint(said))
        if rule in {"compile_program", "measure_run"}:
            known.add(program_words(said["program"]["digest"]))
        if rule == "measure_run":
            known.add(_fingerprint(said["toolchain"]))
    return {repr(each) for each in known}


def _fingerprint(record: Mapping[str, Any]) -> str:
    return toolchain_words(fingerprint(from_record({"fallback": False, "reason": None, "hint": None, **record})))


def contradicted(known: set[str], now: set[str]) -> set[str]:
    """Of what is known, what another parameter of the same kind contradicts. A kind that is not watched now contradicts nothing."""
    kinds = {_kind(each) for each in now}
    return {each for each in known - now if _kind(each) in kinds}


def _kind(text: str) -> str:
    return text.strip("\"'").partition(" ")[0]
