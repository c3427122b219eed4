"""From many record files to columns, by two processes where there are enough of them to be worth it."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa

from analysis.tables.flatten import flat_columns
from analysis.tables.planned_records import read_records
from common.workers import worker_pool
from records.cell import Cell
from records.subject import base_id, version_label

PROCESSES = 2
FEW = 3_000  # cells that one process has read before two have started
AT_ONCE = 2_000  # records that a process holds as such

Apply: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where records lie, which folders rows must not show, and what programs are called now, by id."""

    machine_folder: Path
    checkout: Path
    home: Path
    labels: Mapping[str, str]


@contextmanager
def workers(cells: int) -> Iterator[Apply]:
    """`map`, in processes of their own where there are many cells. To be entered before threads do work: the processes are forked."""
    if cells <= FEW:
        yield map
        return
    import pandas  # noqa: F401, PLC0415 pyarrow needs it in each process, and one import is enough

    with worker_pool(PROCESSES, gc.disable) as pool:  # records hold no cycles: looking for them would double the time
        try:
            yield pool.map
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def read_parts(apply: Apply, place: Place, cells: Iterable[Cell]) -> list[pa.Table]:
    """The rows of all cells, as parts to put together. UserError for the first record that is missing or damaged."""
    iterator = iter(cells)
    lots = iter(lambda: list(islice(iterator, AT_ONCE)), [])
    return list(apply(partial(read_part, place), lots))


def read_part(place: Place, cells: Sequence[Cell]) -> pa.Table:
    """The rows of some cells."""
    records = read_records(place.machine_folder, cells)
    for record in records:
        record["label"] = label_now(record, place.labels)
    return flat_columns(records, place.checkout, place.home)


def label_now(record: Mapping[str, Any], labels: Mapping[str, str]) -> str:
    """The label as it is described now, by the program's id; the record's own where the program is gone."""
    label = labels.get(base_id(record["variant"]))
    return str(record["label"]) if label is None else version_label(label, record["variant"])
