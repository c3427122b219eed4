"""Keeps each measured run in a file of its own that nothing ever overwrites; results/<machine>/runs/ has only the newest."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from common.atomic_write import write_atomically
from records.cell import HISTORY, cell_of, kept_in, records_in
from records.reader import LEAVE_OUT, damaged, read_record

FOLDER = HISTORY


def moment_name(started_at: str) -> str:
    """An ISO 8601 time as a file's name, in UTC to the millisecond: 20261130T170519.123Z."""
    moment = datetime.fromisoformat(started_at)
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return f"{moment:%Y%m%dT%H%M%S}.{moment.microsecond // 1000:03d}Z"


def kept_path(record: Mapping[str, Any]) -> Path | None:
    """Where a run is kept, below the history folder; None when nothing was run (a missing toolchain, a limit).

    One machine measures one run at a time, so that cell and starting time name it.
    """
    if record.get("started_at") is None:
        return None
    return Path(cell_of(record).place(), f"{moment_name(record['started_at'])}.json")


def keep(record: Mapping[str, Any], folder: Path) -> Path | None:
    """Keep a cell's record below `folder`; the file, or None when there is nothing new to keep. A file that is there stays as it is."""
    path = kept_path(record)
    if path is None or (folder / path).exists():
        return None
    write_atomically(folder / path, json.dumps(record, separators=(",", ":")) + "\n")
    return folder / path


def read_kept(path: Path) -> dict[str, Any]:
    """One record of a run. UserError, with the way to go on, when it is damaged, or gone since it was listed."""
    try:
        return read_record(path, LEAVE_OUT)
    except FileNotFoundError as error:
        damaged(str(path), str(error), LEAVE_OUT)


def read_history(folder: Path, variant: str = "*") -> list[dict[str, Any]]:
    """The kept records below a history folder, of one variant or of all, by path: cell by cell, oldest first."""
    return [read_kept(path) for path in kept_in(folder, variant)]


def standing_records(runs: Path) -> Iterator[dict[str, Any]]:
    """The records under results/<machine>/runs/, for rebuilding a history that lacks them."""
    yield from map(read_kept, records_in(runs))
