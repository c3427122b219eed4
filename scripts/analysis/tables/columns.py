"""Rows as typed columns (Arrow): part by part in the processes that read records, then put together."""

import contextlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import orjson
import pyarrow as pa
import pyarrow.compute as pc

from analysis.tables.fields import recorded_kind
from records.metrics import recorded

if TYPE_CHECKING:
    import pandas as pd

LEADING = [
    *("variant", "label", "language", "primitive", "n", "repeat", "workload", "amount", "requested_sleep_seconds", "sleep_seconds"),
    *("verdict", "reason", "limit_name", "limit_value", "limit_source", "flags"),
    *(metric.name for metric in recorded()),
    *("toolchain_version", "program_library", "program_library_version"),
]
KINDS = {"integer": pa.int64(), "number": pa.float64(), "boolean": pa.bool_()}
TYPES = {bool: pa.bool_(), int: pa.int64(), float: pa.float64()}


def column(values: Sequence[Any]) -> pa.Array:
    """A column by its values: truth values, whole numbers, numbers, else text (what is no text as JSON)."""
    kinds = set(map(type, values)) - {type(None)}
    if not kinds:
        return pa.nulls(len(values))
    kind = kinds.pop() if len(kinds) == 1 else float if kinds == {int, float} else str
    if kind in TYPES:
        with contextlib.suppress(OverflowError, pa.ArrowInvalid):  # a whole number of more than 64 bits stays as text
            return pa.array(values, TYPES[kind])
    return pa.array([value if value is None or isinstance(value, str) else orjson.dumps(value).decode() for value in values], pa.string())


def below_each_other(parts: Iterable[pa.Table]) -> pa.Table:
    """All parts as one, each column of one type that holds every part of it; null where it has no value in any."""
    tables = list(parts)
    if len(tables) < 2:
        return tables[0] if tables else pa.table({})
    names = dict.fromkeys(name for table in tables for name in table.column_names)
    found = {name: {table.schema.field(name).type for table in tables if name in table.column_names} - {pa.null()} for name in names}
    schema = pa.schema([(name, common_type(types)) for name, types in found.items()])
    return pa.concat_tables([fitted(table, schema) for table in tables])


def complete(table: pa.Table) -> pa.Table:
    """The leading columns first, and each column that has no value with the type that the schema says."""
    names = dict.fromkeys([*LEADING, *table.column_names])
    types = {name: table.schema.field(name).type if name in table.column_names else pa.null() for name in names}
    # A mapping that is null in some records (no cgroup) is spread over columns by the others.
    spread = {name for name, kind in types.items() if kind == pa.null() and any(other.startswith(f"{name}_") for other in names)}
    kept = {name: named_type(name) if kind == pa.null() else kind for name, kind in types.items() if name not in spread}
    return fitted(table, pa.schema(list(kept.items())))


def named_type(name: str) -> pa.DataType:
    """The type that the schema promises; text where it is a word, or nothing is promised."""
    return KINDS.get(recorded_kind(name) or "string", pa.string())


def common_type(types: set[pa.DataType]) -> pa.DataType:
    """The type that holds all of these."""
    if len(types) < 2:
        return next(iter(types), pa.null())
    return pa.float64() if types == {pa.int64(), pa.float64()} else pa.string()


def fitted(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """The table with exactly these columns; those that it does not have are null."""
    columns = [table[field.name] if field.name in table.column_names else pa.nulls(len(table)) for field in schema]
    return pa.table([pc.cast(values, field.type, safe=False) for values, field in zip(columns, schema, strict=True)], schema=schema)


def as_frame(parts: Iterable[pa.Table]) -> "pd.DataFrame":
    """The parts as one table with pandas' nullable types."""
    import pandas as pd  # noqa: PLC0415 slow to import, and the processes that read do without it

    kinds = {pa.bool_(): pd.BooleanDtype(), pa.int64(): pd.Int64Dtype(), pa.float64(): pd.Float64Dtype(), pa.string(): pd.StringDtype()}
    frame: pd.DataFrame = complete(below_each_other(parts)).to_pandas(types_mapper=kinds.get)
    return frame
