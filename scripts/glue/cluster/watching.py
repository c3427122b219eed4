"""While jobs are with the scheduler: a line for each cell that has been measured, and for what keeps jobs from starting."""

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from common.command_line import UserError
from glue.cluster.explanations import explain_waiting
from glue.cluster.slurm import Job, my_jobs
from records.reader import MEASURE_AGAIN, read_record
from view.console import cell_line

LOOK_SECONDS = 5.0
NO_FILE = -1
MISSING = "toolchain_missing"  # said once a toolchain: each of its cells has the same reason


def waiting_lines(jobs: Iterable[Job]) -> list[str]:
    """A line for each reason for which jobs wait and somebody has to do something."""
    reasons = Counter(job.reason for job in jobs if job.state == "PENDING")
    told = {reason: explain_waiting(reason) for reason in reasons}
    return [f"{count} job{'s' if count > 1 else ''} waiting in SLURM: {told[reason]}" for reason, count in reasons.items() if told[reason]]


def _written_at(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return NO_FILE


class Watch:
    """A thread that looks at the records of the planned cells, and at the queue."""

    def __init__(self, records: Iterable[Path], queue: Callable[[], list[Job]] = my_jobs, say: Callable[[str], None] = print) -> None:
        self.open = {path: _written_at(path) for path in records}
        self.total = len(self.open)
        self.queue = queue
        self.say = say
        self.told: list[str] = []
        self.missing: set[str] = set()  # toolchains that were told to be missing
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True, name="watching the cells")

    def start(self) -> "Watch":
        """Begin to look."""
        self.thread.start()
        return self

    def stop(self) -> None:
        """A last look at the cells, then no more."""
        self.over.set()
        self.thread.join(60)
        self.look_at_cells()

    def _run(self) -> None:
        while not self.over.wait(LOOK_SECONDS):
            self.look_at_cells()
            self.look_at_queue()

    def look_at_cells(self) -> None:
        """Say each cell whose record is new."""
        for path, before in list(self.open.items()):
            if _written_at(path) in {before, NO_FILE}:
                continue
            with contextlib.suppress(OSError, UserError):  # not yet seen whole on this machine: the next look will
                record = read_record(path, MEASURE_AGAIN)
                line, toolchain = cell_line(record), record.get("toolchain", {}).get("id", "")
                del self.open[path]
                if record["verdict"] != MISSING or toolchain not in self.missing:
                    self.say(f"[{self.total - len(self.open)}/{self.total}] {line}")
                self.missing |= {toolchain} if record["verdict"] == MISSING else set()

    def look_at_queue(self) -> None:
        """Say why jobs cannot start, once, and again when that changes."""
        lines = waiting_lines(self.queue())
        if lines != self.told:
            self.told = lines
            for line in lines:
                self.say(line)
