"""Every name of Snakemake that its documentation does not publish: what the rules and the other modules here call stands below.

A start with a Snakemake that lacks one of them ends with one line that says which (require_names).
"""

import importlib
import logging
import sys
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

KNOWN = "9.19 to 9.27"
LOGGER = "snakemake.logging"
# Module and class, and what is used of it, as it can be seen before a workflow has begun.
NAMES: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("snakemake.workflow", "Workflow"): (
        *("is_main_process", "local_exec", "remote_exec", "dag", "persistence", "async_run", "executor_plugin", "dag_settings"),
        *("output_settings", "deployment_settings", "execution_settings", "remote_execution_settings", "_prepare_dag"),
    ),
    ("snakemake.dag", "DAG"): ("jobs", "needrun_jobs", "needrun", "finished", "get_job_group"),
    ("snakemake.jobs", "Job"): (
        "rule",
        "input",
        "output",
        "log",
        "wildcards_dict",
        "shellcmd",
        "resources",
        "is_local",
        "rules",
        "attempt",
        "is_group",
    ),
    ("snakemake.jobs", "GroupJob"): ("jobs", "jobid", "resources", "threads", "is_local", "rules", "attempt", "name", "is_group"),
    ("snakemake.persistence.file", "FilePersistence"): (
        *("has_metadata", "has_outdated_metadata", "params_changed", "input_changed", "code_changed", "software_stack_changed"),
        *("input_checksums", "started", "finished", "incomplete", "_read_record", "_delete_record", "_clear_cache", "_get_key"),
        *(
            "_get_recorded_starttime",
            "_unmark_incomplete",
            "_params",
            "_code",
            "_log",
            "_conda_env",
            "_software_stack_hash",
            "_serialize_param_builtin",
        ),
    ),
    ("snakemake.persistence", "MetadataRecord"): ("model_validate",),
    ("snakemake.persistence", "ParamsChange"): ("only_old", "only_new", "files"),
    ("snakemake.persistence", "NO_PARAMS_CHANGE"): (),
    ("snakemake.settings.types", "DAGSettings"): ("forcerun", "max_checksum_file_size"),
    ("snakemake.settings.types", "OutputSettings"): ("quiet",),
    ("snakemake.settings.types", "DeploymentSettings"): ("deployment_method",),
    ("snakemake.settings.types", "RemoteExecutionSettings"): ("immediate_submit",),
    ("snakemake.settings.types", "ExecutionSettings"): ("keep_metadata",),
    ("snakemake.scheduling.job_scheduler", "JobScheduler"): ("run",),
    ("snakemake_interface_executor_plugins.executors.real", "RealExecutor"): ("format_job_exec", "get_python_executable"),
}


def missing_names(names: Mapping[tuple[str, str], Iterable[str]] = NAMES) -> list[str]:
    """The names that this Snakemake does not have, as a person would look for them: snakemake.dag.DAG.jobs."""
    importlib.import_module("snakemake.api")  # first: its modules import each other
    return [missing for (module, owner), wanted in names.items() for missing in _missing_of(module, owner, wanted)]


def _missing_of(module: str, owner: str, wanted: Iterable[str]) -> Iterator[str]:
    try:
        found = getattr(importlib.import_module(module), owner)
    except (ImportError, AttributeError):
        yield f"{module}.{owner}"
        return
    known = {*dir(found), *getattr(found, "__dataclass_fields__", ()), *getattr(found, "__annotations__", ())}
    yield from (f"{module}.{owner}.{name}" for name in wanted if name not in known)


def require_names() -> None:
    """End the process with one line and exit code 2 where a name is gone that this workflow cannot do without."""
    missing = missing_names()
    if missing:
        from snakemake import __version__  # type: ignore[import-untyped]  # noqa: PLC0415 only where Snakemake runs, which brings it

        print(
            f"snakemake {__version__}: {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} gone; this project knows {KNOWN}: "
            "run `sh scripts/set_up.sh`, which brings the version in envs/requirements.txt (what to mend: scripts/glue/snakemake_names.py)",
            file=sys.stderr,
            flush=True,
        )
        raise SystemExit(2)


# How this process was started. `workflow`: Snakemake's own object, in all that follows.


def is_main(workflow: Any) -> bool:
    """Whether this is the process that a person started, not one that it started for a job."""
    return bool(workflow.is_main_process)


def is_in_job_of_scheduler(workflow: Any) -> bool:
    """Whether this process runs a job on a node of a cluster."""
    return bool(workflow.remote_exec)


def runs_here(workflow: Any) -> bool:
    """Whether jobs run on this machine."""
    return bool(workflow.local_exec)


