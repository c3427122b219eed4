"""Real records of 30 November 2026, as that day's version wrote them: made again from the table in docs/results. Importable from here."""

import json
from pathlib import Path
from typing import Any

from common.folders import PROJECT
from common.schemas import load_schema

TABLE = PROJECT / "docs/results/amd-epyc-2-cores-24-gib/tables/runs.json"
LATER = {"limit_name", "limit_value", "limit_source", "workload", "amount"}
LISTS = {"flags", "command", "program_run"}


def schema_of(name: str) -> dict[str, Any]:
    """A schema with the fields of those that it refers to."""
    schema = load_schema(name)
    own = load_schema("record")["properties"] if name == "cell" else {}
    return {**schema["properties"], **own}


def nested(row: dict[str, Any], fields: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """A flat row of the table as the record that it was made from, as far as the schema knows its fields."""
    record: dict[str, Any] = {}
    for name, field in fields.items():
        column = prefix + name
        if "properties" in field:
            record[name] = nested(row, field["properties"], f"{column}_")
        elif column in row:
            record[name] = value_of(column, row[column])
        elif inner := {key.removeprefix(f"{column}_"): value_of(key, row[key]) for key in row if key.startswith(f"{column}_")}:
            record[name] = None if all(value is None for value in inner.values()) else inner
        elif field.get("type") == "object":
            record[name] = {}
    return record


def value_of(column: str, value: Any) -> Any:
    """What a cell of the table was in the record."""
    if column in LISTS:
        return value.split(";") if value else []
    if column in {"attempts", "program_build_commands"}:
        return json.loads(value)
    if column in {"environment", "tags"}:
        return dict(item.split("=", 1) for item in value.split(";") if item)
    if column.startswith("host_limits_"):
        return [None if word == "null" else int(word) for word in value.split(";")]
    return value


def earlier_records(*variants: str, n: int) -> list[dict[str, Any]]:
    """The records of some variants at one N."""
    fields = {name: field for name, field in schema_of("cell").items() if name not in LATER}
    rows = [row for row in json.loads(TABLE.read_text()) if row["variant"] in variants and row["n"] == n]
    return [nested(row, fields) for row in rows]


def write_earlier(machine: Path, records: list[dict[str, Any]]) -> list[Path]:
    """Lay them where that version did. By hand: this is what must stay true, whatever the code says now."""
    paths = []
    for record in records:
        place = machine / "runs" / record["variant"] / f"n={record['n']}" / "sleep=10" / f"repeat={record['repeat']}.json"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(record))
        paths.append(place)
    return paths
