"""What each column of the tables means, its unit and its type: of a record's fields from its schema, of figures from records/metrics.py.

What no record has and no single run was measured for stands in fields.yaml.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from common.schemas import load_schema
from records import metrics
from records.reader import SCHEMA

# Mappings whose keys are a person's own: one column each would make a table of another shape on every machine.
KEPT_WHOLE = ("environment", "tags")

NO_UNIT = "none"  # of text and truth values
COUNT = "1"  # the unit of a plain number


@dataclass(frozen=True, slots=True)
class Field:
    """Description and unit of a column; the unit is None where it goes by the type: 1 for numbers, none for text. `kind`: a JSON type."""

    description: str
    unit: str | None = None
    kind: str | None = None


@cache
def fields() -> dict[str, dict[str, Field]]:
    """The fields of each table by name. A name that ends in * stands for every column that begins like it."""
    text = (Path(__file__).parent / "fields.yaml").read_text(encoding="utf-8")
    own = {table: {name: read_field(value) for name, value in named.items()} for table, named in yaml.safe_load(text).items()}
    figures = {column: Field(description, unit) for column, unit, description in metrics.described()}
    others = {"runs": recorded_fields(), "summary": figures}
    return {table: others.get(table, {}) | named for table, named in own.items()}


@cache
def recorded_fields() -> dict[str, Field]:
    """The fields of a cell's record, flat as in the tables."""
    return dict(schema_fields(load_schema(SCHEMA)))


def recorded_kind(column: str) -> str | None:
    """The JSON type of a column that a record's field became; None for text that is none, lists, and what is no field."""
    field = recorded_fields().get(column)
    if field is None:
        patterns = load_schema(SCHEMA)["patternProperties"]
        return next((kind_of(described) for pattern, described in patterns.items() if re.search(pattern, column)), None)
    return field.kind


def resolved(described: Mapping[str, Any]) -> Mapping[str, Any]:
    """A field's description with that which it points at: record.schema.json#/properties/NAME."""
    if "$ref" not in described:
        return described
    file, _, name = described["$ref"].partition(".schema.json#/properties/")
    return {**load_schema(file)["properties"][name], **described}


def kind_of(described: Mapping[str, Any]) -> str | None:
    """The one type that a field can have beside null."""
    kinds = described.get("type", [])
    known = [kind for kind in ([kinds] if isinstance(kinds, str) else kinds) if kind != "null"]
    return known[0] if len(known) == 1 else None


def read_field(value: str | list[str]) -> Field:
    """A description, or a list of unit and description."""
    return Field(value) if isinstance(value, str) else Field(value[1], value[0])


def schema_fields(schema: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Field]]:
    """The fields of a JSON Schema, flat as in the tables: cgroup.kind is cgroup_kind, and a person's own keys are prefix_*."""
    for name, field in schema["properties"].items():
        described = resolved(field)
        if "properties" in described:
            yield from schema_fields(described, f"{prefix}{name}_")
        elif isinstance(described.get("additionalProperties"), dict) and name not in KEPT_WHOLE:
            inner = described["additionalProperties"]
            yield f"{prefix}{name}_*", Field(described["description"], inner.get("unit"), kind_of(inner))
        else:
            yield prefix + name, Field(described["description"], described.get("unit"), kind_of(described))


def describe(table: str, column: str) -> Field | None:
    """What a column of a table (runs, summary or fits) means; None where nobody has described it."""
    named = fields()[table]
    patterns = sorted((name for name in named if name.endswith("*") and column.startswith(name[:-1])), key=len)
    return named.get(column) or (named[patterns[-1]] if patterns else None)
