"""What is asked of SLURM before the first submission, and which of its answers end a run."""

import pytest

from glue.cluster import trial_jobs as asking
from glue.cluster.trial_jobs import asking_command, beside_others, try_to_submit

COMMAND = ("sbatch", "--test-only", "--ntasks=1", "--wrap=true")
UNAVAILABLE = "allocation failure: Requested node configuration is not available"


def test_slurm_is_asked_for_what_the_job_would_ask_for() -> None:
    resources = {
        "slurm_partition": "long",
        "constraint": "epyc",
        "mem_mb": 600,
        "runtime": 5,
        "cpus_per_task": -1,
        "slurm_extra": "--exclusive",
    }
    expected = "sbatch --test-only --ntasks=1 --partition=long --constraint=epyc --mem=600 --time=5 --exclusive --wrap=true"
    assert " ".join(asking_command(resources, 1)) == expected
    assert " ".join(asking_command({}, 2)) == "sbatch --test-only --ntasks=1 --cpus-per-task=2 --wrap=true"


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        pytest.param([(True, "Job 1 to start at ...")], None, id="taken"),
        pytest.param(
            [(False, "sbatch: error: invalid partition specified: x")], "sbatch: error: invalid partition specified: x", id="never"
        ),
        pytest.param([(False, "allocation failure: Requested nodes are busy")], None, id="a matter of time"),
        pytest.param(
            [(False, UNAVAILABLE), (True, "12;here"), (True, "")], None, id="only drained: a job is taken, waits, and is withdrawn"
        ),
        pytest.param([(False, UNAVAILABLE), (False, "sbatch: error: no")], "sbatch: error: no", id="no such node: a job is refused too"),
    ],
)
def test_only_what_no_waiting_mends_is_a_refusal(
    monkeypatch: pytest.MonkeyPatch, answers: list[tuple[bool, str]], expected: str | None
) -> None:
    asked: list[tuple[str, ...]] = []
    given = iter(answers)
    monkeypatch.setattr(asking, "_ask", lambda *command: (asked.append(command), next(given))[1])
    assert try_to_submit(COMMAND) == expected
    assert next(given, None) is None
    if len(asked) == 3:
        assert asked[-1] == ("scancel", "12")


class Unit:
    def __init__(self, rule: str, **resources: str) -> None:
        self.rules = {rule}
        self.resources = resources


def test_a_measurement_that_would_share_its_node_is_refused() -> None:
    alone, builds = Unit("measure_run", slurm_extra="--exclusive"), Unit("compile_program")
    assert beside_others([alone, builds]) is None
    assert "no --exclusive" in (beside_others([alone, Unit("measure_run")]) or "")
