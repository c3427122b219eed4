"""Snakemake writes the path of its Python into the commands of jobs as it is (snakemake#2981): a space or a quote in it breaks them."""

import shlex
from collections.abc import Callable
from typing import Any

from glue.snakemake_names import change_commands_of_jobs


def with_quoted_python(format_command: Callable[[Any, Any], str]) -> Callable[[Any, Any], str]:
    """An executor's way to write a job's command, with the path of Python quoted for a shell."""

    def quoted(executor: Any, job: Any) -> str:
        executable = type(executor).get_python_executable(executor)
        executor.get_python_executable = lambda: shlex.quote(executable)
        return format_command(executor, job)

    return quoted


def quote_python_of_jobs() -> None:
    """For every executor of this process, once."""
    change_commands_of_jobs(with_quoted_python, "quoted")
