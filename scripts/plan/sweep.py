"""One invocation of the workflow as a value: configuration, programs, cells, and the toolchains once somebody asks for them."""

import shlex
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from analysis.claims.reading import read_claims
from common.command_line import UserError
from common.folders import PROJECT
from plan.cells import list_cells, record_path
from plan.configuration import Configuration, checked, read_configuration
from plan.machine import Machine, require_supported_platform
from programs.describing import Program, build_description, collect_toolchains, load_programs, source_files
from programs.versions import environment_file, with_versions
from records.cell import Cell
from toolchains.configured import configured_toolchains, settings_text
from toolchains.description import Toolchain
from toolchains.finding import Found, find_all, fingerprint, libc_version, noted_toolchains
from view.console import plan_lines, plan_path, will_run, write_plan
from workloads.options import asked_words

CHARTS = (
    "peak_by_tasks",
    "memory_against_tasks",
    "residuals_of_fits",
    "memory_over_time",
    "wall_and_cpu_time",
    "footprint_and_resident",
    "published_figures",
)
SIDES = ("before", "after")
CLAIMS = PROJECT / "config" / "claims.yaml"


@dataclass(frozen=True)
class Sweep:
    """What the rules ask of an invocation. `programs` has the selected variants only, by id."""

    configuration: Configuration
    programs: Mapping[str, Program]
    cells: Sequence[Cell] = field(repr=False)

    @cached_property
    def toolchains(self) -> dict[str, Toolchain]:
        """The toolchains of the selected variants, by id."""
        known = collect_toolchains(self.programs).values()
        return configured_toolchains(known, self.configuration.toolchains, self.configuration.preferred_toolchains)

    @cached_property
    def found(self) -> dict[str, Found]:
        """What looking for them came to; looked for once, all at the same time, and only when this is asked for."""
        return find_all(self.toolchains)

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

    def sources(self, variant: str) -> list[str]:
        """The files a variant's build depends on, relative to the project."""
        return [str(path.relative_to(PROJECT)) for path in source_files(self.programs[variant])]

    def build_description(self, variant: str) -> str:
        """All that the variant's description says of building and running."""
        return build_description(self.programs[variant])

    def measuring_options(self, variant: str, workload: str) -> str:
        """The options of measure_program.py that the configuration decides. What does not concern a variant is left out of them."""
        longer = next((asked.longer for asked in self.configuration.workloads if asked.workload == workload), ())
        options = f"--timeout-seconds {self.configuration.timeout_seconds:g}"
        if longer:
            options += f" --longer-amounts {' '.join(longer)}"
        if self.programs[variant].primitive == "os-thread":
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

    def labels(self) -> list[str]:
        """How the variants are called; the tables follow a change of it, and nothing is measured again."""
        return [f"{program.id}: {program.label}" for program in self.programs.values()]

    def known_toolchains(self, machine: str, *, local: bool) -> Mapping[str, Found]:
        """What is known of a class's toolchains before a run: on this machine all; elsewhere what was written down there, by id."""
        if local and not self.machine(machine).elsewhere:
            return self.found
        return noted_toolchains(PROJECT / "results" / machine / "toolchains", self.toolchains)

    def announce(self, jobs: Iterable[Any], *, local: bool) -> None:
        """Print the plan of a run, given Snakemake's jobs, and note it down, class by class, for the progress lines."""
        by_path = {record_path(name, cell): (name, cell) for name in self.configuration.machine_names for cell in self.cells}
        measured = [by_path[job.output[0]] for job in jobs if job.rule.name == "measure_run" and job.output[0] in by_path]
        planned = {name: [cell for machine, cell in measured if machine == name] for name in self.configuration.machine_names}
        found = {name: self.known_toolchains(name, local=local) for name, cells in planned.items() if cells}
        if measured:
            print("\n".join(plan_lines(self.configuration, self.programs, found, planned, len(self.cells))), flush=True)
        for name, cells in planned.items():
            flagged = [(cell, will_run(cell, self.programs, found[name], self.configuration)) for cell in cells]
            write_plan(plan_path(name), name, flagged, len(self.cells))


def _require_environments(files: Iterable[str]) -> None:
    missing = next((file for file in sorted(files) if not (PROJECT / file).is_file()), None)
    if missing is not None:
        raise UserError(f"{missing}: is missing; every toolchain has its conda environment there (see CONTRIBUTING.md)")


def _require_results_of(machines: Iterable[str], where: str) -> None:
    folders = {folder.parent.name for folder in (PROJECT / "results").glob("*/runs")}
    missing = next((machine for machine in machines if machine not in folders), None)
    if missing is not None:
        there = ", ".join(sorted(folders)) or "none yet"
        raise UserError(f"{where}: compare: machine: there are no runs of {missing} under results/; the machines there are {there}")


def _require_tables_in(folders: Iterable[str], own: Iterable[str], where: str) -> None:
    """The folders that `merge` lists, other than those that this sweep makes, must have tables."""
    made = {f"results/{name}" for name in own}
    missing = next((folder for folder in folders if folder not in made and not (PROJECT / folder / "tables/runs.parquet").is_file()), None)
    if missing is not None:
        raise UserError(f"{where}: merge: {missing} has no tables/runs.parquet; list folders of results such as results/<machine>")


def require_writable_results() -> None:
    """UserError where nothing can be written to results/. Leaves nothing there."""
    folder = PROJECT / "results"
    try:
        folder.mkdir(exist_ok=True)
        # Every job on every node asks this: a name that two share would be removed by one under the hands of the other.
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UserError(f"{folder}: cannot be written to ({error.strerror}); results go there") from error


def checked_sweep(config: Mapping[str, Any], where: str) -> Sweep:
    """The sweep of a configuration. UserError for a mistake in it or in a description, and where results cannot be written."""
    require_supported_platform()
    described = load_programs()
    read_claims(CLAIMS, described)  # a mistake in it is told before hours of measuring
    programs = with_versions(described, checked(config, where)["toolchains"], where)
    configuration = read_configuration(config, programs, where)
    sweep = Sweep(configuration, {variant: programs[variant] for variant in configuration.variants}, list_cells(configuration))
    _require_environments(sweep.environment_file(toolchain) for toolchain in sweep.toolchains)
    require_writable_results()
    _require_tables_in(configuration.merge, configuration.machine_names, where)
    compared = (name for machine in configuration.machine_names for name in sweep.compared_machines(machine))
    _require_results_of((name for name in compared if name not in configuration.machine_names), where)
    return sweep


def prepare(config: Mapping[str, Any], files: Sequence[str]) -> Sweep:
    """The checked sweep. A mistake in configuration or descriptions ends the process with one line and exit code 2."""
    where = " + ".join(str(Path(file).relative_to(PROJECT) if Path(file).is_relative_to(PROJECT) else file) for file in files)
    try:
        return checked_sweep(config, where or "config")
    except UserError as error:
        print(error, file=sys.stderr, flush=True)
        raise SystemExit(2) from None


def require_one_at_a_time(resources: Mapping[str, Any], *, local: bool) -> None:
    """A local run without the limit on machine_share would measure several programs at once: refuse it."""
    if local and "machine_share" not in resources:
        print(
            "machine_share: this run has no limit on it, so that measurements would disturb each other; it comes from profiles/default, "
            "which Snakemake reads by itself. Leave out --workflow-profile none, or add --resources machine_share=100",
            file=sys.stderr,
            flush=True,
        )
        raise SystemExit(2)
