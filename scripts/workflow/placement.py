"""Whether the jobs that depend on the node would run where they belong; what would not is refused before anything is measured."""

import sys
from collections.abc import Iterable
from typing import Any

from measuring.host import describe_host
from workflow.configuration import Configuration
from workflow.console import several

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
            f"machines: {several(configuration.machine_names)} cannot be measured on one machine; sweep them on a cluster ({CLUSTER}), "
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


def require_right_place(configuration: Configuration, jobs: Iterable[Any], *, local: bool) -> None:
    """End a run with one line and exit code 2 where one of Snakemake's jobs would measure a class on a machine that is not of it."""
    if any(job.rule.name in NODE_RULES for job in jobs):
        reason = misplaced(configuration, local=local, here=describe_host()["cpu_model"] or "an unknown CPU")
        if reason is not None:
            print(reason, file=sys.stderr, flush=True)
            raise SystemExit(2)
