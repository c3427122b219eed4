"""A measured cell also lies here until the workflow accepts it: when one job of a batch fails, Snakemake removes the outputs of all."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from common.atomic_write import write_atomically

FOLDER = "unconfirmed"


def machine_folder(record: Path) -> Path:
    """The folder results/<machine> of a record results/<machine>/runs/<...>.json."""
    return next(folder.parent for folder in record.parents if folder.name == "runs")


def place_of(record: Path) -> Path:
    """Where the cell of a record lies."""
    folder = machine_folder(record)
    return folder / FOLDER / record.relative_to(folder / "runs")


def key_of(files: Iterable[Path], options: Mapping[str, object]) -> str:
    """What a measurement was made from: its input files by content, and its options. Another key, another measurement."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    digest.update(json.dumps(options, sort_keys=True).encode())
    return digest.hexdigest()


def set_aside(place: Path, key: str, record: Mapping[str, Any], series: str) -> None:
    """Keep a measured cell, whole or not at all: its record and its series (CSV)."""
    write_atomically(place, json.dumps({"key": key, "record": record, "series": series}, separators=(",", ":")))


def take_back(place: Path, key: str) -> tuple[dict[str, Any], str] | None:
    """Record and series of a cell that was measured from the same and never accepted; None when there is none, or a damaged one."""
    try:
        kept = json.loads(place.read_text(encoding="utf-8"))
        return (dict(kept["record"]), str(kept["series"])) if kept["key"] == key else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def forget(place: Path) -> None:
    """The cell was accepted, or is to be measured anew: remove it, and the folders that it leaves empty."""
    place.unlink(missing_ok=True)
    for folder in place.parents:
        if folder.name == FOLDER or FOLDER not in folder.parts:
            return
        try:
            folder.rmdir()
        except OSError:  # another cell lies there
            return
