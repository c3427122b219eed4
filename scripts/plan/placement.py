"""Whether what depends on the node would run where it belongs, and whether results that are there go with this machine."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from common.words import listed
from plan.configuration import Configuration
from plan.nodes import node_name, read_machine, refusal

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
