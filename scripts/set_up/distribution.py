"""Which Linux distribution this is, and what of it the set-up may use: packages are installed by root on Debian 12 and 13 alone."""

import os
import shlex
from dataclasses import dataclass
from pathlib import Path

SUPPORTED_DEBIAN = {"12", "13"}


@dataclass(frozen=True, slots=True)
class Distribution:
    """The distribution's name and version as os-release(5) gives them, and whether this process is root."""

    id: str
    version: str
    root: bool

    @property
    def supported_debian(self) -> bool:
        """Whether the package names in programs/ are known to fit."""
        return self.id == "debian" and self.version in SUPPORTED_DEBIAN

    @property
    def may_install(self) -> bool:
        """Whether the set-up installs packages by itself."""
        return self.supported_debian and self.root


def read_distribution(os_release: Path = Path("/etc/os-release")) -> Distribution:
    """This machine's distribution; empty names where os-release is missing."""
    fields: dict[str, str] = {}
    if os_release.is_file():
        for line in os_release.read_text(encoding="utf-8").splitlines():
            name, separator, value = line.partition("=")
            if separator and not line.startswith("#"):
                fields[name.strip()] = "".join(shlex.split(value))
    return Distribution(fields.get("ID", ""), fields.get("VERSION_ID", ""), os.geteuid() == 0)
