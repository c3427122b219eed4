"""Which measured cells Snakemake has accepted: only those are forgotten, so that nothing is measured twice; what is asked for anew, is."""

from pathlib import Path
from typing import Any

from records.unconfirmed import forget, place_of

RULE = "measure_run"


def set_aside_jobs(snakemake_workflow: Any) -> dict[Path, Any]:
    """The jobs of this run's cells that lie aside, by the place where they lie. `snakemake_workflow`: Snakemake's own object."""
    cells = {place_of(Path(job.output[0])): job for job in snakemake_workflow.dag.jobs if job.rule.name == RULE}
    return {place: job for place, job in cells.items() if place.exists()}


def forget_before(snakemake_workflow: Any) -> None:
    """Before a run: forget the cells whose record was accepted, also where it is stale or to be made again.

    Not accepted are a record that is gone, and one that Snakemake has marked as incomplete: the run was killed before it looked.
    """
    dag, persistence = snakemake_workflow.dag, snakemake_workflow.persistence
    for place, job in set_aside_jobs(snakemake_workflow).items():
        there = all(Path(output).exists() for output in job.output)
        if not dag.needrun(job) or (there and not snakemake_workflow.async_run(persistence.incomplete(job))):
            forget(place)


def forget_after(snakemake_workflow: Any) -> None:
    """After a run: forget the cells that were accepted in it."""
    for place, job in set_aside_jobs(snakemake_workflow).items():
        if snakemake_workflow.dag.finished(job):
            forget(place)
