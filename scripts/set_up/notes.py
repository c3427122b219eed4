"""The files in which the set-up remembers what it did, and the lock that keeps two set-ups of one checkout apart."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from common.atomic_write import write_atomically
from common.command_line import UserError
from common.locks import open_lock, wait_for_lock


def read_note(path: Path) -> dict[str, Any]:
    """What write_note wrote; empty where there is nothing, or nothing that can be read."""
    try:
        note = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def write_note(path: Path, note: Mapping[str, Any]) -> None:
    """Write the note whole or not at all, also when the machine goes down in between."""
    write_atomically(path, json.dumps(note, indent=1))


@contextmanager
def checkout_lock(path: Path) -> Iterator[int]:
    """Hold the lock; say so when it has to wait. Yields a descriptor: a child that inherits it keeps the lock if this process is killed."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = open_lock(path)
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error.strerror}); use a copy of the project in a folder of your own") from error
    try:
        wait_for_lock(descriptor, lambda: print("Waiting for another set-up of this folder to finish.", flush=True))
        yield descriptor
    finally:
        os.close(descriptor)
