"""Names the class of machine that results belong to: a host's name says nothing about what was measured on it."""

import fnmatch
import math
import os
import platform
import re
from dataclasses import dataclass
from pathlib import Path

import psutil

from common.command_line import UserError
from common.units import GIB
from meter.host import cpu_model_in

ARCHITECTURES = {"x86_64", "aarch64"}


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine class: nodes so alike that their results belong together, under results/<name>/.

    `constraint`: what the scheduler selects its nodes by; `cpu_model`: what they must report, * for any letters. None: nothing is asked.
    """

    name: str
    constraint: str | None = None
    cpu_model: str | None = None

    @property
    def elsewhere(self) -> bool:
        """Whether its nodes are not where Snakemake runs, so that nothing that is found there says anything of them."""
        return self.constraint is not None

    def fits(self, model: str) -> bool:
        """Whether a node with this CPU model can be of the class."""
        return self.cpu_model is None or fnmatch.fnmatchcase(model.lower(), self.cpu_model.lower())


def require_supported_platform() -> None:
    """UserError unless this is Linux on x86-64 or arm64: the kernel's memory accounting is read directly."""
    if platform.system() != "Linux" or platform.machine() not in ARCHITECTURES:
        raise UserError(
            f"{platform.system()} on {platform.machine()}: not supported; the memory of a process is read from Linux's /proc "
            "and cgroups, on x86-64 or arm64. Use a Linux machine, a virtual machine or WSL 2."
        )


def slug(model: str, cores: int, memory_bytes: int) -> str:
    """A folder name such as amd-epyc-2-cores-24-gib. Memory is rounded up: the kernel keeps a part of what is built in."""
    gibibytes = math.ceil(memory_bytes / GIB)
    name = re.sub(r"\((?:r|tm)\)|\bcpu\b|\bprocessor\b|@.*|\d+-core", " ", model.lower())
    return re.sub(r"[^a-z0-9]+", "-", f"{name} {cores} cores {gibibytes} gib").strip("-")


def machine_class() -> str:
    """The class of this machine: processor, cores and memory."""
    memory_bytes = psutil.virtual_memory().total
    return slug(cpu_model_in(Path("/proc/cpuinfo").read_text()) or platform.machine(), os.cpu_count() or 1, memory_bytes)
