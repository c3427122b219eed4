"""Which measured cells Snakemake has accepted: only those are forgotten, so that nothing is measured twice; what is asked for anew, is."""

from pathlib import Path
from typing import Any

from glue.snakemake_names import all_jobs, is_finished, is_incomplete, is_planned, rule_of
from records.unconfirmed import forget, place_of

RULE = "measure_run"


def set_aside_jobs(snakemake_workflow: Any) -> dict[Path, Any]:
    """The jobs of this run's cells that lie aside, by the place where they lie. `snakemake_workflow`: Snakemake's own object."""
    cells = {place_of(Path(job.output[0])): job for job in all_jobs(snakemake_workflow) if rule_of(job) == RULE}
    return {place: job for place, job in cells.items() if place.exists()}


def forget_before(snakemake_workflow: Any) -> None:
    """Before a run: forget the cells whose record was accepted, also where it is stale or to be made again.

    Not accepted are a record that is gone, and one that Snakemake has marked as incomplete: the run was killed before it looked.
    """
    for place, job in set_aside_jobs(snakemake_workflow).items():
        there = all(Path(output).exists() for output in job.output)
        if not is_planned(snakemake_workflow, job) or (there and not is_incomplete(snakemake_workflow, job)):
            forget(place)


def forget_after(snakemake_workflow: Any) -> None:
    """After a run: forget the cells that were accepted in it."""
    for place, job in set_aside_jobs(snakemake_workflow).items():
        if is_finished(snakemake_workflow, job):
            forget(place)
