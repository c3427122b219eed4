"""What SLURM says of jobs (squeue, scontrol), as values; and their cancelling."""

import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

ENDED = frozenset({"BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "TIMEOUT"})
FORMAT = "%i|%T|%R|%N|%k|%Z"  # id, state, reason or node list, node list, comment, working directory
CANCEL_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Job:
    """A job as squeue shows it. `reason`: why it waits, such as Resources; of one that runs, its nodes."""

    id: str
    state: str
    reason: str = ""
    nodes: str = ""
    comment: str = ""  # of Snakemake's plugin: rule_ and what the job is
    folder: str = ""

    @property
    def over(self) -> bool:
        """Whether nothing of it runs any more."""
        return self.state in ENDED


def parse_queue(text: str) -> list[Job]:
    """The jobs of squeue's output in FORMAT."""
    rows = [[part.strip() for part in line.split("|", 5)] for line in text.splitlines()]
    return [Job(row[0], row[1], row[2].strip("()"), *row[3:]) for row in rows if len(row) == 6]


def _ask(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def my_jobs() -> list[Job]:
    """All my jobs that SLURM still knows, those that are over among them. Empty when it does not answer."""
    return parse_queue(_ask("squeue", "--noheader", "--me", "--states=all", f"--format={FORMAT}"))


def left_behind(folder: Path) -> list[Job]:
    """The jobs of a run of this workflow in `folder` that are not over. While no other run goes on there, nobody waits for them."""
    return [job for job in my_jobs() if job.folder == str(folder) and job.comment.startswith("rule_") and not job.over]


def cancel_left_behind(folder: Path) -> list[str]:
    """Cancel the jobs of a run that was killed, and wait for their end. Returns their ids."""
    found = [job.id for job in left_behind(folder)]
    if found:
        _ask("scancel", *found)
        deadline = time.monotonic() + CANCEL_SECONDS
        while left_behind(folder) and time.monotonic() < deadline:
            time.sleep(0.5)
    return found
