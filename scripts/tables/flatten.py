"""One row a run: nested records made flat, every column of one type, no path of one machine."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

LEADING = [
    "variant",
    "label",
    "language",
    "primitive",
    "n",
    "repeat",
    "requested_sleep_seconds",
    "sleep_seconds",
    "verdict",
    "reason",
    "flags",
    "peak_bytes",
    "footprint_bytes",
    "wall_seconds",
    "ready_seconds",
    "done_seconds",
    "cpu_user_seconds",
    "cpu_system_seconds",
    "toolchain_version",
    "program_library",
    "program_library_version",
]
# Mappings whose keys are a person's own: one column each would make a table of another shape on every machine.
KEPT_WHOLE = ("environment", "tags")
INTEGER = re.compile(r"(^|_)(bytes|n|repeat|threads|processes|samples|code|kills|peak|visible|total|max|pid|done|signal)$")
NUMBER = re.compile(r"_(seconds|share)$")


def flat_row(record: Mapping[str, Any], hide: Mapping[str, str]) -> dict[str, Any]:
    """One record as one flat mapping: cgroup.kind becomes cgroup_kind, lists become ;-joined text, paths are shortened by `hide`."""
    row: dict[str, Any] = {}
    for key, value in record.items():
        if key in KEPT_WHOLE and isinstance(value, Mapping):
            row[key] = ";".join(f"{name}={text}" for name, text in value.items())
        elif isinstance(value, Mapping):
            row |= {f"{key}_{name}": inner for name, inner in flat_row(value, {}).items()}
        else:
            row[key] = joined(value) if isinstance(value, list) else value
    return {key: shown(value, hide) if isinstance(value, str) else value for key, value in row.items()}


def joined(values: Sequence[Any]) -> str:
    """A list as ;-joined text; as JSON where its items are themselves lists or mappings."""
    if any(isinstance(value, list | dict) for value in values):
        return json.dumps(values, ensure_ascii=False)
    return ";".join(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in values)


def shown(text: str, hide: Mapping[str, str]) -> str:
    """Text on one line, with each folder of `hide` replaced where it stands as a whole path."""
    for folder, mark in hide.items():
        if folder in text:
            text = re.sub(rf"(?<![\w.~/-]){re.escape(folder)}(?![\w.-])", mark, text)
    return text.replace("\r", "").replace("\n", "\\n")


def hidden_folders(record: Mapping[str, Any], checkout: Path, home: Path) -> dict[str, str]:
    """Folders that rows must not show, longest first: the checkout as `.`, the home of whoever measured or tabulates as `~`."""
    environment = record.get("environment")
    measured_home = environment.get("HOME") if isinstance(environment, Mapping) else None
    homes = {str(home), str(measured_home or home).rstrip("/")}
    folders = {folder: "~" for folder in homes if len(folder) > 1} | {str(checkout): "."}
    return dict(sorted(folders.items(), key=lambda item: -len(item[0])))


def runs_table(records: Sequence[Mapping[str, Any]], checkout: Path, home: Path) -> pd.DataFrame:
    """One row a run. Integers are Int64, so that a missing one does not turn a column into floats (pandas#28335)."""
    rows = [flat_row(record, hidden_folders(record, checkout, home)) for record in records]
    names = dict.fromkeys(LEADING) | dict.fromkeys(name for row in rows for name in row)
    # A mapping that is null in some records (no cgroup) is spread over columns by the others.
    spread = {name for name in names if any(other.startswith(f"{name}_") for other in names) and all(row.get(name) is None for row in rows)}
    columns = {name: typed(name, [row.get(name) for row in rows]) for name in names if name not in spread}
    return pd.DataFrame(columns)


def typed(name: str, values: Sequence[Any]) -> "pd.Series[Any]":
    """A column of one nullable type, by its values; by its name where every value is missing."""
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {bool} and kinds:
        return pd.Series(values, dtype="boolean")
    if kinds <= {int} and (kinds or INTEGER.search(name)):
        return pd.Series(values, dtype="Float64" if not kinds and NUMBER.search(name) else "Int64")
    if kinds <= {int, float} and (kinds or NUMBER.search(name)):
        return pd.Series(values, dtype="Float64")
    return pd.Series([value if value is None or isinstance(value, str) else json.dumps(value) for value in values], dtype="string")
