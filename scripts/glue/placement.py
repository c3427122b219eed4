"""Whether the jobs that depend on the node would run where they belong; what would not is refused before anything is measured."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from common.command_line import UserError
from common.words import listed
from meter.host import describe_host
from plan.configuration import Configuration
from plan.nodes import node_name, read_machine, refusal
from records.same_machine import describe

NODE_RULES = frozenset({"describe_machine", "find_toolchain", "compile_program", "measure_run"})
CLUSTER = "--workflow-profile profiles/slurm"


def misplaced(configuration: Configuration, *, local: bool, here: str) -> str | None:
    """Why such jobs cannot run where they would, or None. `local`: on this machine, which has the CPU model `here`."""
    if not local:
        unnamed = (
            "machines: names no class of nodes, and what this machine is says nothing of theirs; name it in the configuration, such as "
            "machines: {epyc: {constraint: FEATURE}} (docs/machines.md)"
        )
        return None if configuration.machines_are_named else unnamed
    if len(configuration.machines) > 1:
        return (
            f"machines: {listed(configuration.machine_names)} cannot be measured on one machine; sweep them on a cluster ({CLUSTER}), "
            "or each on a machine of its own, and merge the results (docs/machines.md)"
        )
    machine = configuration.machines[0]
    if machine.elsewhere:
        return (
            f"machines: {machine.name} is bound to nodes with {machine.constraint}, which only a scheduler finds; add {CLUSTER}, "
            "or take out its constraint to measure this machine under that name"
        )
    if not machine.fits(here):
        return (
            f"machines: {machine.name} has the CPU model {machine.cpu_model}, this machine has {here}; measure it on its own machine, "
            "or give this one another name"
        )
    return None


def unlike(configuration: Configuration, here: Mapping[str, Any], *, local: bool, results: Path) -> str | None:
    """Why results that are there do not go with the configuration or, locally, with this machine (same_machine.describe); or None."""
    for machine in configuration.machines:
        path = results / machine.name / "machine.json"
        if not path.is_file():
            continue
        noted = read_machine(path)
        if not machine.fits(noted.get("cpu_model") or ""):
            return (
                f"{path}: is of the CPU model {noted.get('cpu_model')}, and machines: {machine.name} asks for {machine.cpu_model}; "
                "give the new class another name, or mend its cpu_model"
            )
        if local:
            return refusal(path, noted, here, node_name())
    return None


def require_several(folders: Sequence[str], jobs: Iterable[Any]) -> None:
    """End a run with one line and exit code 2 that would put the results of only one machine side by side, before it measures them."""
    if len(folders) < 2 and any(job.rule.name == "merge_machines" for job in jobs):
        print(
            f"merge: there is only {folders[0]}; list the folders of two machines or more in the configuration, such as "
            f"merge: [{folders[0]}, /elsewhere/results/xeon] (docs/machines.md)",
            file=sys.stderr,
            flush=True,
        )
        raise SystemExit(2)


def require_right_place(configuration: Configuration, jobs: Iterable[Any], *, local: bool) -> None:
    """End a run with one line and exit code 2 where one of Snakemake's jobs would measure a class on a machine that is not of it."""
    planned = {job.rule.name for job in jobs}
    if not planned & NODE_RULES:
        return
    here = describe(describe_host())
    try:
        reason = misplaced(configuration, local=local, here=here["cpu_model"] or "an unknown CPU")
        if reason is None and "describe_machine" not in planned:
            reason = unlike(configuration, here, local=local, results=Path("results"))
    except UserError as error:
        reason = str(error)
    if reason is not None:
        print(reason, file=sys.stderr, flush=True)
        raise SystemExit(2)
