"""Measures a built program at one cell: the attempts that it takes, and the record of what they came to."""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from common.folders import PROJECT
from common.units import MIB
from meter.host import describe_host
from meter.limits import limit_fields
from meter.machine_lock import machine_lock
from meter.observed import Observed
from meter.record import build_record
from meter.request import Request
from meter.run import measure
from meter.sample import Series
from programs.refusal import Refusal, missing_toolchain, too_many_threads
from programs.warming import note_warm, warm_is_needed
from records.cell import Cell, identity_fields
from workloads.catalogue import workload_of
from workloads.tasks import Tasks
from workloads.workload import Asked, Workload

ATTEMPT_FIELDS = ("verdict", "reason", "flags", "peak_bytes", "ready_seconds", "ready_done", "wall_seconds")
# Whose a limit is that the meter only knows as asked for.
WHOSE = {"timeout_seconds": "configuration", "memory_limit_bytes": "scheduler"}


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked of one cell. `longer`: further amounts; seconds; MiB; where the samples over time go."""

    cell: Cell
    longer: tuple[str, ...]
    timeout_seconds: float
    os_thread_limit: int | None
    memory_limit_mib: int | None
    series: Path

    @property
    def workload(self) -> Workload:
        """What each task does."""
        return workload_of(self.cell.workload)

    def amounts(self) -> Sequence[str]:
        """The amounts to try, in turn."""
        return self.workload.amounts_in_turn(Asked(self.cell.workload, self.cell.amount, self.longer))


def measured_cell(manifest: Mapping[str, Any], order: Order, build: Path) -> dict[str, Any]:
    """Measure the cell, or say why not; the record. `build`: the program's folder. Writes the samples over time."""
    refusal = why_not(manifest, order)
    if refusal is None:
        attempts = measure_cell(manifest, order, build)
    else:
        attempts = [(order.cell.amount, unmeasured(manifest, refusal, order))]
        order.series.parent.mkdir(parents=True, exist_ok=True)
        order.series.write_text(Series().csv(), encoding="utf-8")
    return cell_record(manifest, order, attempts)


def why_not(manifest: Mapping[str, Any], order: Order) -> Refusal | None:
    """Why a cell is not to be run at all, or None."""
    if manifest["status"] != "built":
        return missing_toolchain(manifest["reason"])
    return too_many_threads(manifest["primitive"], order.cell.n, order.os_thread_limit)


def request_for(manifest: Mapping[str, Any], n: int, amount: str, order: Order) -> Request:
    """One run of the program."""
    workload = order.workload
    folders = [str(PROJECT / folder) for folder in manifest["path"].split(os.pathsep)]
    return Request(
        command=(*manifest["program"]["run"], *workload.arguments(n, amount)),
        promise=workload.promise(Tasks(n, manifest["primitive"]), amount),
        timeout_seconds=workload.over_after_seconds(amount) + order.timeout_seconds,
        environment=manifest["environment"],
        path=os.pathsep.join(folders),
        tags={"variant": manifest["variant"]},
        series_path=order.series,
        mappings_per_thread=manifest["mappings_per_thread"],
        memory_limit_bytes=None if order.memory_limit_mib is None else order.memory_limit_mib * MIB,
    )


def unmeasured(manifest: Mapping[str, Any], refusal: Refusal, order: Order) -> dict[str, Any]:
    """The record of a cell that was not run: every measured field is null."""
    run = manifest["program"]["run"] or [manifest["variant"]]
    request = request_for({**manifest, "program": {"run": run}}, order.cell.n, order.cell.amount, order)
    observed = Observed(
        environment={},
        host=describe_host(run[0], manifest["environment"]),
        contract=request.promise.begin(),
        unsupported=refusal.reason,
        limit=refusal.limit,
    )
    return {**build_record(request, observed), "verdict": refusal.verdict}


def measure_cell(manifest: Mapping[str, Any], order: Order, build: Path) -> list[tuple[str, dict[str, Any]]]:
    """Amount and record of each attempt, the one that counts last. Warms the caches first where no run of this program has yet."""
    attempts: list[tuple[str, dict[str, Any]]] = []
    with machine_lock():
        if warm_is_needed(build):
            warm_up = measure(request_for(manifest, 1, order.workload.warm_amount, order))
            print(f"warm-up: {warm_up['verdict']} in {warm_up['wall_seconds']} s", file=sys.stderr)
            if warm_up["verdict"] == "interrupted":
                return [(order.cell.amount, warm_up)]
            note_warm(build)
        for amount in order.amounts():
            record, order = measure_attempt(manifest, amount, order)
            attempts.append((amount, record))
            if not order.workload.measure_again(record["verdict"]):
                break
    return attempts


def measure_attempt(manifest: Mapping[str, Any], amount: str, order: Order) -> tuple[dict[str, Any], Order]:
    """One attempt; again without the scheduler's limit on memory where it cannot be laid on here, and the order that then holds."""
    record = measure(request_for(manifest, order.cell.n, amount, order))
    if order.memory_limit_mib is None or record["verdict"] != "unsupported" or record["limit_name"] is not None:
        return record, order
    # Without a cgroup of our own only the scheduler can bound it: then what needs too much is lost, and the rest is measured.
    print(f"no memory limit: {record['reason']}", file=sys.stderr)
    order = replace(order, memory_limit_mib=None)
    return measure(request_for(manifest, order.cell.n, amount, order)), order


def limit_remark(verdict: str, limit_mib: int | None) -> str:
    """What to do about a run that was ended at the limit which its job in the scheduler had."""
    if verdict != "oom" or limit_mib is None:
        return ""
    return f"; its job had {limit_mib:,} MiB for it, mem_mb for measure_run in the cluster's profile asks for more"


def limit_of(last: Mapping[str, Any], workload: Workload, amount: str) -> dict[str, Any]:
    """The limit that a cell met, and whose it is: what the meter was asked for comes from the configuration or the scheduler."""
    bound = workload.bound_by(last["verdict"], amount)
    if bound is not None:
        return limit_fields(bound)
    return {"limit_source": WHOSE.get(last["limit_name"], last["limit_source"])} if last["limit_source"] == "request" else {}


def cell_record(manifest: Mapping[str, Any], order: Order, attempts: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """The cell's record: the attempt that counts, what was measured, and a line for each attempt."""
    amount, last = attempts[-1]
    workload, asked = order.workload, order.cell.amount
    limit = limit_of(last, workload, amount)
    return {
        **last,
        **limit,
        "reason": last["reason"] + limit_remark(last["verdict"], order.memory_limit_mib),
        **identity_fields(order.cell),
        "label": manifest["label"],
        "language": manifest["language"],
        "primitive": manifest["primitive"],
        **workload.cell_fields(asked, amount),
        "toolchain": manifest["toolchain"],
        "program": {key: value for key, value in manifest["program"].items() if key != "files"},
        "attempts": [
            {"amount": used, **workload.cell_fields(used, used), **{name: attempt[name] for name in ATTEMPT_FIELDS}}
            for used, attempt in attempts
        ],
    }
