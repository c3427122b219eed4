"""Brings one archive into the cache: loaded, checked, unpacked beside and renamed, so that a kill leaves nothing that looks complete."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

from common.locks import locked
from toolchains.archives import Fetchable, mirrored
from toolchains.cache import ORIGIN, Cache, bytes_on_disk
from toolchains.fetching import FetchError, Watcher, errors_in_words, fetch
from toolchains.unpacking import UnpackError, unpack


def _unpack(wanted: Fetchable, part: Path, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)  # of a run that was killed
    folder.mkdir(parents=True)
    try:
        unpack(part, wanted.download.file_name, folder, wanted.archive.roots, wanted.archive.most_unpacked_bytes)
    except UnpackError as error:
        raise FetchError(str(error)) from error
    if not wanted.tool_folder(folder).is_dir():
        raise FetchError(f"has no folder {wanted.archive.folder}")


def _origin(wanted: Fetchable, address: str, unpacked_bytes: int) -> dict[str, Any]:
    return {
        "name": wanted.archive.name,
        "version": wanted.archive.version,
        "licence": wanted.archive.licence,
        "address": wanted.download.address,
        "loaded_from": address,
        "hash": wanted.download.hash,
        "unpacked_bytes": unpacked_bytes,
    }


def keep(wanted: Fetchable, cache: Cache, mirror: str | None, watcher: Watcher) -> Path:
    """The folder in the cache; loaded and unpacked if it is not there. FetchError says why that failed, and the cache remembers it."""
    address = mirrored(wanted.download.address, mirror)
    key = wanted.key
    part, unpacking = cache.loading(key, "part"), cache.loading(key, "unpacking")
    try:
        with (
            errors_in_words(address),
            locked(cache.loading(key, "lock"), lambda: watcher.say(f"Waiting for another run that is fetching {wanted.words}.")),
        ):
            there = cache.kept(key)
            if there is not None:
                return there
            fetch(address, wanted.download, part, watcher)
            try:
                _unpack(wanted, part, unpacking)
                note = _origin(wanted, address, bytes_on_disk(unpacking))
                (unpacking / ORIGIN).write_text(json.dumps(note, indent=1) + "\n", encoding="utf-8")
                shutil.rmtree(cache.folder / key, ignore_errors=True)  # without a note of its origin: not whole
                os.replace(unpacking, cache.folder / key)  # noqa: PTH105 of folders
            finally:
                shutil.rmtree(unpacking, ignore_errors=True)
            part.unlink(missing_ok=True)
    except FetchError as error:
        cache.note_failure(key, str(error))
        raise
    cache.note_failure(key, None)
    return cache.folder / key
