"""What Snakemake watches of each job beside its inputs, as short texts among its parameters: content decides, never times.

Each says what it is, so that `snakemake --dry-run --quiet host` shows why something is made again.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from common.folders import PROJECT
from glue.code_digest import code_digest
from glue.own_words import libc_words, program_words, toolchain_words
from plan.sweep import Sweep


@dataclass(frozen=True)
class Watched:
    """What is watched of one invocation. `from_conda`: toolchains come from conda, whose environment files Snakemake watches itself.

    `decides`: this process makes the plan; one that runs a single job on a node looks for no toolchain.
    """

    sweep: Sweep
    from_conda: bool
    decides: bool

    def __post_init__(self) -> None:
        """One text for all cells that share it."""
        for name in ("toolchain", "program", "options"):
            object.__setattr__(self, name, cache(getattr(self, name)))

    def looks_here(self) -> bool:
        """Whether toolchains of this machine are watched."""
        return self.decides and not self.from_conda and not all(machine.elsewhere for machine in self.sweep.configuration.machines)

    def libc(self, machine: str) -> str | None:
        """The C library of a machine class that is this machine; None for nodes elsewhere."""
        own = self.sweep.own_libc(machine)
        return None if own is None else libc_words(own)

    def toolchain(self, machine: str, name: str) -> str | None:
        """A toolchain as it is found here. Of conda's and of nodes elsewhere only the settings can be watched."""
        if self.from_conda or self.sweep.machine(machine).elsewhere:
            return f"settings {self.sweep.toolchain_settings(name)}"
        return toolchain_words(self.sweep.fingerprint(machine, name)) if self.decides else None

    def program(self, variant: str) -> str:
        """A program's sources, lock files and flags."""
        return program_words(self.sweep.program_digests[variant])

    def options(self, variant: str, workload: str, n: int) -> str:
        """Timeouts, longer amounts and limits, as far as they concern a cell."""
        return self.sweep.measuring_options(variant, workload, n)


def measuring_code() -> str:
    """What measures, without what only words do."""
    return code_digest("measure_program.py", words=False)


def building_code() -> str:
    """What builds, and in which environment. What looks for toolchains is left out: what it finds stands beside it."""
    builder = code_digest("compile_program.py", without=("toolchains/*",))
    return f"builder {builder} in {code_digest('toolchains/clean_environment.py')}"


def code(command_line: str) -> str:
    """What a command line does."""
    return f"code {code_digest(command_line)}"


@cache
def files(*paths: str) -> str:
    """The content of files of the checkout, which may be patterns."""
    found = sorted({file for path in paths for file in PROJECT.glob(path)})
    digest = hashlib.sha256()
    for file in found:
        digest.update(f"{file.relative_to(PROJECT)}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\0".encode())
    return f"{' '.join(Path(path).name for path in paths)} {digest.hexdigest()}"