def notes_outputs(workflow: Any) -> bool:
    """Whether this process notes down what outputs were made from."""
    wanted = workflow.execution_settings.keep_metadata
    return bool(wanted and (is_main(workflow) or workflow.remote_execution_settings.immediate_submit))


def executor_name(workflow: Any) -> str:
    """What runs the jobs: local, slurm, cluster-generic."""
    return str(workflow.executor_plugin.name)


def quiet_about(workflow: Any) -> set[str]:
    """What Snakemake was told to be quiet about: rules, progress, host, reason."""
    return {str(kind) for kind in workflow.output_settings.quiet or ()}


def uses_conda(workflow: Any) -> bool:
    """Whether toolchains come from conda environments."""
    return any(str(method) == "conda" for method in workflow.deployment_settings.deployment_method)


def limits(workflow: Any) -> Mapping[str, Any]:
    """The limits of the run's resources, such as machine_share."""
    resources: Mapping[str, Any] = workflow.global_resources
    return resources


# What is to be done.


def all_jobs(workflow: Any) -> list[Any]:
    """Every job of the plan, also those that need not run."""
    return list(workflow.dag.jobs)


def planned_jobs(workflow: Any) -> list[Any]:
    """The jobs that are to run."""
    return list(workflow.dag.needrun_jobs())


def planned_units(workflow: Any) -> list[Any]:
    """What is submitted as one, group or job, of those that are to run elsewhere."""
    dag = workflow.dag
    units = dict.fromkeys(dag.get_job_group(job) or job for job in dag.needrun_jobs())
    return [unit for unit in units if not unit.is_local]


def is_planned(workflow: Any, job: Any) -> bool:
    """Whether a job is to run."""
    return bool(workflow.dag.needrun(job))


def is_finished(workflow: Any, job: Any) -> bool:
    """Whether a job has run and its outputs were accepted."""
    return bool(workflow.dag.finished(job))


def is_incomplete(workflow: Any, job: Any) -> bool:
    """Whether an output of a job is marked as being written: the run was killed before it was accepted."""
    waiting: Coroutine[Any, Any, list[Any]] = workflow.persistence.incomplete(job)
    return bool(workflow.async_run(waiting))


def failed_units(workflow: Any) -> set[Any]:
    """The jobs and groups that failed in this run."""
    failed: set[Any] = workflow.scheduler.failed
    return failed


def look_at_resources_again(unit: Any) -> None:
    """Let Snakemake forget what a job or group asks for: it was looked at before the inputs were there."""
    unit.attempt = unit.attempt


# One job.


def rule_of(job: Any) -> str:
    """The name of a job's rule."""
    return str(job.rule.name)


def members_of(unit: Any) -> list[Any]:
    """The jobs of a group, by their first output; of a job itself."""
    return sorted(unit, key=lambda job: str(job.output[0])) if unit.is_group() else [unit]


# What is changed of Snakemake.


def filter_messages(keep: Callable[[str], bool]) -> None:
    """Let only those of Snakemake's messages through that `keep` says yes to."""
    logging.getLogger(LOGGER).addFilter(lambda record: keep(record.getMessage()))


def listen_to_messages(handler: logging.Handler) -> None:
    """Hand all of Snakemake's messages to a handler too."""
    logging.getLogger(LOGGER).addHandler(handler)


def change_commands_of_jobs(changed: Callable[[Any], Any], mark: str) -> None:
    """Let every executor of this process write the commands of jobs in another way, once. `mark`: what says that it was done."""
    from snakemake_interface_executor_plugins.executors.real import RealExecutor  # type: ignore[import-untyped]  # noqa: PLC0415

    if not hasattr(RealExecutor.format_job_exec, mark):
        RealExecutor.format_job_exec = changed(RealExecutor.format_job_exec)
        setattr(RealExecutor.format_job_exec, mark, True)


def look_at_signatures_once() -> None:
    """Snakemake looks at the parameters of the same few functions anew for every job: a fifth of planning thousands of cells."""
    import snakemake.common  # type: ignore[import-untyped]  # noqa: PLC0415
    import snakemake.rules  # type: ignore[import-untyped]  # noqa: PLC0415

    known = lru_cache(maxsize=4096)(snakemake.common.get_function_params)
    snakemake.common.get_function_params = snakemake.rules.get_function_params = known


def keep_notes_by(persistence: type) -> None:
    """Let this process keep its notes of what outputs were made from by this class, from before it makes its plan."""
    import snakemake.workflow  # type: ignore[import-untyped]  # noqa: PLC0415

    snakemake.workflow.FilePersistence = persistence
