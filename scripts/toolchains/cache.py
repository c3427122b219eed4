"""Where fetched toolchains are kept: outside of the checkout, shared by all of them. Standard library only: every set-up looks here."""

import contextlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common.atomic_write import write_atomically
from common.folders import PROJECT
from common.locks import open_lock, try_lock

PROJECT_NAME = "memory-of-tasks"
ORIGIN = ".origin.json"  # written before the folder gets its name: what has it was unpacked whole
LOADING = "loading"  # parts of downloads, locks, what is being unpacked, and why something could not be had
ANSWERS = "answers.json"


def cache_folder(environment: Mapping[str, str] | None = None) -> Path:
    """$XDG_CACHE_HOME/memory-of-tasks/toolchains; below ~/.cache where that is not set, below the checkout for whom has no home."""
    base = (os.environ if environment is None else environment).get("XDG_CACHE_HOME", "")
    if not Path(base).is_absolute():  # such a value is to be ignored, the specification says
        try:
            base = str(Path.home() / ".cache")
        except RuntimeError:
            base = str(PROJECT / ".cache")
    return Path(base, PROJECT_NAME, "toolchains")


@dataclass(frozen=True, slots=True)
class Cache:
    """The folder of all fetched toolchains. A key is <tool>-<version>-<hash8>."""

    folder: Path

    def kept(self, key: str) -> Path | None:
        """The folder of a toolchain that was fetched and unpacked whole."""
        folder = self.folder / key
        return folder if (folder / ORIGIN).is_file() else None

    def origin(self, key: str) -> dict[str, Any]:
        """What was noted when it was fetched: address, hash, licence, sizes."""
        return _read(self.folder / key / ORIGIN)

    def loading(self, key: str, ending: str) -> Path:
        """A file or folder that is only there while, or because, `key` is not."""
        return self.folder / LOADING / f"{key}.{ending}"

    def failure(self, key: str) -> str | None:
        """Why it could not be fetched the last time; None where that was never tried, or went well."""
        return _read(self.loading(key, "failed.json")).get("reason")

    def note_failure(self, key: str, reason: str | None) -> None:
        """Remember the reason, or that there is none any more. A cache that cannot be written to remembers nothing."""
        path = self.loading(key, "failed.json")
        with contextlib.suppress(OSError):
            if reason is None:
                path.unlink(missing_ok=True)
            elif self.failure(key) != reason:
                write_atomically(path, json.dumps({"reason": reason}) + "\n")

    def answers(self) -> dict[str, bool]:
        """What the person answered, by key: asked once is asked for good."""
        return {key: answer for key, answer in _read(self.folder / ANSWERS).items() if isinstance(answer, bool)}

    def note_answer(self, keys: list[str], answer: bool) -> None:
        """Remember an answer for each of the keys."""
        with contextlib.suppress(OSError):
            write_atomically(self.folder / ANSWERS, json.dumps({**self.answers(), **dict.fromkeys(keys, answer)}, indent=1) + "\n")

    def fetched(self) -> list[str]:
        """All that were fetched, in alphabetical order."""
        return sorted(path.parent.name for path in self.folder.glob(f"*/{ORIGIN}"))


def _read(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return document if isinstance(document, dict) else {}


def bytes_on_disk(path: Path) -> int:
    """What removing a file or folder gives back; links are not followed, and a file with two names counts once."""
    seen = set()
    total = 0
    for each in (path, *path.rglob("*")) if path.is_dir() and not path.is_symlink() else (path,):
        with contextlib.suppress(OSError):
            status = each.lstat()
            if (status.st_dev, status.st_ino) not in seen:
                seen.add((status.st_dev, status.st_ino))
                total += status.st_blocks * 512
    return total


def _is_being_loaded(cache: Cache, key: str) -> bool:
    path = cache.loading(key, "lock")
    if not path.exists():
        return False
    descriptor = open_lock(path)
    try:
        return not try_lock(descriptor)
    finally:
        os.close(descriptor)


def clean(cache: Cache) -> Iterator[tuple[str, int | None]]:
    """Remove all that was fetched or half fetched, and the answers. Yields each name with its bytes; None: being fetched, it stays."""
    for key in sorted({path.name for path in cache.folder.glob("*") if path.is_dir()} - {LOADING}):
        if _is_being_loaded(cache, key):
            yield key, None
            continue
        size = bytes_on_disk(cache.folder / key)
        shutil.rmtree(cache.folder / key)
        yield key, size
    loading = cache.folder / LOADING
    if loading.is_dir():
        busy = [path for path in loading.glob("*.lock") if _is_being_loaded(cache, path.name.removesuffix(".lock"))]
        if busy:
            yield from ((path.name.removesuffix(".lock"), None) for path in busy)
        else:
            parts = sum(map(bytes_on_disk, (*loading.glob("*.part"), *loading.glob("*.unpacking"))))
            shutil.rmtree(loading)
            if parts:
                yield "parts of downloads", parts
    (cache.folder / ANSWERS).unlink(missing_ok=True)
