# Validation first: nothing runs on a bad configuration. Then the functions that the rules call, and no rule.
import gc
import os
import re
import sys
from pathlib import Path

# First what it takes to begin looking for the toolchains: the tools answer while the rest is read.
from glue import invocation, snakemake_names, watched

# The name "workflow" is Snakemake's own in this file; what is done with it stands in glue.snakemake_names.
snakemake_names.require_names()
SWEEP = invocation.prepare(config, workflow.configfiles)
WATCHED = watched.Watched(
    SWEEP,
    from_conda=snakemake_names.uses_conda(workflow),
    decides=snakemake_names.is_main(workflow),
)
if WATCHED.looks_here():
    SWEEP.begin_to_look()

from common import given_command
from glue import acceptance, provenance
from glue.cluster.cluster_run import ClusterRun
from glue.cluster.trial_jobs import require_acceptance
from glue.killed_run import remove_stale_locks
from glue.placement import require_right_place, require_several
from glue.quiet import drop_chatter, drop_last_word
from glue.quoted_python import quote_python_of_jobs
from plan import scheduler_requests as requests
from records.cell import Cell
from view import ending
from view.charts.listing import NAMES as CHARTS
from view.console import plan_path
from workloads.catalogue import WORKLOADS

PUBLISHED = "config/reference/published_results.csv"
MACHINES = SWEEP.configuration.machine_names
CLUSTER_RUN = ClusterRun()

provenance.keep_notes_with_results()
snakemake_names.look_at_signatures_once()
gc.set_threshold(
    100_000, 50, 100
)  # a plan of thousands of jobs is built up, and nothing of it becomes garbage
if snakemake_names.is_main(workflow) and remove_stale_locks(Path(".snakemake")):
    print("A run was killed in this folder; going on from there.", flush=True)

if {"rules", "progress"} <= snakemake_names.quiet_about(workflow):
    drop_chatter()

# Every script runs with the Python that runs Snakemake, whatever conda or a shell puts first on PATH.
os.environ.update(WORKFLOW_PYTHON=sys.executable)
if snakemake_names.is_main(workflow):
    os.environ[given_command.NAME] = given_command.command_of(sys.argv[1:], os.environ)
quote_python_of_jobs()


wildcard_constraints:
    machine="|".join(map(re.escape, MACHINES)),
    variant=r"[a-z0-9][a-z0-9.@-]*",
    toolchain=r"[a-z0-9][a-z0-9.@-]*",
    n=r"[1-9][0-9]*",
    workload="|".join(WORKLOADS),
    amount=r"[0-9][0-9a-z.]*",
    repeat=r"[1-9][0-9]*",


# What is made.


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
    """The files of all charts with these endings."""
    return [chart_file(chart, ending) for chart in CHARTS for ending in endings]


def chart_labels(chart):
    """How a chart is called in Snakemake's own report."""
    name = chart.replace("_", " ").replace("cpu", "CPU")
    return {"chart": name, "format": "SVG"}


def comparisons():
    """The comparison of every machine class."""
    return expand("results/{machine}/comparison/before_after.svg", machine=MACHINES)


def compared_histories(wildcards):
    """The histories that the comparison of one machine class reads."""
    return expand(
        "results/{machine}/history.parquet",
        machine=SWEEP.compared_machines(wildcards.machine),
    )


def swept_records(wildcards):
    """The records of the sweep on one machine class."""
    return SWEEP.records(wildcards.machine)


def own_tables(wildcards):
    """The tables of a machine class that is swept: they stand for its records. Of one that a comparison names nothing is made."""
    swept = wildcards.machine in MACHINES
    return [f"results/{wildcards.machine}/tables/runs.parquet"] if swept else []


def toolchain_files():
    """Every toolchain of every machine class, found anew by --forcerun find_toolchain."""
    return expand(
        "results/{machine}/toolchains/{toolchain}.json",
        machine=MACHINES,
        toolchain=SWEEP.toolchains,
    )


def toolchain_file(wildcards):
    """What was found of the toolchain that a program is built with."""
    toolchain = SWEEP.programs[wildcards.variant].toolchain.id
    return f"results/{wildcards.machine}/toolchains/{toolchain}.json"


