"""Write a file whole or not at all. Standard library only: the set-up writes its notes with it."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


def write_atomically(path: Path | str, content: str | bytes) -> None:
    """Write a file whole: a reader sees the old content or the new. OSError: the old file is intact, no temporary is left."""
    data = content.encode() if isinstance(content, str) else content
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(data)  # a device or a pipe cannot be replaced
        return
    with replaced(target) as temporary:
        temporary.write_bytes(data)
    with contextlib.suppress(OSError):  # some file systems cannot sync a directory; the rename itself is done
        _sync(target.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A path to write a large file to, which becomes `path` when all went well; else nothing is left of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        yield temporary
        _sync(temporary)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
