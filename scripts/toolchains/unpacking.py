"""Unpacks an archive so that nothing leaves its folder: no absolute names, no way up, no links outwards, no devices, no bombs.

The hash is checked before; this is for the day on which a description, a maker or a mirror is wrong. tarfile's data filter is asked as well
where this Python has it: 3.11.2 of Debian 12 does not.
"""

import fnmatch
import gzip
import lzma
import os
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

MOST_MEMBERS = 500_000
HEADERS_BYTES = 1 << 20
LEFT_OUT = 4  # an archive may have so many times what is unpacked of it (Rust's has all its documents)


class UnpackError(Exception):
    """Why an archive is not unpacked, in words that follow its name."""


class _Bounded:
    """A stream that refuses to give more than `most` bytes: a small file can unpack to any size."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self.stream, self.left = stream, most

    def read(self, size: int = -1) -> bytes:
        data = self.stream.read(size)
        self.left -= len(data)
        if self.left < 0:
            raise UnpackError("unpacks to more than described")
        return data


def _parts(name: str) -> tuple[str, ...]:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name:
        raise UnpackError(f"has a member that leaves its folder: {name[:200]!r}")
    return path.parts


def kept_name(name: str, roots: tuple[str, ...]) -> PurePosixPath | None:
    """Where a member is unpacked to, below the roots that it lies in; None for what lies outside of them, or is a root."""
    parts = _parts(name)
    for root in roots:
        wanted = PurePosixPath(root).parts
        depth = len(wanted)
        if len(parts) > depth and all(map(fnmatch.fnmatchcase, parts, wanted)):
            return PurePosixPath(*parts[depth:])
    return None


def _folder(destination: Path, inner: PurePosixPath) -> Path:
    """The folder `inner` below `destination`, made where it is not there. UnpackError where a link is in the way."""
    folder = destination
    for part in inner.parts:
        folder /= part
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            raise UnpackError(f"writes through {folder.relative_to(destination)}, which is no folder")
        folder.mkdir(exist_ok=True)
    return folder


def _place(destination: Path, inner: PurePosixPath) -> Path:
    """Where a file or link comes to lie; one that stands there already is replaced, never written through."""
    path = _folder(destination, inner.parent) / inner.name
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.exists():
        raise UnpackError(f"has {inner} twice, once as a folder")
    return path


def _write(source: IO[bytes], path: Path, mode: int, seconds: float | None = None) -> None:
    with path.open("xb") as file:
        shutil.copyfileobj(source, file, 1 << 20)
    path.chmod(0o755 if mode & 0o111 else 0o644)
    if seconds is not None:
        os.utime(path, (seconds, seconds))  # a JVM compares them before it takes its shared archive of classes


def _link(member: tarfile.TarInfo, inner: PurePosixPath, destination: Path) -> None:
    target = PurePosixPath(member.linkname)
    reached = PurePosixPath(os.path.normpath(inner.parent / target))
    if target.is_absolute() or reached.parts[:1] == (os.pardir,):
        raise UnpackError(f"has a link that leaves its folder: {inner} to {member.linkname[:200]!r}")
    _place(destination, inner).symlink_to(target)


def _hard_link(member: tarfile.TarInfo, inner: PurePosixPath, destination: Path, roots: tuple[str, ...]) -> None:
    original = kept_name(member.linkname, roots)
    source = destination / original if original is not None else None
    if original is None or source is None or not stat.S_ISREG(_mode(_folder(destination, original.parent) / original.name)):
        raise UnpackError(f"has a link to what it does not have: {inner} to {member.linkname[:200]!r}")
    if original != inner:
        os.link(source, _place(destination, inner), follow_symlinks=False)


def _mode(path: Path) -> int:
    try:
        return path.lstat().st_mode
    except OSError:
        return 0


def _unpack_member(archive: tarfile.TarFile, member: tarfile.TarInfo, destination: Path, roots: tuple[str, ...]) -> None:
    inner = kept_name(member.name, roots)
    if not (member.isfile() or member.isdir() or member.issym() or member.islnk()):
        raise UnpackError(f"has a member that is neither file, folder nor link: {member.name[:200]!r}")
    if inner is None:
        return
    if hasattr(tarfile, "data_filter") and not member.islnk():
        try:
            tarfile.data_filter(member.replace(name=str(inner), deep=False), str(destination))
        except tarfile.FilterError as error:
            raise UnpackError(f"has a member that is not taken: {error}") from error
    if member.isdir():
        _folder(destination, inner)
    elif member.issym():
        _link(member, inner, destination)
    elif member.islnk():
        _hard_link(member, inner, destination, roots)
    else:
        content = archive.extractfile(member)
        assert content is not None
        _write(content, _place(destination, inner), member.mode, member.mtime)


def _unpack_tar(path: Path, opener: Any, destination: Path, roots: tuple[str, ...], most_bytes: int) -> None:
    left, members = most_bytes, 0
    whole = LEFT_OUT * most_bytes + HEADERS_BYTES
    with (
        opener(path, "rb") as stream,
        tarfile.open(fileobj=cast("IO[bytes]", _Bounded(stream, whole)), mode="r|") as archive,
    ):
        for member in archive:
            members += 1
            left -= max(member.size, 0) if member.isfile() and kept_name(member.name, roots) is not None else 0
            if left < 0 or members > MOST_MEMBERS:
                raise UnpackError("unpacks to more than described")
            _unpack_member(archive, member, destination, roots)


def _unpack_zip(path: Path, destination: Path, roots: tuple[str, ...], most_bytes: int) -> None:
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        if sum(member.file_size for member in members) > most_bytes or len(members) > MOST_MEMBERS:
            raise UnpackError("unpacks to more than described")
        for member in members:
            inner = kept_name(member.filename, roots)
            mode = member.external_attr >> 16
            if stat.S_IFMT(mode) not in {0, stat.S_IFREG, stat.S_IFDIR}:
                raise UnpackError(f"has a member that is neither file nor folder: {member.filename[:200]!r}")
            if inner is not None and member.is_dir():
                _folder(destination, inner)
            elif inner is not None:
                with archive.open(member) as content:
                    _write(content, _place(destination, inner), mode)


def _links_that_leave(destination: Path) -> Iterator[Path]:
    """Links can lead out by way of other links, which no look at one of them alone would show."""
    real = Path(os.path.realpath(destination))
    for folder, folders, files in os.walk(destination):
        for name in (*folders, *files):
            path = Path(folder, name)
            if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(real):
                yield path


@contextmanager
def _broken_archives_in_words() -> Iterator[None]:
    try:
        yield
    except (tarfile.TarError, zipfile.BadZipFile, lzma.LZMAError, gzip.BadGzipFile, zlib.error, EOFError, RuntimeError) as error:
        raise UnpackError(f"is no archive that can be read ({error})") from error


def unpack(path: Path, kind: str, destination: Path, roots: tuple[str, ...], most_bytes: int) -> None:
    """Unpack what lies below the roots into an empty folder. `kind`: the ending of its name. After an UnpackError it is not whole."""
    with _broken_archives_in_words():
        if kind.endswith(".zip"):
            _unpack_zip(path, destination, roots, most_bytes)
        else:
            _unpack_tar(path, lzma.open if kind.endswith(".xz") else gzip.open, destination, roots, most_bytes)
    for link in _links_that_leave(destination):
        raise UnpackError(f"has a link that leaves its folder: {link.relative_to(destination)}")
