"""Which limit kept a run from what was asked of it, as data: a name, a value and whose it is. Sentences are made from it."""

from dataclasses import dataclass
from typing import Any

SOURCES = ("kernel", "user", "cgroup", "machine", "request", "configuration", "scheduler")


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit that bound. `source`: one of SOURCES, whose it is. Bytes, seconds or a count, as its name says."""

    name: str
    value: float
    source: str


def limit_fields(limit: Limit | None) -> dict[str, Any]:
    """The same as a record has it."""
    if limit is None:
        return {"limit_name": None, "limit_value": None, "limit_source": None}
    return {"limit_name": limit.name, "limit_value": limit.value, "limit_source": limit.source}
