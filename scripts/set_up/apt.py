"""Debian's package tools, called so that they never ask, and wait for another apt-get instead of failing."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from set_up.commands import QUIET, Outcome, run_logged

APT_GET = ("apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=600", "-o", "Dpkg::Use-Pty=0")


@dataclass(frozen=True, slots=True)
class Packages:
    """Names of packages: those that apt could install, and those that are installed."""

    available: frozenset[str] = frozenset()
    installed: frozenset[str] = frozenset()


def install_command(packages: Iterable[str]) -> str:
    """What a person types to install them."""
    return f"apt-get update && apt-get install -y --no-install-recommends {' '.join(packages)}"


def update(log: Path) -> Outcome:
    """Fetch the lists of packages."""
    return run_logged([*APT_GET, "update"], log)


def install(packages: Sequence[str], log: Path) -> Outcome:
    """Install the packages and what they depend on, without what they merely recommend."""
    return run_logged([*APT_GET, "install", "--no-install-recommends", *packages], log)


def parse_policy(text: str) -> Packages:
    """The packages that the output of `apt-cache policy NAME...` is about."""
    entries = re.findall(r"^(\S+):\n  Installed: (.*)\n  Candidate: (.*)$", text, re.MULTILINE)
    return Packages(
        available=frozenset(name for name, _, candidate in entries if candidate != "(none)"),
        installed=frozenset(name for name, installed, _ in entries if installed != "(none)"),
    )


def look_up(packages: Iterable[str]) -> Packages:
    """What apt knows of the packages, as far as the lists on this machine go."""
    names = sorted(set(packages))
    if not names or not shutil.which("apt-cache"):
        return Packages()
    answer = subprocess.run(["apt-cache", "policy", *names], capture_output=True, text=True, env={**os.environ, **QUIET}, check=False)
    return parse_policy(answer.stdout)
