"""Why a program is not run at one N at all: decided before anything is started."""

from dataclasses import dataclass

from meter.limits import Limit
from workloads.vocabulary import OS_THREAD

OWN_LIMIT = "os_thread_limit"  # a setting of this workflow: what it holds back says nothing about the machine


@dataclass(frozen=True, slots=True)
class Refusal:
    """The verdict of the cell's row, its reason in words, and the limit, where it was one."""

    verdict: str
    reason: str
    limit: Limit | None = None


def missing_toolchain(reason: str | None) -> Refusal:
    """What stands in the place of a program that could not be built here."""
    return Refusal("toolchain_missing", reason or "")


def too_many_threads(primitive: str, n: int, os_thread_limit: int | None) -> Refusal | None:
    """Whether N OS threads are more than the configuration allows."""
    if primitive != OS_THREAD or os_thread_limit is None or n <= os_thread_limit:
        return None
    reason = (
        f"{n:,} OS threads are more than the limit of {os_thread_limit:,} ({OWN_LIMIT} in the configuration): "
        "a machine at its limit of threads locks everybody out"
    )
    return Refusal("unsupported", reason, Limit(OWN_LIMIT, os_thread_limit, "configuration"))
