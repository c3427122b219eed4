"""What happens before Snakemake makes its plan, and between the plan and the first job: mistakes are told, then the plan."""

import hashlib
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from common.command_line import UserError
from common.folders import CLAIMS, PROJECT
from common.plain_yaml import read_yaml
from common.schemas import RIGHT, schemas_digest
from common.words import counted, listed
from glue.code_digest import code_digest
from glue.snakemake_names import rule_of
from plan.cells import list_cells, record_path
from plan.configuration import checked, read_configuration
from plan.machine import require_supported_platform
from plan.sweep import Sweep
from programs.describing import load_programs
from programs.versions import with_versions
from toolchains.finding import Found, noted_toolchains
from view.console import plan_lines, plan_path, will_run, write_plan


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
        # Every job on every node asks this: a name that two share would be removed by one while the other still writes to it.
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UserError(f"{folder}: cannot be written to ({error.strerror}); results go there") from error


def _require_right_claims(programs: Iterable[str]) -> None:
    """A mistake in the claims is told before hours of measuring."""
    ids = sorted(programs)
    written = CLAIMS.read_bytes() if CLAIMS.is_file() else None
    depends_on = f"claims {code_digest('analysis/claims/reading.py')} {schemas_digest()} {ids!r} {written!r}"
    key = hashlib.sha256(depends_on.encode()).hexdigest()
    if key not in RIGHT:
        from analysis.claims.reading import read_claims  # noqa: PLC0415 only where they are others than those that were right

        read_claims(CLAIMS, ids)
        RIGHT[key] = True


def checked_sweep(config: Mapping[str, Any], where: str) -> Sweep:
    """The sweep of a configuration. UserError for a mistake in it or in a description, and where results cannot be written."""
    require_supported_platform()
    described = load_programs()
    _require_right_claims(described)
    programs = with_versions(described, checked(config, where)["toolchains"], where)
    configuration = read_configuration(config, programs, where)
    selected = {variant: programs[variant] for variant in configuration.variants}
    sweep = Sweep(configuration, selected, described, list_cells(configuration))
    _require_environments(sweep.environment_file(toolchain) for toolchain in sweep.toolchains)
    require_writable_results()
    _require_tables_in(configuration.merge, configuration.machine_names, where)
    compared = (name for machine in configuration.machine_names for name in sweep.compared_machines(machine))
    _require_results_of((name for name in compared if name not in configuration.machine_names), where)
    RIGHT.save()
    return sweep


def _relative(file: str) -> str:
    return str(Path(file).relative_to(PROJECT) if Path(file).is_relative_to(PROJECT) else file)


def require_plain(files: Iterable[str]) -> None:
    """Before Snakemake takes the configuration's files: end the process with one line where one is read otherwise than it looks."""
    try:
        for file in files:
            if Path(file).exists():
                read_yaml(_relative(file))
    except UserError as error:
        print(error, file=sys.stderr, flush=True)
        raise SystemExit(2) from None


def prepare(config: Mapping[str, Any], files: Sequence[str]) -> Sweep:
    """The checked sweep. A mistake in configuration or descriptions ends the process with one line and exit code 2."""
    where = " + ".join(map(_relative, files))
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


def known_toolchains(sweep: Sweep, machine: str, *, local: bool) -> Mapping[str, Found]:
    """What is known of a class's toolchains before a run: on this machine all; elsewhere what was written down there, by id."""
    if local and not sweep.machine(machine).elsewhere:
        return sweep.found
    return noted_toolchains(PROJECT / "results" / machine / "toolchains", sweep.toolchains)


def lost_lines(sweep: Sweep, planned: Mapping[str, Sequence[str]]) -> list[str]:
    """A line for each machine class that has tables of records that are gone. `planned`: the records to be made, by machine."""
    lines = []
    for machine, records in planned.items():
        gone = set(sweep.missing_records(machine)).intersection(records)
        if gone and Path("results", machine, "tables", "runs.parquet").is_file():
            folders = sorted({Path(path).parts[3] for path in gone})
            lines.append(
                f"{counted(len(gone), 'record')} of {listed(folders)} not there beside the tables of results/{machine}: measured now."
            )
    return lines


def announce(sweep: Sweep, jobs: Iterable[Any], *, local: bool) -> None:
    """Print the plan of a run, given Snakemake's jobs, and note it down, class by class, for the progress lines."""
    names = sweep.configuration.machine_names
    by_path = {record_path(name, cell): (name, cell) for name in names for cell in sweep.cells}
    records = [str(job.output[0]) for job in jobs if rule_of(job) == "measure_run" and job.output[0] in by_path]
    measured = [by_path[record] for record in records]
    planned = {name: [cell for machine, cell in measured if machine == name] for name in names}
    found = {name: known_toolchains(sweep, name, local=local) for name, cells in planned.items() if cells}
    if measured:
        paths = {name: [record_path(name, cell) for cell in cells] for name, cells in planned.items()}
        plan = plan_lines(sweep.configuration, sweep.programs, found, planned, len(sweep.cells))
        print("\n".join([*plan, *lost_lines(sweep, paths)]), flush=True)
    for name, cells in planned.items():
        flagged = [(cell, will_run(cell, sweep.programs, found[name], sweep.configuration)) for cell in cells]
        write_plan(plan_path(name), name, flagged, len(sweep.cells))
