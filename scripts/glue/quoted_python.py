"""Snakemake writes the path of its Python into the commands of jobs as it is (snakemake#2981): a space or a quote in it breaks them."""

import shlex
from collections.abc import Callable
from typing import Any


def with_quoted_python(format_command: Callable[[Any, Any], str]) -> Callable[[Any, Any], str]:
    """An executor's way to write a job's command, with the path of Python quoted for a shell."""

    def quoted(executor: Any, job: Any) -> str:
        executable = type(executor).get_python_executable(executor)
        executor.get_python_executable = lambda: shlex.quote(executable)
        return format_command(executor, job)

    return quoted


def quote_python_of_jobs() -> None:
    """For every executor of this process, once."""
    # Only where Snakemake runs, which brings it.
    from snakemake_interface_executor_plugins.executors.real import RealExecutor  # type: ignore[import-untyped]  # noqa: PLC0415

    if not hasattr(RealExecutor.format_job_exec, "quoted"):
        RealExecutor.format_job_exec = with_quoted_python(RealExecutor.format_job_exec)
        RealExecutor.format_job_exec.quoted = True
