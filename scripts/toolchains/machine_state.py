"""A digest of everything that finding toolchains depends on and that can be read without starting one of them."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from toolchains.cache import LOADING, cache_folder

PACKAGE_DATABASES = ("/var/lib/dpkg/status", "/usr/lib/jvm", "/etc/os-release")
DECIDING = ("DOWNLOAD_TOOLCHAINS", "DOWNLOAD_MIRROR")  # whether archives are fetched, and from where


def _descriptions(project: Path) -> Iterator[str]:
    for pattern in ("programs/*/language.yaml", "programs/*/*/variant.yaml", "config/config.yaml"):
        for path in sorted(project.glob(pattern)):
            yield f"{path.relative_to(project)}\0{path.read_text(encoding='utf-8')}"


def _times(paths: list[str]) -> Iterator[str]:
    """Installing or removing a tool changes its folder's modification time."""
    for path in paths:
        try:
            yield f"{path}\0{os.stat(path).st_mtime_ns}"  # noqa: PTH116
        except OSError:
            yield f"{path}\0absent"


def machine_state(project: Path, environment: Mapping[str, str] | None = None, databases: tuple[str, ...] = PACKAGE_DATABASES) -> str:
    """SHA-256 of descriptions, configuration, search path, variables such as JAVA_HOME, and what is installed or was fetched."""
    environ = os.environ if environment is None else environment
    folders = [folder for folder in environ.get("PATH", os.defpath).split(os.pathsep) if folder]
    homes = sorted(f"{name}={value}" for name, value in environ.items() if name.endswith(("_HOME", "_ROOT")) or name in DECIDING)
    fetched = cache_folder(environ)
    digest = hashlib.sha256(str(os.geteuid()).encode())
    for part in (*_descriptions(project), *_times([*folders, *databases, str(fetched), str(fetched / LOADING)]), *homes):
        digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
    return digest.hexdigest()
