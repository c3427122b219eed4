"""A run of the workflow on a cluster, from before its first submission to what is said of it at the end."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from glue.cluster import slurm
from glue.cluster.explanations import explain
from glue.cluster.submissions import Submission, Submissions, listen
from glue.cluster.trial_jobs import words_about
from glue.cluster.watching import Watch
from glue.snakemake_names import executor_name, members_of, rule_of
from records.unconfirmed import place_of
from view.ending import failure_lines

MOST_NAMED = 5


@dataclass(frozen=True, slots=True, eq=False)
class Failed:
    """What was submitted as one and failed: its jobs as (rule, wildcards, logs), how many of its cells were measured before that."""

    id: str
    rule: str
    jobs: Sequence[tuple[str, dict[str, str], list[Path]]]
    measured: int


def failed_submission(unit: Any) -> Failed:
    """What is to be said of one of Snakemake's failed jobs, or groups of jobs."""
    members = members_of(unit)
    lost = [job for job in members if not (rule_of(job) == "measure_run" and place_of(Path(job.output[0])).exists())]
    jobs = [(rule_of(job), dict(job.wildcards_dict), [Path(log) for log in job.log]) for job in lost]
    return Failed(str(unit.jobid), rule_of(members[0]), jobs, len(members) - len(lost))


def _text(path: str) -> str:
    try:
        return Path(path).read_text(errors="replace")
    except OSError:
        return ""


def lines_of(failed: Failed, submission: Submission | None, states: dict[str, slurm.Job]) -> list[str]:
    """What happened to a submission, which of its jobs that cost, and the end of their logs."""
    lines = []
    if submission is not None:
        job = states.get(submission.slurm_job)
        why = explain(job.state, job.nodes, _text(submission.log), failed.rule) if job else ""
        what = f"{job.state} in SLURM" if job else "failed in SLURM, which no longer knows it"
        lines.append(f"Job {submission.slurm_job} of {failed.rule}: {what}{f': {why}' if why else '.'} Its log: {submission.log}")
    if failed.measured:
        lines.append(f"    {failed.measured} of its {failed.measured + len(failed.jobs)} cells had been measured: they are kept.")
    lines += failure_lines(failed.jobs[:MOST_NAMED])
    if len(failed.jobs) > MOST_NAMED:
        lines.append(f"    and {len(failed.jobs) - MOST_NAMED} more of the same job.")
    return lines


@dataclass
class ClusterRun:
    """Begun before the first submission."""

    submissions: Submissions = field(default_factory=listen)
    watch: Watch | None = None
    in_slurm: bool = False

    def begin(self, snakemake_workflow: Any, jobs: Iterable[Any]) -> None:
        """End what a killed run has left in SLURM, then look at what becomes of these jobs. Prints."""
        planned = list(jobs)
        self.in_slurm = executor_name(snakemake_workflow) == "slurm"
        if self.in_slurm:
            ended = slurm.cancel_left_behind(Path.cwd())
            if ended:
                print(
                    f"A run that was killed had left jobs in SLURM ({', '.join(ended)}): cancelled; what they had measured is kept.",
                    flush=True,
                )
        records = [Path(job.output[0]) for job in planned if rule_of(job) == "measure_run"]
        self.watch = Watch(records, slurm.my_jobs if self.in_slurm else list, lambda line: print(line, flush=True)).start()

    def end(self) -> None:
        """The last lines of what was measured."""
        if self.watch is not None:
            self.watch.stop()

    def failures(self, units: Iterable[Any]) -> list[str]:
        """What is to be said of Snakemake's failed jobs and groups."""
        failed = {failed_submission(unit): unit for unit in units}
        states = {job.id: job for job in slurm.my_jobs()} if self.submissions.by_job else {}
        refused = [each for each, unit in failed.items() if self.in_slurm and not unit.is_local and each.id not in self.submissions.by_job]
        words = Counter(words_about(failed[each]) for each in refused)
        lines = [f"SLURM took no job for {count} of those that were to go to it: {said}" for said, count in words.items()]
        for each in failed:
            if each not in refused:
                lines += lines_of(each, self.submissions.by_job.get(each.id), states)
        return lines
