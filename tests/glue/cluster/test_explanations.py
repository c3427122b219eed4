"""What a person reads when something went wrong with a job in SLURM."""

import pytest

from glue.cluster.cluster_run import Failed, lines_of
from glue.cluster.explanations import explain, explain_refusal, explain_waiting
from glue.cluster.slurm import Job, parse_queue
from glue.cluster.submissions import Submission
from glue.cluster.watching import waiting_lines


@pytest.mark.parametrize(
    ("state", "log", "expected"),
    [
        pytest.param("CANCELLED", "", "it was cancelled on n1 (scancel, or an administrator).", id="scancel"),
        pytest.param(
            "CANCELLED",
            "slurmstepd: error: JobId=3 StepId=0 exceeded memory limit (900 > 600), being killed",
            "it needed more memory than it had asked for on n1. Ask for more: mem_mb for measure_run in profiles/slurm/profile.yaml.",
            id="memory, where SLURM looks by itself",
        ),
        pytest.param(
            "FAILED",
            "slurmstepd: error: Detected 1 oom-kill event(s) in StepId=3.0.",
            "it needed more memory than it had asked for on n1. Ask for more: mem_mb for measure_run in profiles/slurm/profile.yaml.",
            id="memory, where the kernel does",
        ),
        pytest.param(
            "TIMEOUT",
            "",
            "it took longer than it had asked for on n1. Ask for more: runtime for measure_run in profiles/slurm/profile.yaml.",
            id="time",
        ),
        pytest.param("NODE_FAIL", "", "its node was lost on n1. SLURM gives it to another one in the next run.", id="a lost node"),
        pytest.param("FAILED", "Error in rule measure_run", "", id="a plain failure: its own log says why"),
    ],
)
def test_each_end_of_a_job_has_its_sentence(state: str, log: str, expected: str) -> None:
    assert explain(state, "n1", log, "measure_run") == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("sbatch: error: invalid partition specified: nosuch", "Name a partition"),
        ("sbatch: error: Batch job submission failed: Invalid account or account/partition combination specified", "Name a"),
        ("sbatch: error: Batch job submission failed: Requested node configuration is not available", "No node has what is asked for"),
        ("sbatch: error: Batch job submission failed: Invalid feature specification", "No node has what is asked for"),
        ("sbatch: error: Memory specification can not be satisfied", "Ask for less memory"),
        ("sbatch: error: Requested time limit is invalid (missing or exceeds some limit)", "Ask for less time"),
        ("sbatch: error: something new", "The settings for SLURM stand in"),
    ],
)
def test_each_refusal_has_its_way_out(message: str, expected: str) -> None:
    assert explain_refusal(message).startswith(expected)


def test_only_what_waits_for_a_person_is_told() -> None:
    assert explain_waiting("Resources") == ""
    assert explain_waiting("Priority") == ""
    assert explain_waiting("PartitionTimeLimit").startswith("PartitionTimeLimit. They ask for more time")
    drained = "ReqNodeNotAvail, UnavailableNodes:n2"
    queue = [Job("1", "PENDING", "Resources"), Job("2", "PENDING", drained), Job("3", "PENDING", drained), Job("4", "RUNNING", "n1")]
    (line,) = waiting_lines(queue)
    assert line.startswith(f"2 jobs waiting in SLURM: {drained}. Every node of that kind is down, drained or reserved")


def test_the_queue_is_read_whatever_stands_in_it() -> None:
    waiting = "(Nodes required for job are DOWN, DRAINED)"
    text = f"12|RUNNING|n1|n1|rule_all|/shared/me/a copy's folder|b\n13|PENDING|{waiting}||(null)|/shared/me\nnonsense\n"
    assert parse_queue(text) == [
        Job("12", "RUNNING", "n1", "n1", "rule_all", "/shared/me/a copy's folder|b"),
        Job("13", "PENDING", "Nodes required for job are DOWN, DRAINED", "", "(null)", "/shared/me"),
    ]


def test_a_batch_tells_how_many_of_its_cells_were_measured_and_names_a_few_that_were_not() -> None:
    jobs = [("measure_run", {"machine": "here", "variant": "go-goroutines", "repeat": str(repeat)}, []) for repeat in range(1, 8)]
    failed = Failed("uuid", "measure_run", jobs, measured=13)
    lines = lines_of(failed, Submission("12", "/logs/12.log"), {"12": Job("12", "CANCELLED", "", "n1")})
    assert (
        lines[0]
        == "Job 12 of measure_run: CANCELLED in SLURM: it was cancelled on n1 (scancel, or an administrator). Its log: /logs/12.log"
    )
    assert lines[1] == "    13 of its 20 cells had been measured: they are kept."
    assert sum(line.startswith("Failed: ") for line in lines) == 5
    assert lines[-1] == "    and 2 more of the same job."


def test_a_job_that_slurm_has_forgotten_is_still_told() -> None:
    lines = lines_of(Failed("7", "find_toolchain", [], 0), Submission("12", "/logs/12.log"), {})
    assert lines == ["Job 12 of find_toolchain: failed in SLURM, which no longer knows it. Its log: /logs/12.log"]
