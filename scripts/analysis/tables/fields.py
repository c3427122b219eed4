"""What each column of the tables means and its unit: from fields.yaml, and for what the meter wrote from the schema of its record."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from analysis.tables.flatten import KEPT_WHOLE
from common.schemas import load_schema

NO_UNIT = "none"  # of text and truth values
COUNT = "1"  # the unit of a plain number


@dataclass(frozen=True, slots=True)
class Field:
    """Description and unit of a column; the unit is None where it goes by the type: 1 for numbers, none for text."""

    description: str
    unit: str | None = None


@cache
def fields() -> dict[str, dict[str, Field]]:
    """The fields of each table by name. A name that ends in * stands for every column that begins like it."""
    text = (Path(__file__).parent / "fields.yaml").read_text(encoding="utf-8")
    own = {table: {name: read_field(value) for name, value in named.items()} for table, named in yaml.safe_load(text).items()}
    recorded = dict(schema_fields(load_schema("record")))
    return {table: (recorded if table == "runs" else {}) | named for table, named in own.items()}


def read_field(value: str | list[str]) -> Field:
    """A description, or a list of unit and description."""
    return Field(value) if isinstance(value, str) else Field(value[1], value[0])


def schema_fields(schema: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Field]]:
    """The fields of a JSON Schema, flat as in the tables: cgroup.kind is cgroup_kind, and a person's own keys are prefix_*."""
    for name, described in schema["properties"].items():
        if "properties" in described:
            yield from schema_fields(described, f"{prefix}{name}_")
        elif isinstance(described.get("additionalProperties"), dict) and name not in KEPT_WHOLE:
            yield f"{prefix}{name}_*", Field(described["description"], described["additionalProperties"].get("unit"))
        else:
            yield prefix + name, Field(described["description"], described.get("unit"))


def describe(table: str, column: str) -> Field | None:
    """What a column of a table (runs, summary or fits) means; None where nobody has described it."""
    named = fields()[table]
    patterns = sorted((name for name in named if name.endswith("*") and column.startswith(name[:-1])), key=len)
    return named.get(column) or (named[patterns[-1]] if patterns else None)
