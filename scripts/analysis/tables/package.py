"""The tables as a data package (Frictionless, datapackage.json): what each file is, and of each column the type, unit and meaning."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from analysis.tables.fields import COUNT, NO_UNIT, describe
from records.cell_columns import IDENTITY, RUN
from workloads.sleep_words import TASKS

SPECIFICATION = "https://datapackage.org/profiles/2.0/datapackage.json"
TITLES = {
    "runs": "Every run, whatever its verdict",
    "summary": "Each variant at each N: median, range and interval of the runs that are ok",
    "fits": "Each variant: memory a task and base, as slope and intercept of a line",
}
KEYS = {"runs": list(RUN), "summary": list(IDENTITY), "fits": ["variant", "memory"]}
SOURCES = [
    {"title": "Measured with scripts/measure.py of this repository; each run's record lies under runs/"},
    {
        "title": "The question and the first programs: P. Kołaczkowski, 2023",
        "path": "https://pkolaczk.github.io/memory-consumption-of-async/",
    },
    {"title": "The programs of the second post: hez2010, 2024", "path": "https://hez2010.github.io/async-runtimes-benchmarks-2024/"},
]
LICENSES = [{"name": "MIT", "title": "MIT License", "path": "https://opensource.org/license/mit"}]


def package_text(folder: Path, tables: Mapping[str, pd.DataFrame]) -> str:
    """datapackage.json for the CSV files that lie in results/<machine>/tables."""
    machine = folder.resolve().parent.name
    package = {
        "$schema": SPECIFICATION,
        "profile": "tabular-data-package",
        "name": package_name(machine),
        "title": f"Memory of N concurrent tasks on {machine}",
        "description": f"How much memory programs in many languages take for N {TASKS} at the same time.",
        "licenses": LICENSES,
        "sources": SOURCES,
        "resources": [resource(folder / f"{name}.csv", name, table) for name, table in tables.items()],
    }
    return json.dumps(package, indent=2, ensure_ascii=False) + "\n"


def package_name(machine: str) -> str:
    """A name of lower-case letters, digits, points, dashes and underscores, as the specification wants it."""
    allowed = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "._-") else "-" for letter in machine.lower())
    return f"memory-of-tasks-{allowed}"


def resource(path: Path, name: str, table: pd.DataFrame) -> dict[str, Any]:
    """One CSV file with its schema."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    schema = {
        "fields": [field(name, str(column), values) for column, values in table.items()],
        "missingValues": [""],
        "primaryKey": KEYS[name],
    }
    return {
        "name": name,
        "title": TITLES[name],
        "path": path.name,
        "profile": "tabular-data-resource",
        "type": "table",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "bytes": path.stat().st_size,
        "hash": f"sha256:{digest}",
        "schema": schema,
    }


def field(table: str, column: str, values: "pd.Series[Any]") -> dict[str, Any]:
    """One column. A column that nobody has described says so, rather than nothing."""
    kind = {"i": "integer", "f": "number", "b": "boolean"}.get(getattr(values.dtype, "kind", "O"), "string")
    described = describe(table, column)
    unit = (described and described.unit) or (COUNT if kind in {"integer", "number"} else NO_UNIT)
    entry = {"name": column, "type": kind, "description": described.description if described else "Not described.", "unit": unit}
    return entry | ({"trueValues": ["True"], "falseValues": ["False"]} if kind == "boolean" else {})
