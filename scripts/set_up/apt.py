"""Debian's package tools, called so that they never ask, and wait for another apt-get instead of failing."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from set_up.commands import QUIET, Outcome, run_logged

APT_GET = ("apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=600", "-o", "Dpkg::Use-Pty=0")


def install_command(packages: Iterable[str]) -> str:
    """What a person types to install them."""
    return f"apt-get update && apt-get install -y --no-install-recommends {' '.join(packages)}"


def update(log: Path) -> Outcome:
    """Fetch the lists of packages."""
    return run_logged([*APT_GET, "update"], log)


def install(packages: Sequence[str], log: Path) -> Outcome:
    """Install the packages and what they depend on, without what they merely recommend."""
    return run_logged([*APT_GET, "install", "--no-install-recommends", *packages], log)


def parse_policy(text: str) -> frozenset[str]:
    """The packages that can be installed, from the output of `apt-cache policy NAME...`."""
    return frozenset(re.findall(r"^(\S+):\n(?:  .*\n)*?  Candidate: (?!\(none\))", text, re.MULTILINE))


def available(packages: Iterable[str]) -> frozenset[str]:
    """Those of the packages that apt has, as far as the lists on this machine know."""
    names = sorted(set(packages))
    if not names or not shutil.which("apt-cache"):
        return frozenset()
    answer = subprocess.run(["apt-cache", "policy", *names], capture_output=True, text=True, env={**os.environ, **QUIET}, check=False)
    return parse_policy(answer.stdout)
