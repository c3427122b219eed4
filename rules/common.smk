# Validation first: nothing runs on a bad configuration. Then the functions that the rules call, and no rule.
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(workflow.basedir, "scripts")))

from glue.cluster.trial_jobs import require_acceptance
from glue.cluster.cluster_run import ClusterRun
from glue import acceptance
from view import ending
from plan import scheduler_requests as requests
from records.cell import Cell
from workloads.catalogue import WORKLOADS
from view.console import drop_chatter, plan_path
from glue.killed_run import remove_stale_locks
from glue.quoted_python import quote_python_of_jobs
from glue.placement import require_right_place, require_several
from plan import sweep as sweeps

# The name "workflow" is Snakemake's own in this file.
SWEEP = sweeps.prepare(config, workflow.configfiles)
MACHINES = SWEEP.configuration.machine_names
CLUSTER_RUN = ClusterRun()

if workflow.is_main_process and remove_stale_locks(Path(".snakemake")):
    print("A run was killed in this folder; going on from there.", flush=True)

if {"rules", "progress"} <= {
    str(kind) for kind in workflow.output_settings.quiet or ()
}:
    drop_chatter()

# Every script runs with the Python that runs Snakemake, whatever conda or a shell puts first on PATH.
os.environ.update(WORKFLOW_PYTHON=sys.executable)
quote_python_of_jobs()


wildcard_constraints:
    machine="|".join(map(re.escape, MACHINES)),
    variant=r"[a-z0-9][a-z0-9.@-]*",
    toolchain=r"[a-z0-9][a-z0-9.@-]*",
    n=r"[1-9][0-9]*",
    workload="|".join(WORKLOADS),
    amount=r"[0-9][0-9a-z.]*",
    repeat=r"[1-9][0-9]*",


def everything_to_make():
    """Of every machine class: report, charts, history, and the comparison where one is asked for."""
    charts = expand(chart_files(".svg"), machine=MACHINES)
    compared = [] if SWEEP.configuration.compare is None else comparisons()
    return [
        *expand("results/{machine}/report.html", machine=MACHINES),
        *charts,
        *expand("results/{machine}/history.parquet", machine=MACHINES),
        *compared,
        *(["results/merged/report.html"] if SWEEP.merges() else []),
    ]


def merged_tables(wildcards):
    """The runs of every machine that is merged, whether they are measured here or lie elsewhere."""
    return [f"{folder}/tables/runs.parquet" for folder in SWEEP.merged_folders()]


def chart_file(chart, ending):
    """A file of a chart; the machine stays a wildcard."""
    return f"results/{{machine}}/charts/{chart}{ending}"


def chart_files(*endings):
    return [chart_file(chart, ending) for chart in sweeps.CHARTS for ending in endings]


def chart_labels(chart):
    """How a chart is called in Snakemake's own report."""
    name = chart.replace("_", " ").replace("cpu", "CPU")
    return {"chart": name, "format": "SVG"}


def comparisons():
    return expand("results/{machine}/comparison/before_after.svg", machine=MACHINES)


def compared_histories(wildcards):
    return expand(
        "results/{machine}/history.parquet",
        machine=SWEEP.compared_machines(wildcards.machine),
    )


def swept_records(wildcards):
    """The records of the sweep on one machine class."""
    return SWEEP.records(wildcards.machine)


def machine_constraint(wildcards):
    """What the scheduler selects the nodes of a machine class by. None: the resource is left out."""
    return SWEEP.machine(wildcards.machine).constraint


def own_libc(wildcards):
    """The C library of a machine class that is this machine: with another one all of it is described and measured again."""
    return SWEEP.own_libc(wildcards.machine)


def expected_cpu(wildcards, output):
    """Not watched, as it takes `output`: what a node must report says nothing of what was measured on it."""
    return SWEEP.expected_cpu(wildcards.machine)


def toolchain_files():
    """Every toolchain of every machine class, found anew by --forcerun find_toolchain."""
    return expand(
        "results/{machine}/toolchains/{toolchain}.json",
        machine=MACHINES,
        toolchain=SWEEP.toolchains,
    )


def uses_conda():
    return any(
        str(method) == "conda"
        for method in workflow.deployment_settings.deployment_method
    )


def toolchain_fingerprint(wildcards):
    """What is found on the host. Under conda Snakemake itself watches the environment file; there the settings are left to watch."""
    if uses_conda():
        return SWEEP.toolchain_settings(wildcards.toolchain)
    return SWEEP.fingerprint(wildcards.machine, wildcards.toolchain)


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
    return SWEEP.measuring_options(wildcards.variant, wildcards.workload)


def cell_of_wildcards(wildcards):
    """The cell that a job of measure_run measures."""
    return Cell(
        int(wildcards.repeat),
        int(wildcards.n),
        wildcards.variant,
        wildcards.workload,
        wildcards.amount,
    )


def memory_to_ask_for(wildcards, attempt):
    """MiB that the job of a cell asks a scheduler for."""
    return requests.memory_mib(int(wildcards.n), attempt)


def minutes_to_ask_for(wildcards):
    """Time that the job of a cell asks a scheduler for."""
    return requests.runtime_minutes(cell_of_wildcards(wildcards), SWEEP.configuration)


def memory_limit(wildcards, resources):
    """In a scheduler's job the program's limit is below the job's. Not watched, as it takes `resources`: asking for more stales nothing."""
    if not workflow.remote_exec:
        return ""
    return f"--memory-limit-mib {requests.payload_mib(resources.mem_mb)}"


def in_turn(wildcards):
    """The first repeat of every cell before the second of any: an interrupted sweep is a whole one with fewer repeats."""
    return SWEEP.urgency(cell_of_wildcards(wildcards))


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
    jobs = list(snakemake_workflow.dag.needrun_jobs())
    sweeps.require_one_at_a_time(snakemake_workflow.global_resources, local=local)
    require_several(SWEEP.merged_folders(), jobs)
    require_right_place(SWEEP.configuration, jobs, local=local)
    require_acceptance(snakemake_workflow)
    acceptance.forget_before(snakemake_workflow)
    SWEEP.announce(jobs, local=local)
    if not local:
        CLUSTER_RUN.begin(snakemake_workflow, jobs)


def say_what_matters(snakemake_workflow):
    """After a run: where the reports are, the lines that matter, and what an upgrade has changed."""
    CLUSTER_RUN.end()
    acceptance.forget_after(snakemake_workflow)
    lines = []
    for machine in MACHINES:
        folder = Path("results", machine)
        lines += ending.after_success(folder)
        lines += ending.after_upgrade(folder, plan_path(machine))
    if SWEEP.merges():
        lines += ending.after_merge(Path("results/merged"))
    print("\n".join(lines), flush=True)


def say_what_failed(snakemake_workflow):
    """After a run in which something failed: which jobs, with the end of their logs, and how to go on."""
    CLUSTER_RUN.end()
    acceptance.forget_after(snakemake_workflow)
    failed = CLUSTER_RUN.failures(snakemake_workflow.scheduler.failed)
    lines = ending.after_failure(failed)
    for machine in MACHINES:
        lines += ending.after_upgrade(Path("results", machine), plan_path(machine))
    print("\n".join(lines), flush=True)
