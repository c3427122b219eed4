"""The person decides whether official archives are fetched: once, by the configuration, a variable, or y or n at a terminal."""

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from common.command_line import UserError
from common.words import counted, listed
from toolchains.archives import Fetchable, host_of, megabytes, mirrored

VARIABLE = "DOWNLOAD_TOOLCHAINS"
MIRROR_VARIABLE = "DOWNLOAD_MIRROR"
WORDS = {"1": "always", "yes": "always", "always": "always", "0": "never", "no": "never", "never": "never", "ask": "ask"}
NAMED = 3


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be fetched, and for which languages."""

    wanted: Fetchable
    names: tuple[str, ...]  # of the toolchains: C#, or C# (csharp-nativeaot) for one that is not the language's own

    @property
    def called(self) -> str:
        """How it is told in a few words: by the language, where the language's own toolchain is missing."""
        return next((name for name in self.names if "(" not in name), self.wanted.archive.label)

    @property
    def languages(self) -> list[str]:
        """The languages that it is for."""
        return list(dict.fromkeys(name.partition(" (")[0] for name in self.names))


def decision(configured: str, environment: Mapping[str, str]) -> str:
    """ask, always or never: the variable says it where it is set, else the configuration."""
    said = environment.get(VARIABLE, "").strip().lower()
    if said and said not in WORDS:
        raise UserError(f"{VARIABLE}={environment[VARIABLE]}: should be 1 (always), 0 (never) or ask")
    return WORDS[said] if said else configured


def mirror_of(configured: str | None, environment: Mapping[str, str]) -> str | None:
    """The folder that has all files, where a person is behind a wall; the variable comes first."""
    return environment.get(MIRROR_VARIABLE, "").strip() or configured


def total_words(offers: Sequence[Offer]) -> str:
    """What all of them load: `612 MB`; `up to 612 MB` where one has a bound only."""
    total = megabytes(sum(offer.wanted.download.most_bytes for offer in offers))
    return total if all(offer.wanted.download.exact for offer in offers) else f"up to {total}"


def one_line(offers: Sequence[Offer]) -> str:
    """`4 toolchains (C#, GraalVM, ...) can be fetched: make run DOWNLOAD=1 (612 MB)`."""
    names = [offer.called for offer in offers]
    shown = ", ".join(names[:NAMED]) + (", ..." if len(names) > NAMED else "")
    return f"{counted(len(offers), 'toolchain')} ({shown}) can be fetched: make run DOWNLOAD=1 ({total_words(offers)})"


def table(offers: Sequence[Offer], folder: Path, mirror: str | None) -> str:
    """What, for whom, from where, how large, under which licence, and where it will lie."""
    rows = [("WHAT", "FOR", "FROM", "TO LOAD", "ON DISK", "LICENCE")]
    rows += [
        (
            offer.wanted.words,
            listed(offer.languages),
            host_of(mirrored(offer.wanted.download.address, mirror)),
            ("" if offer.wanted.download.exact else "< ") + megabytes(offer.wanted.download.most_bytes),
            f"< {megabytes(offer.wanted.archive.most_unpacked_bytes)}",
            offer.wanted.archive.licence,
        )
        for offer in offers
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    where = f"They will lie in {folder}, for all checkouts; `make clean-toolchains` removes them."
    return "\n".join(["Not on this machine, and published by their makers:", *lines, where])


def _terminal() -> int | None:
    """A descriptor of the terminal, where a person sees what is printed and this process may read what they type."""
    if not sys.stdout.isatty():
        return None
    with contextlib.suppress(OSError):
        descriptor = os.open("/dev/tty", os.O_RDWR)
        if os.tcgetpgrp(descriptor) == os.getpgrp():
            return descriptor
        os.close(descriptor)  # in the background: reading would stop it
    return None


def ask_person(before: str, question: str) -> bool | None:
    """y or n, typed at the terminal itself: the set-up has no standard input. None, and nothing is printed, without a terminal."""
    descriptor = _terminal()
    if descriptor is None:
        return None
    print(before, flush=True)
    with open(descriptor, "r+b", buffering=0) as terminal:  # noqa: PTH123 a descriptor
        terminal.write(f"{question} [y/n] ".encode())
        answer = terminal.readline().decode("utf-8", "replace").strip().lower()
    return answer in {"y", "yes"}
