"""The workloads by name. A new one is a module of this package and a line here."""

from collections.abc import Mapping

from common.command_line import UserError
from workloads import sleep
from workloads.workload import Workload

WORKLOADS: Mapping[str, Workload] = {workload.name: workload for workload in (sleep.WORKLOAD,)}
FIRST = sleep.WORKLOAD.name  # of records that were written before they named their workload


def workload_of(name: str) -> Workload:
    """A workload by its name. UserError for one that there is not."""
    try:
        return WORKLOADS[name]
    except KeyError:
        raise UserError(f"{name}: no such workload; there are {', '.join(WORKLOADS)}") from None
