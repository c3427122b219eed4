"""What is printed while jobs are elsewhere, and what is read from Snakemake's own messages."""

import json
import logging
from pathlib import Path

import synthetic_sweep
from glue.cluster.slurm import Job
from glue.cluster.submissions import Submission, Submissions
from glue.cluster.watching import Watch

RECORD = {**synthetic_sweep.cell_record("go-goroutines", 1, 1), "verdict": "unsupported", "reason": "no room"}


def message(text: str) -> logging.LogRecord:
    return logging.LogRecord("snakemake.logging", logging.INFO, __file__, 1, text, None, None)


def test_a_cell_is_told_once_when_its_record_is_new(tmp_path: Path) -> None:
    old, new = tmp_path / "repeat=1.json", tmp_path / "repeat=2.json"
    old.write_text(json.dumps(RECORD))
    said: list[str] = []
    watch = Watch([old, new], list, said.append)
    watch.look_at_cells()
    assert said == []
    new.write_text("{")
    watch.look_at_cells()
    assert said == [], "not yet whole"
    new.write_text(json.dumps({**RECORD, "repeat": 2}))
    watch.look_at_cells()
    watch.look_at_cells()
    assert said == ["[1/2] go-goroutines  N=1  repeat 2: unsupported, no room"]


def test_a_missing_toolchain_is_told_once_and_not_for_each_of_its_cells(tmp_path: Path) -> None:
    paths = [tmp_path / f"repeat={repeat}.json" for repeat in (1, 2, 3)]
    said: list[str] = []
    watch = Watch(paths, list, said.append)
    for path, variant in zip(
        paths, ("java-graalvm-virtual-threads", "java-graalvm-virtual-threads", "java-graalvm-native-image"), strict=True
    ):
        path.write_text(json.dumps(synthetic_sweep.cell_record(variant, 1, 1)))
    watch.look_at_cells()
    assert [line.split()[1] for line in said] == ["java-graalvm-virtual-threads", "java-graalvm-native-image"]


def test_what_keeps_jobs_waiting_is_told_again_only_when_it_changes(tmp_path: Path) -> None:
    said: list[str] = []
    queue = [Job("1", "PENDING", "ReqNodeNotAvail, UnavailableNodes:n2")]
    watch = Watch([], lambda: queue, said.append)
    for _ in range(3):
        watch.look_at_queue()
    assert len(said) == 1
    queue.clear()
    watch.look_at_queue()
    queue.append(Job("1", "PENDING", "ReqNodeNotAvail, UnavailableNodes:n2"))
    watch.look_at_queue()
    assert len(said) == 2


def test_submissions_are_read_from_what_snakemake_logs() -> None:
    submissions = Submissions()
    submissions.emit(message("Job a1-b2 has been submitted with SLURM jobid 12 (log: /a copy's folder/12.log)."))
    submissions.emit(message("Job 3 has been forgotten"))
    assert submissions.by_job == {"a1-b2": Submission("12", "/a copy's folder/12.log")}
