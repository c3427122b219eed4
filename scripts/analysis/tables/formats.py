"""A Parquet file again as CSV, or as JSON with one object a row. Whole numbers stay whole; what is missing is empty or null."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from common.atomic_write import replaced

ROWS_AT_ONCE = 1_000
BREAKS_OUT = re.compile(r'[,"\r\n]')


def write_again(parquet: Path, ending: str) -> None:
    """Write the table of a Parquet file as .csv or .json beside it, a part at a time."""
    with (
        pq.ParquetFile(parquet) as source,
        replaced(parquet.with_suffix(ending)) as path,
        path.open("w", encoding="utf-8", newline="") as file,
    ):
        file.writelines(FORMATS[ending](source.schema_arrow.names, source.iter_batches(ROWS_AT_ONCE, use_threads=False)))


def rows(batch: pa.RecordBatch, encode: Callable[[Any], str]) -> Iterator[tuple[str, ...]]:
    """The rows of a part as texts. Each different value of a column is encoded once: most repeat."""
    return zip(*(texts(column, encode) for column in batch.columns), strict=True)


def texts(column: pa.Array, encode: Callable[[Any], str]) -> Iterator[str]:
    """One text a value."""
    encoded = column.dictionary_encode()
    known = [*map(encode, encoded.dictionary.to_pylist()), encode(None)]
    return map(known.__getitem__, encoded.indices.fill_null(-1).to_pylist())


def csv_parts(names: Sequence[str], batches: Iterator[pa.RecordBatch]) -> Iterator[str]:
    """A line of names, then a line a row."""
    yield ",".join(map(csv_value, names)) + "\n"
    for batch in batches:
        yield "".join(",".join(row) + "\n" for row in rows(batch, csv_value))


def csv_value(value: Any) -> str:
    """A value in its cell: empty where it is missing, in quotes where it would break out (RFC 4180)."""
    text = "" if value is None else str(value)
    return '"' + text.replace('"', '""') + '"' if BREAKS_OUT.search(text) else text


def json_parts(names: Sequence[str], batches: Iterator[pa.RecordBatch]) -> Iterator[str]:
    """An array with an object a row, each on a line of its own. Every object has every key; NaN, which JSON does not have, is null."""
    pattern = ("{" + ",".join(f"{json_value(name)}:%s" for name in names) + "}").replace("%", "%%").replace("%%s", "%s")
    opening = "[\n"
    for batch in batches:
        if len(batch):
            yield opening + ",\n".join(pattern % row for row in rows(batch, json_value))
            opening = ",\n"
    yield "[]\n" if opening == "[\n" else "\n]\n"


def json_value(value: Any) -> str:
    """A value as JSON."""
    return orjson.dumps(value).decode()


FORMATS: dict[str, Callable[[Sequence[str], Iterator[pa.RecordBatch]], Iterator[str]]] = {".csv": csv_parts, ".json": json_parts}
