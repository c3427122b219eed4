"""What this machine lacks, and which Debian packages bring it. Pure: a test gives values and expects values."""

import os
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from set_up.apt import Packages
from toolchains.description import Choices, Toolchain
from toolchains.finding import Found


@dataclass(frozen=True, slots=True)
class Need:
    """Something that is not there. `ways` are tried in order; in each, one package of every inner tuple is needed."""

    name: str
    hint: str
    ways: tuple[Choices, ...]

    def packages(self, known: Packages) -> tuple[str, ...] | None:
        """What to install: of the first way that can be had whole, the packages that are not there yet. None when nothing would help."""
        for way in self.ways:
            picks = [next((name for name in choice if name in known.available), None) for choice in way]
            lacking = tuple(pick for pick in picks if pick is not None and pick not in known.installed)
            if None not in picks and lacking:
                return lacking
        return None


def needs_of_toolchains(toolchains: Mapping[str, Toolchain], found: Mapping[str, Found], names: Mapping[str, str]) -> list[Need]:
    """One need per toolchain that was not found. `names`: how each toolchain is called to a person, by id."""
    needs = []
    for id_, toolchain in toolchains.items():
        if found[id_].status == "missing":
            places = [place for place in (toolchain.place, toolchain.fallback) if place is not None]
            needs.append(Need(names[id_], toolchain.hint, tuple(place.debian for place in places if place.debian)))
    return needs


def needs_of_tests(root: Path = Path("/")) -> list[Need]:
    """What the tests need beside the toolchains: a C compiler with headers, a browser with its driver, and the daemons of SLURM."""
    daemons = os.pathsep.join([os.environ.get("PATH", os.defpath), *(str(root / folder) for folder in ("usr/sbin", "sbin"))])
    there = {
        "gcc": shutil.which("gcc") is not None,
        "libc6-dev": (root / "usr/include/stdio.h").exists(),
        "chromium": any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
        "chromium-driver": shutil.which("chromedriver") is not None,
        "slurmctld": shutil.which("slurmctld", path=daemons) is not None,
        "slurmd": shutil.which("slurmd", path=daemons) is not None,
        "slurm-client": shutil.which("squeue") is not None,
        "slurm-wlm-basic-plugins": any(root.glob("usr/lib/*/slurm-wlm/auth_munge.so")),
        "munge": shutil.which("munged", path=daemons) is not None,
    }
    lacking = [package for package, present in there.items() if not present]
    hint = f"install {', '.join(lacking)}, as your distribution calls them."
    return [Need("tools for the tests", hint, (tuple((package,) for package in lacking),))] if lacking else []


def joined(packages: Iterable[Iterable[str]]) -> list[str]:
    """All packages once, in the order in which they first appear."""
    return list(dict.fromkeys(name for group in packages for name in group))
