"""One row a run: nested records made flat, lists as text, and no path of one machine. Column by column: most texts repeat in every run."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import orjson
import pyarrow as pa

from analysis.tables.columns import as_frame, below_each_other, column
from analysis.tables.fields import KEPT_WHOLE

if TYPE_CHECKING:
    import pandas as pd

OPEN, CLOSE = "\0{", "\0}"  # of an inner mapping, in a shape

Hidden: TypeAlias = tuple[tuple[str, str], ...]  # folders that rows must not show, each with what stands in its place


@dataclass(slots=True)
class Alike:
    """Records with the same keys in the same order that hide the same: their places among all, and their values, as flat lists."""

    names: list[str]
    hide: Hidden
    places: list[int] = field(default_factory=list)
    values: list[list[Any]] = field(default_factory=list)

    def columns(self) -> pa.Table:
        """One row a record."""
        by_column = zip(*self.values, strict=True)
        return pa.table({name: column(plain(values, self.hide)) for name, values in zip(self.names, by_column, strict=True)})


def flat_columns(records: Iterable[Mapping[str, Any]], checkout: Path, home: Path) -> pa.Table:
    """One row a record, in their order: cgroup.kind becomes cgroup_kind, lists become ;-joined text, and folders are shortened."""
    kinds: dict[tuple[Any, ...], Alike] = {}
    for place, record in enumerate(records):
        shape: list[str] = []
        values: list[Any] = []
        gather(record, shape, values)
        hide = hidden_folders(record, checkout, home)
        key = (hide, *shape)
        alike = kinds.get(key) or kinds.setdefault(key, Alike(flat_names(shape), hide))
        alike.places.append(place)
        alike.values.append(values)
    table = below_each_other(alike.columns() for alike in kinds.values())
    if len(kinds) < 2:
        return table
    places = [place for alike in kinds.values() for place in alike.places]
    return table.take(sorted(range(len(places)), key=places.__getitem__))


def gather(mapping: Mapping[str, Any], shape: list[str], values: list[Any]) -> None:
    """Append a record's values to `values`, and its keys to `shape`, those of an inner mapping after its own between OPEN and CLOSE."""
    if dict not in map(type, mapping.values()):
        shape += mapping
        values += mapping.values()
        return
    for key, value in mapping.items():
        shape.append(key)
        if type(value) is dict and key not in KEPT_WHOLE:
            shape.append(OPEN)
            gather(value, shape, values)
            shape.append(CLOSE)
        else:
            values.append(value)


def flat_names(shape: Sequence[str]) -> list[str]:
    """The columns of a shape, in the order of its values."""
    names: list[str] = []
    prefixes = [""]
    for key in shape:
        if key == OPEN:
            prefixes.append(f"{names.pop()}_")
        elif key == CLOSE:
            prefixes.pop()
        else:
            names.append(prefixes[-1] + key)
    return names


def plain(values: Sequence[Any], hide: Hidden) -> Sequence[Any]:
    """A column's values without lists and mappings, and its texts as a row shows them. Most repeat, so that each is made once."""
    kinds = set(map(type, values))
    if kinds.isdisjoint({str, list, dict}):
        return values
    if not kinds <= {str, list, dict, type(None)}:
        return [shown(as_text(value), hide) if isinstance(value, str | list | dict) else value for value in values]
    keys = values if kinds.isdisjoint({list, dict}) else [orjson.dumps(value) for value in values]
    made = {key: None if value is None else shown(as_text(value), hide) for key, value in dict(zip(keys, values, strict=True)).items()}
    return [made[key] for key in keys]


def as_text(value: Any) -> str:
    """A list as ;-joined text, as JSON where its items are themselves lists or mappings; a mapping as name=value; text as it is."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return ";".join(f"{name}={text}" for name, text in value.items())
    if any(isinstance(item, list | dict) for item in value):
        return orjson.dumps(value).decode()
    return ";".join(item if isinstance(item, str) else orjson.dumps(item).decode() for item in value)


def shown(text: str, hide: Hidden) -> str:
    """Text on one line, with each folder of `hide` replaced where it stands as a whole path."""
    for folder, mark in hide:
        if folder in text:
            text = re.sub(rf"(?<![\w.~/-]){re.escape(folder)}(?![\w.-])", mark, text)
    return text.replace("\r", "").replace("\n", "\\n")


def hidden_folders(record: Mapping[str, Any], checkout: Path, home: Path) -> Hidden:
    """Folders that rows must not show, longest first: the checkout as `.`, the home of whoever measured or tabulates as `~`."""
    environment = record.get("environment")
    measured_home = environment.get("HOME") if isinstance(environment, Mapping) else None
    return _hidden(measured_home, checkout, home)


@lru_cache
def _hidden(measured_home: object, checkout: Path, home: Path) -> Hidden:
    homes = {str(home), str(measured_home or home).rstrip("/")}
    folders = {folder: "~" for folder in homes if len(folder) > 1} | {str(checkout): "."}
    return tuple(sorted(folders.items(), key=lambda item: (-len(item[0]), item)))


def runs_table(records: Iterable[Mapping[str, Any]], checkout: Path, home: Path) -> "pd.DataFrame":
    """One row a run. Integers are Int64, so that a missing one does not turn a column into floats (pandas#28335)."""
    return as_frame([flat_columns(records, checkout, home)])
