"""One invocation of the workflow as a value: configuration, programs, cells, and the toolchains, looked for when they are first needed."""

import os
import shlex
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property

from plan.cells import record_path
from plan.configuration import Configuration
from plan.machine import Machine
from programs.describing import Program, collect_toolchains, program_digest
from programs.versions import environment_file
from records.cell import Cell
from toolchains.configured import configured_toolchains, settings_text
from toolchains.description import Toolchain
from toolchains.finding import Found, find_all, fingerprint, libc_version
from workloads.options import asked_words
from workloads.vocabulary import OS_THREAD

SIDES = ("before", "after")


@dataclass(frozen=True)
class Sweep:
    """What the rules ask of an invocation. `programs` has the selected variants only, by id; `described` all."""

    configuration: Configuration
    programs: Mapping[str, Program]
    described: Mapping[str, Program] = field(repr=False)
    cells: Sequence[Cell] = field(repr=False)

    @cached_property
    def toolchains(self) -> dict[str, Toolchain]:
        """The toolchains of the selected variants, by id."""
        known = collect_toolchains(self.programs).values()
        return configured_toolchains(known, self.configuration.toolchains, self.configuration.preferred_toolchains)

    @cached_property
    def _looking(self) -> Future[dict[str, Found]]:
        return ThreadPoolExecutor(1, "looking for toolchains").submit(find_all, self.toolchains)

    def begin_to_look(self) -> None:
        """Look for the toolchains while something else is done."""
        _ = self._looking

    @property
    def found(self) -> dict[str, Found]:
        """What looking for them came to; looked for once, all at the same time, and only when this is asked for."""
        return self._looking.result()

    def machine(self, name: str) -> Machine:
        """A machine class by its name; one that the configuration does not have asks nothing of its nodes."""
        return next((machine for machine in self.configuration.machines if machine.name == name), Machine(name))

    def fingerprint(self, machine: str, toolchain: str) -> str:
        """What must stay the same for results of this toolchain to stand. Of nodes elsewhere only the settings can be watched."""
        if self.machine(machine).elsewhere:
            return self.toolchain_settings(toolchain)
        return fingerprint(self.found[toolchain])

    def own_libc(self, machine: str) -> str | None:
        """The C library of a class that is this machine; None for nodes elsewhere."""
        return None if self.machine(machine).elsewhere else libc_version()

    def expected_cpu(self, machine: str) -> str:
        """The options of describe_machine.py that the configuration decides."""
        model = self.machine(machine).cpu_model
        return "" if model is None else f"--cpu-model {shlex.quote(model)}"

    def toolchain_settings(self, toolchain: str) -> str:
        """What the configuration says of a toolchain, for find_toolchain.py."""
        return settings_text(toolchain, self.configuration.toolchains, self.configuration.preferred_toolchains)

    def environment_file(self, toolchain: str) -> str:
        """The conda environment of a toolchain, relative to the project."""
        return environment_file(toolchain, self.configuration.toolchains)

    def comparison_options(self) -> str:
        """The options of compare.py that say what stands on either side; empty for the newest setup against the one before it."""
        sides = self.configuration.compare
        return "" if sides is None else " ".join(f"--{name} {shlex.join(side.pairs())}" for name, side in zip(SIDES, sides, strict=True))

    def compared_machines(self, machine: str) -> list[str]:
        """The machines whose histories the comparison of one reads: those that it names, and that one where a side names none."""
        return list(dict.fromkeys(side.machine or machine for side in self.configuration.compare or ())) or [machine]

    def records(self, machine: str) -> list[str]:
        """The paths of all cells' records on one machine class; none for a machine that is not swept."""
        return [record_path(machine, cell) for cell in self.cells] if machine in self.configuration.machine_names else []

    def merged_folders(self) -> list[str]:
        """The folders of results that are put side by side: those that are listed, else this sweep's."""
        return list(self.configuration.merge) or [f"results/{name}" for name in self.configuration.machine_names]

    def merges(self) -> bool:
        """Whether a run makes a report of several machines."""
        return bool(self.configuration.merge) or len(self.configuration.machines) > 1

    @cached_property
    def program_digests(self) -> Mapping[str, str]:
        """Sources, lock files and flags of each variant, as one digest by its id."""
        return {variant: program_digest(program) for variant, program in self.programs.items()}

    def measuring_options(self, variant: str, workload: str, n: int) -> str:
        """The options of measure_program.py that the configuration decides. What does not concern a cell is left out of them."""
        longer = next((asked.longer for asked in self.configuration.workloads if asked.workload == workload), ())
        options = f"--timeout-seconds {self.configuration.timeout_seconds:g}"
        if longer:
            options += f" --longer-amounts {' '.join(longer)}"
        if self.programs[variant].primitive == OS_THREAD and n > self.configuration.os_thread_limit:
            options += f" --os-thread-limit {self.configuration.os_thread_limit}"
        return options

    @cached_property
    def _turns(self) -> dict[Cell, int]:
        return {cell: turn for turn, cell in enumerate(self.cells)}

    def urgency(self, cell: Cell) -> float:
        """Snakemake's priority of a cell, above 0 and at most 1: cells are measured in the order of `cells`. Others come last."""
        turn = self._turns.get(cell)
        return 0.0 if turn is None else 1.0 - turn / len(self.cells)

    def selection(self) -> str:
        """The options that name this sweep's cells to make_tables.py."""
        asked = " ".join(asked_words(replace(each, longer=())) for each in self.configuration.workloads)
        return (
            f"--variants {' '.join(self.configuration.variants)} --tasks {' '.join(str(n) for n in self.configuration.tasks)} "
            f"--repeats {self.configuration.repeats} {asked}"
        )

    def missing_records(self, machine: str) -> list[str]:
        """The records of the sweep that are not there: not yet, or no longer."""
        return [path for path in self.records(machine) if not os.path.exists(path)]  # noqa: PTH110 asked for tens of thousands

    def all_labels(self) -> list[str]:
        """How every program that is described is called: claims may be about each."""
        return [f"{program.id}: {program.label}" for program in self.described.values()]

    def labels(self) -> list[str]:
        """How the variants are called; the tables follow a change of it, and nothing is measured again."""
        return [f"{program.id}: {program.label}" for program in self.programs.values()]
