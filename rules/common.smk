# Validation first: nothing runs on a bad configuration. Then the functions that the rules call, and no rule.
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(workflow.basedir, "scripts")))

from workflow import ending
from workflow.console import drop_chatter
from workflow.killed_run import remove_stale_locks
from workflow import sweep as sweeps

# The name "workflow" is Snakemake's own in this file.
SWEEP = sweeps.prepare(config, workflow.configfiles)
MACHINE = SWEEP.configuration.machine
PLAN = Path("results", MACHINE, "logs", "plan.json")

if workflow.is_main_process and remove_stale_locks(Path(".snakemake")):
    print("A run was killed in this folder; going on from there.", flush=True)

if {"rules", "progress"} <= {
    str(kind) for kind in workflow.output_settings.quiet or ()
}:
    drop_chatter()

# Every script runs with the Python that runs Snakemake, whatever conda or a shell puts first on PATH.
os.environ.update(WORKFLOW_PYTHON=sys.executable)


wildcard_constraints:
    machine=r"[a-z0-9][a-z0-9.-]*",
    variant=r"[a-z0-9][a-z0-9.@-]*",
    toolchain=r"[a-z0-9][a-z0-9.@-]*",
    n=r"[1-9][0-9]*",
    sleep=r"[0-9.]+",
    repeat=r"[1-9][0-9]*",
    chart=r"[a-z_]+",


def everything_to_make():
    charts = expand(
        "results/{machine}/charts/{chart}.svg", machine=MACHINE, chart=sweeps.CHARTS
    )
    compared = [] if SWEEP.configuration.compare is None else [comparison_of(MACHINE)]
    return [
        f"results/{MACHINE}/report.html",
        *charts,
        f"results/{MACHINE}/history.parquet",
        *compared,
    ]


def comparison_of(machine):
    return f"results/{machine}/comparison/before_after.svg"


def compared_histories(wildcards):
    return [
        f"results/{machine}/history.parquet" for machine in SWEEP.compared_machines()
    ]


def history_records(wildcards):
    """The sweep's own records; what another machine's history is made from lies where it is."""
    return SWEEP.records() if wildcards.machine == MACHINE else []


def uses_conda():
    return any(
        str(method) == "conda"
        for method in workflow.deployment_settings.deployment_method
    )


def toolchain_fingerprint(wildcards):
    """What is found on the host. Under conda Snakemake itself watches the environment file; there the settings are left to watch."""
    if uses_conda():
        return SWEEP.toolchain_settings(wildcards.toolchain)
    return SWEEP.fingerprint(wildcards.toolchain)


def toolchain_settings(wildcards, output):
    """Not watched, as it takes `output`: other settings that find the same tool make nothing stale."""
    return SWEEP.toolchain_settings(wildcards.toolchain)


def own_environment(wildcards):
    return f"../{SWEEP.environment_file(wildcards.toolchain)}"


def toolchain_file(wildcards):
    toolchain = SWEEP.programs[wildcards.variant].toolchain.id
    return f"results/{wildcards.machine}/toolchains/{toolchain}.json"


def toolchain_environment(wildcards):
    toolchain = SWEEP.programs[wildcards.variant].toolchain.id
    return f"../{SWEEP.environment_file(toolchain)}"


def program_sources(wildcards):
    return SWEEP.sources(wildcards.variant)


def program_description(wildcards):
    return SWEEP.build_description(wildcards.variant)


def measuring_options(wildcards):
    return SWEEP.measuring_options(wildcards.variant)


def in_turn(wildcards):
    """The first repeat of every cell before the second of any: an interrupted sweep is a whole one with fewer repeats."""
    return SWEEP.urgency(
        wildcards.variant, int(wildcards.n), wildcards.sleep, int(wildcards.repeat)
    )


def modules(*names):
    """The files of packages and command lines under scripts/: what they make is stale when they change."""
    found = []
    for name in names:
        path = Path("scripts", name)
        files = path.rglob("*") if path.is_dir() else [path]
        found += sorted(
            str(file) for file in files if file.is_file() and file.suffix != ".pyc"
        )
    return found


def announce(snakemake_workflow):
    """Before a run: refuse what would measure badly, then the plan."""
    local = snakemake_workflow.local_exec
    sweeps.require_one_at_a_time(snakemake_workflow.global_resources, local=local)
    SWEEP.announce(snakemake_workflow.dag.needrun_jobs(), PLAN)


def say_what_matters():
    """After a run: where the report is, the lines that matter, and what an upgrade has changed."""
    folder = Path("results", MACHINE)
    lines = ending.after_success(folder) + ending.after_upgrade(folder, PLAN)
    print("\n".join(lines), flush=True)


def say_what_failed(snakemake_workflow):
    """After a run in which something failed: which jobs, with the end of their logs, and how to go on."""
    failed = [
        (job.rule.name, dict(job.wildcards_dict), [Path(log) for log in job.log])
        for job in snakemake_workflow.scheduler.failed
    ]
    lines = ending.after_failure(failed)
    lines += ending.after_upgrade(Path("results", MACHINE), PLAN)
    print("\n".join(lines), flush=True)
