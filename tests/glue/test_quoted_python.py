import shlex
import subprocess
import sys

import pytest

from glue.quoted_python import with_quoted_python


class Executor:
    def __init__(self, python):
        self.python = python

    def get_python_executable(self):
        return self.python

    @with_quoted_python
    def format_job_exec(self, job):
        return f"{self.get_python_executable()} -m snakemake {job}"


@pytest.mark.parametrize("python", ["/usr/bin/python3", "/a newcomer's clone/.venv/bin/python"])
def test_the_command_of_a_job_starts_python_wherever_it_lies(python):
    executor = Executor(python)
    for job in ("one", "two"):
        assert shlex.split(executor.format_job_exec(job)) == [python, "-m", "snakemake", job]


def test_snakemakes_own_executors_write_their_commands_with_it():
    code = (
        "import inspect, glue.quoted_python as own; own.quote_python_of_jobs(); own.quote_python_of_jobs();"
        "from snakemake.executors.local import Executor; from snakemake_executor_plugin_slurm import Executor as Slurm;"
        "from snakemake_executor_plugin_slurm_jobstep import Executor as Step;"
        "from snakemake_executor_plugin_cluster_generic import Executor as Other;"
        "print([executor.format_job_exec.__module__ for executor in (Executor, Slurm, Step, Other)])"
    )
    printed = subprocess.run([sys.executable, "-c", code], cwd="scripts", capture_output=True, text=True, check=True).stdout
    assert printed.strip() == str(["glue.quoted_python"] * 4)
