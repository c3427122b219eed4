"""What can happen to a job in SLURM: the state of the records after it, what a person reads, and the next run."""

import json
import re
import signal
import subprocess
from collections.abc import Iterator

import pytest
from tests.slurm.cluster import Cluster, wait_until
from tests.slurm.conftest import Sweep

HUNGRY = """\
import sys, time
n, seconds = int(sys.argv[1]), float(sys.argv[2])
held = bytearray(500 << 20) if n == 20 else b""
print(f"READY n={n} done=0", flush=True)
time.sleep(seconds)
print(f"DONE n={n}", flush=True)
"""
CELLS = {f"{name}-tasks {n} 1" for name in ("alpha", "beta") for n in (1, 20)}
BY_N = ("--groups", "measure_run=cells_{machine}_{n}", "--group-components", "cells_{machine}_{n}=20")


def assert_all_measured_once(sweep: Sweep, cells: set[str]) -> None:
    assert {name: record["verdict"] for name, record in sweep.records().items()} == dict.fromkeys(cells, "ok")
    assert sweep.times_measured() == dict.fromkeys(cells, 1)
    assert not sweep.set_aside()


def one_n(repeats: int) -> set[str]:
    return {f"{name}-tasks 1 {repeat}" for name in ("alpha", "beta") for repeat in range(1, repeats + 1)}


def test_what_a_cancelled_batch_had_measured_is_kept_and_not_measured_again(sweep: Sweep, cluster: Cluster) -> None:
    sweep.configure(tasks=[1], repeats=3, sleep_seconds=1)
    process = sweep.start(*BY_N)
    sweep.wait_for_cells(2, process)
    (job,) = cluster.queue()
    assert len([line for line in cluster.processes() if re.match(r"\S*python\S* scripts/measure_program\.py ", line)]) <= 1, "one at a time"
    subprocess.run(["scancel", str(job)], check=True)
    printed = sweep.finish(process, exit_code=1)
    kept = len(sweep.set_aside())
    assert f"Job {job} of measure_run: CANCELLED in SLURM: it was cancelled on n" in printed
    assert f"{kept} of its 6 cells had been measured: they are kept." in printed
    assert "The same command goes on from here." in printed
    assert 2 <= kept < 6
    assert not sweep.records(), "Snakemake removes what the whole batch made"
    printed = sweep.run(*BY_N)
    assert "[6/6] " in printed
    assert_all_measured_once(sweep, one_n(3))


def test_a_program_that_needs_more_than_its_job_has_leaves_a_record_that_says_so(sweep: Sweep) -> None:
    sweep.project.write("programs/alpha/tasks/main.py", HUNGRY)
    sweep.run()
    records = sweep.records()
    assert {name for name, record in records.items() if record["verdict"] == "ok"} == CELLS - {"alpha-tasks 20 1"}
    hungry = records["alpha-tasks 20 1"]
    assert (hungry["verdict"], hungry["memory_limit_bytes"]) == ("oom", 300 << 20)
    assert hungry["reason"].endswith("its job had 300 MiB for it, mem_mb for measure_run in the cluster's profile asks for more")
    assert "Nothing to be done" in sweep.run()


def test_a_lost_node_costs_its_own_cells_only_and_the_next_run_measures_them(sweep: Sweep, cluster: Cluster) -> None:
    sweep.configure(sleep_seconds=3)
    process = sweep.start()
    sweep.wait_for_cells(1, process)
    host = json.loads(sweep.set_aside()[0].read_text())["record"]["host"]  # the other cell of its batch takes three seconds more
    cluster.kill_node(host["slurm_node"])
    printed = sweep.finish(process, exit_code=1)
    assert f"Job {host['slurm_job_id']} of measure_run: NODE_FAIL in SLURM: its node was lost on {host['slurm_node']}." in printed
    assert "1 of its 2 cells had been measured: they are kept." in printed
    assert len(sweep.records()) == 2, "those of the other node"
    cluster.start_node(host["slurm_node"])
    sweep.run()
    assert_all_measured_once(sweep, CELLS)


@pytest.fixture
def drained_node(cluster: Cluster) -> Iterator[str]:
    subprocess.run(["scontrol", "update", "nodename=n2", "state=drain", "reason=test"], check=True)
    yield "n2"
    subprocess.run(["scontrol", "update", "nodename=n2", "state=resume"], check=False)


def test_jobs_that_no_node_can_take_are_named_while_they_wait(sweep: Sweep, drained_node: str) -> None:
    # The class keeps the folder `here`, in which the programs are built.
    sweep.configure(machine=None, machines={"here": {"constraint": "cpub"}}, tasks=[1])
    process = sweep.start()
    told = "Every node of that kind is down, drained or reserved: sinfo -R says why. They start when one is back."
    wait_until(lambda: told in sweep.output.read_text() or process.poll() is not None, "the person is told", 90)
    subprocess.run(["scontrol", "update", f"nodename={drained_node}", "state=resume"], check=True)
    printed = sweep.finish(process)
    assert told in printed
    assert_all_measured_once(sweep, one_n(1))


@pytest.mark.parametrize(
    ("line", "instead", "said", "advice"),
    [
        ("slurm_partition: bench", "slurm_partition: nosuch", "invalid partition specified: nosuch", "Name a partition"),
        ("mem_mb: 600", "mem_mb: 99000", "node configuration is not available", "No node has what is asked for"),
        ("--exclusive", "--nice", "slurm_extra has no --exclusive", "other jobs would run beside a measurement"),
    ],
)
def test_what_cannot_become_a_measurement_is_said_before_anything_begins(
    sweep: Sweep, line: str, instead: str, said: str, advice: str
) -> None:
    sweep.fill_in({line: instead} if line.startswith("slurm") or line[0] == "m" else {f"\"'{line}'\"": f"\"'{instead}'\""})
    printed = sweep.run(exit_code=2)
    (line,) = [line for line in printed.splitlines() if said in line]
    assert advice in line
    assert "Traceback" not in printed
    assert not sweep.records()
    assert not sweep.times_measured()


def test_an_interrupted_run_ends_its_jobs_and_is_gone_on_with(sweep: Sweep, cluster: Cluster) -> None:
    sweep.configure(tasks=[1], repeats=3, sleep_seconds=1)
    process = sweep.start(*BY_N)
    sweep.wait_for_cells(2, process)
    process.send_signal(signal.SIGINT)
    printed = sweep.finish(process, exit_code=1)
    assert "measured is kept. The same command goes on from here." in printed
    sweep.run(*BY_N)
    assert_all_measured_once(sweep, one_n(3))


def test_the_jobs_of_a_killed_run_are_ended_by_the_next_and_their_cells_taken_over(sweep: Sweep, cluster: Cluster) -> None:
    sweep.configure(tasks=[1], repeats=3, sleep_seconds=1)
    process = sweep.start(*BY_N)
    sweep.wait_for_cells(2, process)
    process.kill()
    process.wait()
    (job,) = cluster.queue()
    printed = sweep.run(*BY_N)
    assert f"A run that was killed had left jobs in SLURM ({job}): cancelled; what they had measured is kept." in printed
    assert_all_measured_once(sweep, one_n(3))
