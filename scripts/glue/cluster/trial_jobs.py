"""Asks SLURM before the first submission whether it would take the jobs at all: each refusal is then one line, and nothing has begun."""

import re
import subprocess
import sys
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from glue.cluster.explanations import explain_refusal
from glue.snakemake_names import executor_name, look_at_resources_again, planned_units

OPTIONS = {"slurm_partition": "--partition", "slurm_account": "--account", "constraint": "--constraint", "qos": "--qos"}
# What no waiting mends. Other answers are left to time.
FINAL = re.compile(r"invalid (?:partition|account|feature|qos)|memory specification|time limit", re.IGNORECASE)
# SLURM says this of a node that is drained as well as of one that does not exist; only of the latter when a job is really submitted.
PERHAPS = "node configuration is not available"


def asking_command(resources: Mapping[str, Any], threads: int) -> tuple[str, ...]:
    """What asks SLURM whether it would take a job of these resources (MiB, minutes), without submitting it."""
    words = ["sbatch", "--test-only", "--ntasks=1"]
    words += [f"{option}={resources[name]}" for name, option in OPTIONS.items() if resources.get(name)]
    words += [f"--mem={resources['mem_mb']}"] if resources.get("mem_mb") else []
    words += [f"--time={resources['runtime']}"] if resources.get("runtime") else []
    processors = int(resources.get("cpus_per_task") or threads)
    words += [f"--cpus-per-task={processors}"] if processors > 0 else []
    return (*words, *str(resources.get("slurm_extra") or "").split(), "--wrap=true")


def _ask(*command: str) -> tuple[bool, str]:
    """Whether it went well, and what was said."""
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return True, ""
    return answer.returncode == 0, (answer.stderr.strip() or answer.stdout.strip()).replace("\n", "; ")


def try_to_submit(command: tuple[str, ...]) -> str | None:
    """SLURM's words where it would never take such a job. Where asking does not tell, a real job is submitted, and cancelled.

    `command`: of asking_command.
    """
    taken, message = _ask(*command)
    if not taken and PERHAPS in message:
        taken, message = _ask("sbatch", "--parsable", "--output=/dev/null", *command[2:])
        if taken:
            _ask("scancel", message.partition(";")[0])
        return None if taken else message
    return message if not taken and FINAL.search(message) else None


def words_about(unit: Any) -> str:
    """What SLURM says now of a job or group that it did not take: the plugin does not pass on its words about groups."""
    taken, message = _ask(*asking_command(dict(unit.resources.items()), unit.threads))
    return "it does not say why; the same command tries again" if taken else f"{message}. {explain_refusal(message)}"


def beside_others(units: Iterable[Any]) -> str | None:
    """What is to be said of measurements that would share their node, or None."""
    shared = [unit for unit in units if "measure_run" in unit.rules and "--exclusive" not in str(unit.resources.get("slurm_extra"))]
    if not shared:
        return None
    return (
        "measure_run: its slurm_extra has no --exclusive, so that other jobs would run beside a measurement; it stands in "
        "profiles/slurm/profile.yaml, and --set-resources on the command line replaces all that the profile sets"
    )


def require_acceptance(snakemake_workflow: Any) -> None:
    """End a run with exit code 2 where SLURM would never take one of its jobs. `snakemake_workflow`: Snakemake's own object."""
    if executor_name(snakemake_workflow) != "slurm":
        return
    units = planned_units(snakemake_workflow)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # resources by the size of inputs that are not there yet
        shared = beside_others(units)
        lines = [shared] if shared else refusals(units)
    for unit in units:
        look_at_resources_again(unit)
    if lines:
        print(*lines, sep="\n", file=sys.stderr, flush=True)
        raise SystemExit(2)


def refusals(units: Iterable[Any]) -> list[str]:
    """A line for each reason for which SLURM would never take some of Snakemake's jobs and groups, with what to do."""
    commands = {asking_command(dict(unit.resources.items()), unit.threads): unit for unit in units}
    lines: dict[str, str] = {}
    for command, unit in commands.items():
        message = try_to_submit(command)
        if message is not None:
            asked = " ".join(command[3:-1])
            lines.setdefault(message, f"SLURM would not take the jobs of {unit.name}: {message} ({asked}). {explain_refusal(message)}")
    return list(lines.values())
