"""Official archives of toolchains as values: what their makers publish, where, and by which hash it is known. Nothing is loaded here."""

import os
import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from common.command_line import UserError

MEGABYTE = 1_000_000
ARCHITECTURES = {"x86_64": "x64", "aarch64": "arm64", "arm64": "arm64"}
ENDINGS = (".tar.gz", ".tgz", ".tar.xz", ".zip")
ROOTS = ("*",)
THIS_MACHINE = "this machine"  # the host of a file


@dataclass(frozen=True, slots=True)
class Download:
    """One published file. `exact`: its size is `most_bytes`; else that is only more than it can have."""

    address: str
    algorithm: str  # sha256 or sha512
    digest: str
    most_bytes: int
    exact: bool

    @property
    def file_name(self) -> str:
        """The last part of the address."""
        return PurePosixPath(urlsplit(self.address).path).name

    @property
    def hash(self) -> str:
        """As records name it: sha256:0123..."""
        return f"{self.algorithm}:{self.digest}"


@dataclass(frozen=True, slots=True)
class Archive:
    """A toolchain that its maker publishes whole. `folder`: where the tool lies, below what is unpacked.

    `roots`: the folders of the archive whose content is unpacked, as patterns; what is outside of them is left out.
    """

    name: str
    version: str
    licence: str
    folder: str
    downloads: Mapping[str, Download]  # by architecture
    most_unpacked_bytes: int
    roots: tuple[str, ...] = ROOTS
    label: str = ""  # as people call it


@dataclass(frozen=True, slots=True)
class Fetchable:
    """An archive with the file of it that this machine needs."""

    archive: Archive
    download: Download

    @property
    def key(self) -> str:
        """The name under which it is kept: <tool>-<version>-<the first eight digits of the hash>."""
        return f"{self.archive.name}-{self.archive.version}-{self.download.digest[:8]}"

    @property
    def words(self) -> str:
        """`.NET SDK 10.0.302`."""
        return f"{self.archive.label} {self.archive.version}"

    def tool_folder(self, kept: Path) -> Path:
        """Where the tool itself lies, below the folder in the cache."""
        return kept / self.archive.folder


def architecture() -> str | None:
    """This machine's architecture as archives name it; None where none of them runs: they are made for glibc."""
    try:
        libc = os.confstr("CS_GNU_LIBC_VERSION")
    except (ValueError, OSError):
        libc = None
    return ARCHITECTURES.get(platform.machine()) if libc else None


def megabytes(count: float) -> str:
    """Bytes as the makers' pages name them: 0.4 MB, 7.1 MB, 141 MB, 1,204 MB."""
    value = count / MEGABYTE
    return f"{value:,.0f} MB" if value >= 9.95 else f"{value:.1f} MB"


def size_words(download: Download) -> str:
    """`141 MB`; `up to 350 MB` where only a bound is known."""
    return megabytes(download.most_bytes) if download.exact else f"up to {megabytes(download.most_bytes)}"


def mirrored(address: str, mirror: str | None) -> str:
    """Where to load from. A mirror is one folder with the files of all makers: it stands for host and path, the name stays."""
    return address if mirror is None else f"{mirror.rstrip('/')}/{PurePosixPath(urlsplit(address).path).name}"


def _read_download(described: Mapping[str, Any], where: str) -> Download:
    algorithm = "sha256" if "sha256" in described else "sha512"
    exact = "bytes" in described
    if not urlsplit(described["address"]).path.endswith(ENDINGS):
        raise UserError(f"{where}: {described['address']}: the archive must be one of {', '.join(ENDINGS)}")
    size = described["bytes"] if exact else described["most_bytes"]
    return Download(described["address"], algorithm, described[algorithm], int(size), exact)


def read_archives(described: Mapping[str, Any], where: str) -> dict[str, Archive]:
    """The checked `archives:` of a language, by name."""
    return {
        name: Archive(
            name=name,
            label=archive.get("label", name),
            version=archive["version"],
            licence=archive["licence"],
            folder=archive.get("folder", "."),
            downloads={
                machine: _read_download(archive[machine], f"{where}: archives: {name}")
                for machine in sorted(set(ARCHITECTURES.values()))
                if machine in archive
            },
            most_unpacked_bytes=round(archive["most_unpacked_mb"] * MEGABYTE),
            roots=tuple(archive.get("roots", ROOTS)),
        )
        for name, archive in described.items()
    }


def host_of(address: str) -> str:
    """Whom an address asks."""
    return re.sub(r"^.*@", "", urlsplit(address).netloc) or THIS_MACHINE
