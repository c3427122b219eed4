"""How a job is put to each scheduler, and what is read from its answers."""

import json
from typing import Any

import pytest

from glue.cluster.schedulers import Ask, job_id, read_ask, state, submit_command

ASK = Ask("cells_here_1_1", 600, 125, 1, exclusive=True, constraint="epyc", options=("-q", "long"))


def script(**properties: Any) -> str:
    return f"#!/bin/sh\n# properties = {json.dumps(properties)}\nsnakemake ...\n"


def test_a_job_script_says_what_its_job_asks_for() -> None:
    resources = {"mem_mb": 600, "runtime": 125, "exclusive": 1, "constraint": "epyc", "scheduler_options": "-q long"}
    assert read_ask(script(type="group", groupid="cells_here_1_1", threads=1, resources=resources)) == ASK
    alone = read_ask(script(rule="find_toolchain", threads=2, resources={"mem_mb": 400, "runtime": 5}))
    assert alone == Ask("find_toolchain", 400, 5, 2, exclusive=False, constraint=None, options=())
    with pytest.raises(ValueError, match="properties"):
        read_ask("#!/bin/sh\n")


@pytest.mark.parametrize(
    ("scheduler", "expected"),
    [
        (
            "slurm",
            "sbatch --parsable --no-requeue --job-name=cells_here_1_1 --output=LOG --mem=600 --time=125 --exclusive "
            "--constraint=epyc -q long",
        ),
        (
            "pbs",
            "qsub -r n -V -N cells_here_1_1 -j oe -o LOG -l walltime=02:05:00 -l select=1:ncpus=1:mem=600mb:epyc=True "
            "-l place=excl -q long",
        ),
        (
            "lsf",
            "bsub -rn -J cells_here_1_1 -o LOG -W 125 -M 600MB -n 1 -R rusage[mem=600MB] span[hosts=1] -R select[epyc] -x -q long",
        ),
        (
            "sge",
            "qsub -terse -r n -cwd -V -N cells_here_1_1 -j y -o LOG -l h_rt=02:05:00 -l h_vmem=600M -l epyc -l exclusive=true -q long",
        ),
    ],
)
def test_each_scheduler_is_asked_for_the_same(scheduler: str, expected: str) -> None:
    assert " ".join(submit_command(scheduler, ASK, "LOG")) == expected


@pytest.mark.parametrize(
    ("scheduler", "answer", "expected"),
    [
        ("slurm", "12\n", "12"),
        ("slurm", "12;cluster\n", "12"),
        ("pbs", "12.server\n", "12.server"),
        ("lsf", "Job <12> is submitted to queue <normal>.\n", "12"),
        ("sge", "12\n", "12"),
    ],
)
def test_the_id_of_a_job_is_found_in_the_answer(scheduler: str, answer: str, expected: str) -> None:
    assert job_id(scheduler, answer) == expected


@pytest.mark.parametrize(
    ("scheduler", "answer", "expected"),
    [
        ("slurm", "JobId=1 JobName=x JobState=COMPLETED Reason=None", "success"),
        ("slurm", "JobId=1 JobName=x JobState=COMPLETING Reason=None", "running"),
        ("slurm", "JobId=1 JobName=x JobState=NODE_FAIL Reason=None", "failed"),
        ("slurm", "", "running"),
        ("pbs", "Job Id: 1\n    job_state = R\n", "running"),
        ("pbs", "Job Id: 1\n    job_state = F\n    Exit_status = 0\n", "success"),
        ("pbs", "Job Id: 1\n    job_state = F\n    Exit_status = 271\n", "failed"),
        ("lsf", "PEND -\n", "running"),
        ("lsf", "DONE -\n", "success"),
        ("lsf", "EXIT 130\n", "failed"),
        ("sge", "running\n", "running"),
        ("sge", "jobnumber 1\nfailed       0\nexit_status  0\n", "success"),
        ("sge", "jobnumber 1\nfailed       0\nexit_status  137\n", "failed"),
        ("sge", "jobnumber 1\nfailed       100 : assumedly after job\nexit_status  0\n", "failed"),
    ],
)
def test_the_state_of_a_job_is_read_from_the_answer(scheduler: str, answer: str, expected: str) -> None:
    assert state(scheduler, answer) == expected
