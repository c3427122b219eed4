"""Looks at a machine before a sweep: what will be measured here and what not, what it rests on, and how long it takes."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from common.units import GIB, MIB, duration
from meter.host import describe_host
from meter.preflight import ThreadLimit, bound_words, first_bound, limits
from meter.request import Request
from meter.run import measure
from plan.cells import expected_seconds
from plan.configuration import Configuration
from plan.machine import Machine, machine_class
from plan.placement import misplaced
from plan.sweep import Sweep
from programs.describing import Program
from programs.refusal import too_many_threads
from toolchains.finding import Found
from view.console import will_run
from workloads.vocabulary import OS_THREAD

HOST_FIELDS = (
    *("cpu_model", "architecture", "cores_visible", "cores_total", "memory_total_bytes", "memory_available_bytes", "kernel", "libc"),
    *("operating_system", "virtualisation", "page_size_bytes", "overcommit_memory", "uid"),
    *("swap_total_bytes", "swap_free_bytes", "thp_enabled", "thp_defrag", "thp_shmem", "load_before", "pressure_before", "cgroup_limits"),
)


def examine(sweep: Sweep) -> dict[str, Any]:
    """Everything `make doctor` says, as plain data: machine, limits on threads, a trial of the meter, toolchains, variants, duration."""
    configuration, found = sweep.configuration, sweep.found
    room = room_for_threads(mappings_per_thread=2)
    host = {name: value for name, value in describe_host().items() if name in HOST_FIELDS}
    meter = try_meter()
    to_measure = [cell for cell in sweep.cells if will_run(cell, sweep.programs, found, configuration)]
    return {
        "machine": {"name": own_name(configuration), **host},
        "classes": [class_outlook(machine, configuration, host["cpu_model"]) for machine in configuration.machines],
        "thread_limits": [{"name": limit.words(), "value": limit.limit.value, "room": limit.room} for limit in room],
        "meter": meter,
        "toolchains": [found[name].as_record() for name in sorted(found)],
        "variants": [
            outlook(program, configuration, found, room_for_threads(program.mappings_per_thread)) for program in sweep.programs.values()
        ],
        "cells": len(sweep.cells),
        "cells_to_measure": len(to_measure),
        "expected_seconds": round(expected_seconds(to_measure)),
        "warnings": warnings(host, meter),
    }


def own_name(configuration: Configuration) -> str:
    """The name of this machine: the only class that is swept; where several are, what it would be called by itself."""
    return configuration.machine_names[0] if len(configuration.machines) == 1 else machine_class()


def class_outlook(machine: Machine, configuration: Configuration, cpu_model: str | None) -> dict[str, Any]:
    """One machine class, and why it is not measured on this machine, or None where it is."""
    alone = replace(configuration, machines=(machine,))
    return {**asdict(machine), "not_here": misplaced(alone, local=True, here=cpu_model or "an unknown CPU")}


def room_for_threads(mappings_per_thread: int) -> list[ThreadLimit]:
    """How many more OS threads each limit of this machine allows, the one that binds first."""
    return sorted(limits(mappings_per_thread=mappings_per_thread), key=lambda limit: limit.room)


def try_meter() -> dict[str, Any]:
    """A short run under the meter: what it comes to here, and whether it has a memory cgroup."""
    record = measure(Request(command=("sleep", "0.2"), timeout_seconds=10.0))
    return {name: record[name] for name in ("verdict", "reason", "peak_bytes", "footprint_bytes", "flags", "wrapper_version")} | {
        "cgroup_kind": record["cgroup"]["kind"]
    }


def outlook(program: Program, configuration: Configuration, found: Mapping[str, Found], room: Sequence[ThreadLimit]) -> dict[str, Any]:
    """What will become of one variant: the largest N that is measured, and for every other N why not."""
    toolchain = found[program.toolchain.id]
    reasons = {n: why_not(program, n, configuration.os_thread_limit, toolchain, room) for n in configuration.tasks}
    measured = [n for n, reason in reasons.items() if reason is None]
    return {
        "variant": program.id,
        "label": program.label,
        "primitive": program.primitive,
        "toolchain": program.toolchain.id,
        "measured_up_to": max(measured, default=None),
        "not_measured": [{"n": n, "reason": reason} for n, reason in reasons.items() if reason is not None],
    }


def why_not(program: Program, n: int, os_thread_limit: int, toolchain: Found, room: Sequence[ThreadLimit]) -> str | None:
    """Why a variant is not measured at one N, or None."""
    if toolchain.status == "missing":
        return toolchain.reason
    refused = too_many_threads(program.primitive, n, os_thread_limit)
    if refused is not None:
        return refused.reason
    bound = first_bound(n, list(room)) if program.primitive == OS_THREAD else None
    return None if bound is None else bound_words(n, bound)


def warnings(host: Mapping[str, Any], meter: Mapping[str, Any]) -> list[str]:
    """What would make figures of this machine worse or different, each with what to do."""
    cores = host["cores_visible"] or 1
    group_memory = (host["cgroup_limits"] or {}).get("memory.max")
    checks = {
        "others keep this machine busy: runs that begin so are flagged loaded_host; stop what else runs": "loaded_host" in meter["flags"],
        "swap is on: it shrinks resident sets, and such runs are flagged; swapoff -a while measuring": bool(host["swap_total_bytes"]),
        "transparent huge pages are `always`: figures are larger and vary more than with `madvise`": host["thp_enabled"] == "always",
        "no memory cgroup can be made here: the footprint stays empty, the headline is the same": "no_cgroup" in meter["flags"],
        f"this process may use {(group_memory or 0) / GIB:.1f} GiB only (memory.max of its cgroup)": group_memory is not None,
        f"the meter does not work here: {meter['verdict']}, {meter['reason']}": meter["verdict"] != "ok",
        "runs in WSL: memory is shared with Windows, compare only with other runs in WSL": host["virtualisation"] == "wsl",
        f"only {cores} of {host['cores_total']} cores may be used: runtimes size themselves by that": cores < (os.cpu_count() or 1),
    }
    return [text for text, holds in checks.items() if holds]


def lines(facts: Mapping[str, Any]) -> list[str]:
    """What `examine` found, for a person."""
    return [
        *machine_lines(facts["machine"], facts["meter"]),
        *class_lines(facts["classes"]),
        "",
        "Room for threads (the configuration has the last word):",
        *(f"  {limit['room']:>12,}  {limit['name']}: {limit['value']:,}" for limit in facts["thread_limits"]),
        "",
        "Toolchains:",
        *(toolchain_line(toolchain) for toolchain in facts["toolchains"]),
        "",
        "Variants:",
        *(line for variant in facts["variants"] for line in variant_lines(variant)),
        "",
        *(f"Mind: {warning}." for warning in facts["warnings"]),
        f"{facts['cells']} cells, {facts['cells_to_measure']} of them with something to run: about {duration(facts['expected_seconds'])} "
        "of measuring, one at a time, beside building, when none is kept from before.",
    ]


def machine_lines(machine: Mapping[str, Any], meter: Mapping[str, Any]) -> list[str]:
    """Machine, memory and meter in short lines."""
    sizes = {name: (machine[f"{name}_bytes"] or 0) / GIB for name in ("memory_total", "memory_available", "swap_total")}
    huge_pages = ", ".join(f"{name} {machine[f'thp_{name}']}" for name in ("enabled", "defrag", "shmem"))
    peak = "no figure" if meter["peak_bytes"] is None else f"{meter['peak_bytes'] / MIB:.1f} MiB"
    load = "unknown" if machine["load_before"] is None else f"{machine['load_before']:.2f}"
    return [
        f"Machine: {machine['name']} ({machine['cpu_model']}, {machine['cores_visible']} of {machine['cores_total']} cores, "
        f"virtualisation: {machine['virtualisation']})",
        f"  {machine['operating_system']}, Linux {machine['kernel']}, {machine['libc']}, pages of {machine['page_size_bytes']:,} bytes",
        f"  memory: {sizes['memory_available']:.1f} of {sizes['memory_total']:.1f} GiB available, swap: {sizes['swap_total']:.1f} GiB, "
        f"overcommit: {machine['overcommit_memory']}, load: {load}",
        f"  transparent huge pages: {huge_pages}",
        f"  meter {meter['wrapper_version']}: `sleep` takes {peak}, cgroup: {meter['cgroup_kind'] or 'none'}, verdict: {meter['verdict']}",
    ]


def class_lines(classes: Sequence[Mapping[str, Any]]) -> list[str]:
    """Where the configuration names classes of nodes: which of them this machine can measure."""
    if len(classes) == 1 and classes[0]["not_here"] is None:
        return []
    here = (f"  {each['name']}: {'this machine can measure it' if each['not_here'] is None else each['not_here']}" for each in classes)
    return ["", "Machine classes (what follows is of this machine, not of the nodes):", *here]


def toolchain_line(toolchain: Mapping[str, Any]) -> str:
    """Version and path; of a missing one, why and how to get it, once for all its variants."""
    if toolchain["status"] == "missing":
        return f"  {toolchain['id']}: missing. {toolchain['reason']}"
    fallback = " (fallback)" if toolchain["fallback"] else ""
    return f"  {toolchain['id']}: {toolchain['version'] or 'version unknown'}, {toolchain['path']}{fallback}"


def variant_lines(variant: Mapping[str, Any]) -> list[str]:
    """`will be measured up to N`, or why not; then each N that is left out with its reason."""
    upto, left_out = variant["measured_up_to"], variant["not_measured"]
    if upto is None:
        return [f"  {variant['variant']}: not measured, {variant['toolchain']} is missing"]
    reasons = [f"    not at {cell['n']:,}: {cell['reason']}" for cell in left_out]
    return [f"  {variant['variant']}: will be measured up to N = {upto:,}", *reasons]
