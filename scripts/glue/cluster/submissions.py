"""Which of Snakemake's jobs is which job in SLURM, and its log there: read from what Snakemake logs."""

import logging
import re
from dataclasses import dataclass, field

from glue.snakemake_names import listen_to_messages

SUBMITTED = re.compile(r"Job (\S+) has been submitted with SLURM jobid (\d+) \(log: (.*)\)\.\s*$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Submission:
    """A job in SLURM and its log."""

    slurm_job: str
    log: str


@dataclass
class Submissions(logging.Handler):
    """Listens to Snakemake's own messages. `by_job`: the newest submission of a job, by Snakemake's id of it."""

    by_job: dict[str, Submission] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()

    def __hash__(self) -> int:
        return id(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Note what a message says of a submission."""
        found = SUBMITTED.match(record.getMessage())
        if found:
            self.by_job[found[1]] = Submission(found[2], found[3])


def listen() -> Submissions:
    """Listen from now on."""
    handler = Submissions()
    listen_to_messages(handler)
    return handler
