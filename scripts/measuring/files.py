"""Write a file whole or not at all."""

import contextlib
import os
from pathlib import Path


def write_atomically(path: Path | str, content: str | bytes) -> None:
    """Write a file whole: a reader sees the old content or the new. OSError: the old file is intact, no temporary is left."""
    data = content.encode() if isinstance(content, str) else content
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(data)  # a device or a pipe cannot be replaced
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        _write_and_sync(temporary, data)
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    with contextlib.suppress(OSError):  # some file systems cannot sync a directory; the rename itself is done
        _sync(target.parent)


def _write_and_sync(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
