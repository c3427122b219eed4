"""The profile for PBS, LSF and SGE, tried with sbatch."""

import pytest
from tests.slurm.conftest import Sweep
from tests.slurm.test_faults import CELLS, assert_all_measured_once

FILLED_IN = {
    "  mem_mb: 4000": "  mem_mb: 500",
    "  runtime: 30": "  runtime: 5",
    "# scheduler_options: \"'-q QUEUE -A ACCOUNT'\"": "scheduler_options: \"'-p bench'\"",
    "    exclusive: 1": "    exclusive: 1\n    mem_mb: 600",
    "seconds-between-status-checks: 20": "seconds-between-status-checks: 2",
}


@pytest.fixture
def generic_sweep(sweep: Sweep) -> Sweep:
    sweep.options = ("--workflow-profile", "profiles/cluster-generic")
    sweep.fill_in(FILLED_IN, "cluster-generic")
    return sweep


def test_the_generic_profile_sweeps_with_sbatch(generic_sweep: Sweep) -> None:
    printed = generic_sweep.run()
    assert "[4/4] " in printed
    assert_all_measured_once(generic_sweep, CELLS)
    hosts = [record["host"] for record in generic_sweep.records().values()]
    assert {host["slurm_node"] for host in hosts} <= {"n1", "n2"}
    assert {host["cores_visible"] for host in hosts} == {2}


def test_what_the_scheduler_refuses_is_said_in_its_own_words(generic_sweep: Sweep) -> None:
    generic_sweep.fill_in({"-p bench": "-p nosuch"}, "cluster-generic")
    printed = generic_sweep.run(exit_code=1)
    assert "slurm refused a job: sbatch: error: invalid partition specified: nosuch" in printed
    assert not generic_sweep.records()