# Where and with what.


def machine_constraint(wildcards):
    """What the scheduler selects the nodes of a machine class by. None: the resource is left out."""
    return SWEEP.machine(wildcards.machine).constraint


def expected_cpu(wildcards, output):
    """Not watched, as it takes `output`: what a node must report says nothing of what was measured on it."""
    return SWEEP.expected_cpu(wildcards.machine)


def own_environment(wildcards):
    """The conda environment of a toolchain."""
    return f"../{SWEEP.environment_file(wildcards.toolchain)}"


def toolchain_environment(wildcards):
    """The conda environment of the toolchain that a program is built and run with."""
    toolchain = SWEEP.programs[wildcards.variant].toolchain.id
    return f"../{SWEEP.environment_file(toolchain)}"


def toolchain_settings(wildcards, output):
    """Not watched, as it takes `output`: other settings that find the same tool make nothing stale."""
    return SWEEP.toolchain_settings(wildcards.toolchain)


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
    return f"--memory-limit-mib {requests.payload_mib(resources.mem_mb)}"


# Asked for only where they matter: each costs 10 to 20 % of planning thousands of cells.
MEMORY_LIMIT = memory_limit if snakemake_names.is_in_job_of_scheduler(workflow) else ""
ENVIRONMENT_OF_PROGRAM = (
    toolchain_environment
    if snakemake_names.uses_conda(workflow)
    else "../envs/workflow.yaml"
)


def in_turn(wildcards):
    """The first repeat of every cell before the second of any: an interrupted sweep is a whole one with fewer repeats."""
    return SWEEP.urgency(cell_of_wildcards(wildcards))


# What decides whether something is stale (docs/upgrades.md). Each is a function of the wildcards alone, so that Snakemake watches it.


def libc_of_machine(wildcards):
    """The C library of a machine class that is this machine: with another one all of it is described and measured again."""
    return WATCHED.libc(wildcards.machine)


def found_toolchain(wildcards):
    """What is found of a toolchain on the host."""
    return WATCHED.toolchain(wildcards.machine, wildcards.toolchain)


def toolchain_of_program(wildcards):
    """What is found of the toolchain that a program is built and run with."""
    toolchain = SWEEP.programs[wildcards.variant].toolchain.id
    return WATCHED.toolchain(wildcards.machine, toolchain)


def program_digest(wildcards):
    """Sources, lock files and flags of a program."""
    return WATCHED.program(wildcards.variant)


def measuring_options(wildcards):
    """Timeouts, longer amounts and limits, as far as they concern a cell."""
    return WATCHED.options(wildcards.variant, wildcards.workload, int(wildcards.n))


def builder_digest(wildcards):
    """All that builds a program; what looks for toolchains decides through what it finds."""
    return watched.building_code()


def code_of(command_line):
    """A function of the wildcards that gives the code behind a command line of scripts/."""

    def watched_code(wildcards):
        return watched.code(command_line)

    return watched_code


def content_of(*paths):
    """A function of the wildcards that gives the content of files of the checkout."""

    def watched_content(wildcards):
        return watched.files(*paths)

    return watched_content


# Before and after a run.


def announce(snakemake_workflow):
    """Before a run: refuse what would measure badly, then the plan."""
    local = snakemake_names.runs_here(snakemake_workflow)
    jobs = snakemake_names.planned_jobs(snakemake_workflow)
    invocation.require_one_at_a_time(
        snakemake_names.limits(snakemake_workflow), local=local
    )
    require_several(SWEEP.merged_folders(), jobs)
    require_right_place(SWEEP.configuration, jobs, local=local)
    require_acceptance(snakemake_workflow)
    acceptance.forget_before(snakemake_workflow)
    invocation.announce(SWEEP, jobs, local=local)
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
    failed = CLUSTER_RUN.failures(snakemake_names.failed_units(snakemake_workflow))
    if failed:
        drop_last_word()
    lines = ending.after_failure(failed)
    for machine in MACHINES:
        lines += ending.after_upgrade(Path("results", machine), plan_path(machine))
    print("\n".join(lines), flush=True)
