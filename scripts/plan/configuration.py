"""The configuration as a checked value; nothing else reads config/*.yaml."""

import fnmatch
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from common.command_line import UserError
from common.schemas import check, load_schema
from plan.machine import Machine, machine_class
from records.sides import Side, read_side
from records.subject import base_id
from toolchains.configured import DOWNLOADING
from workloads.catalogue import WORKLOADS
from workloads.workload import Asked


@dataclass(frozen=True, slots=True)
class Configuration:
    """What to measure. `variants` are ids, patterns resolved; seconds and counts as in config/schemas/config.schema.json.

    `machines` has at least one class; where the configuration names none, it is the one that this machine is.
    """

    variants: tuple[str, ...]
    tasks: tuple[int, ...]
    repeats: int
    workloads: tuple[Asked, ...]
    os_thread_limit: int
    timeout_seconds: float
    machines: tuple[Machine, ...]
    toolchains: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    preferred_toolchains: str = "host"
    compare: tuple[Side, Side] | None = None
    machines_are_named: bool = True
    merge: tuple[str, ...] = ()

    @property
    def machine_names(self) -> tuple[str, ...]:
        """The folders under results/, in the order of the configuration."""
        return tuple(machine.name for machine in self.machines)


def select_variants(patterns: Iterable[str], known: Iterable[str], where: str) -> tuple[str, ...]:
    """The ids that the patterns select, in alphabetical order. UserError for a pattern that matches nothing, or when nothing is left.

    A pattern that selects a program selects it with every version of its toolchain: go-* is go-goroutines@1.26 too.
    """
    ids = sorted(known)
    chosen: set[str] = set()
    for pattern in patterns:
        wanted = pattern.removeprefix("!")
        matched = [name for name in ids if any(fnmatch.fnmatchcase(text, wanted) for text in (name, base_id(name)))]
        if not matched:
            raise UserError(f"{where}: variants: {pattern!r} matches no program; there are {', '.join(ids)}")
        chosen = chosen.difference(matched) if pattern.startswith("!") else chosen.union(matched)
    if not chosen:
        raise UserError(f"{where}: variants: {list(patterns)} leaves nothing to measure; patterns apply in order, '!pattern' takes away")
    return tuple(sorted(chosen))


def _integers(document: Mapping[str, Any]) -> dict[str, Any]:
    """JSON Schema takes 10.0 for an integer; so do we, as the integer it is."""
    integral = {key: int(value) for key, value in document.items() if key in {"repeats", "os_thread_limit"}}
    return {**document, **integral, "tasks": [int(n) for n in document["tasks"]]}


def _number(item: Any) -> Any:
    """Snakemake's --config 'tasks=[1, 30]' gives numbers in a list as text. 010 stays text: it may be 8 or 10."""
    return yaml.safe_load(item) if isinstance(item, str) and re.fullmatch(r"(0|[1-9]\d*)(\.\d+)?", item, re.ASCII) else item


def _with_numbers(document: Mapping[str, Any]) -> dict[str, Any]:
    keys = ("tasks", *(workload.longer_key for workload in WORKLOADS.values()))
    listed = {key: document[key] for key in keys if isinstance(document.get(key), list)}
    return {**document, **{key: [_number(item) for item in items] for key, items in listed.items()}}


def _with_days(value: Any) -> Any:
    """Days of `compare` as text: YAML makes dates of them."""
    if isinstance(value, Mapping):
        return {key: _with_days(inner) for key, inner in value.items()}
    return value.isoformat() if isinstance(value, date) else value


def checked(document: Mapping[str, Any], where: str) -> dict[str, Any]:
    """All keys, defaults among them. UserError, in one line, for anything that is not as the schema says."""
    document = _with_numbers(document)
    if "compare" in document:
        document = {**document, "compare": _with_days(document["compare"])}
    check(document, "config", where)
    defaults = {key: schema["default"] for key, schema in load_schema("config")["properties"].items()}
    merged = {**defaults, **document}
    toolchains = {name: said for name, said in merged["toolchains"].items() if name not in DOWNLOADING}  # those are for the set-up
    return _integers({**merged, "toolchains": toolchains})


def _sides(compare: Mapping[str, Any] | None, where: str) -> tuple[Side, Side] | None:
    if compare is None:
        return None
    before, after = (read_side(compare[side], f"{where}: compare: {side}") for side in ("before", "after"))
    if before == after:
        raise UserError(f"{where}: compare: before and after are the same; they must select different runs")
    return before, after


def _machines(merged: Mapping[str, Any], where: str) -> tuple[Machine, ...]:
    """The declared classes; else the one class that this machine is."""
    if not merged["machines"]:
        return (Machine(merged["machine"] or machine_class()),)
    if merged["machine"] is not None:
        raise UserError(f"{where}: machine: {merged['machine']} stands beside machines:; name the folders in one of them only")
    return tuple(Machine(name, **settings) for name, settings in merged["machines"].items())


def _asked(merged: Mapping[str, Any]) -> Iterator[Asked]:
    """Each workload that the configuration asks for, with longer amounts only where they are longer."""
    for workload in WORKLOADS.values():
        asked = workload.asked(merged)
        yield replace(asked, longer=tuple(workload.amounts_in_turn(asked))[1:])


def read_configuration(document: Mapping[str, Any], known: Iterable[str], where: str = "config/config.yaml") -> Configuration:
    """The effective configuration from what Snakemake merged; `known`: the ids of all programs. UserError, in one line, for a mistake."""
    merged = checked(document, where)
    return Configuration(
        variants=select_variants(merged["variants"], known, where),
        tasks=tuple(sorted(merged["tasks"])),
        repeats=merged["repeats"],
        workloads=tuple(_asked(merged)),
        os_thread_limit=merged["os_thread_limit"],
        timeout_seconds=merged["timeout_seconds"],
        machines=_machines(merged, where),
        toolchains=merged["toolchains"],
        preferred_toolchains=merged["preferred_toolchains"],
        compare=_sides(merged["compare"], where),
        machines_are_named=bool(merged["machines"] or merged["machine"]),
        merge=tuple(os.path.normpath(Path(folder).expanduser()) for folder in merged["merge"]),
    )
