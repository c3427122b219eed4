"""Stand-ins for commands of the machine, for tests. Importable from here: commands."""

import shlex
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Commands:
    """Stand-ins for commands, first on PATH; what they write to $CALLS is kept."""

    folder: Path

    def add(self, name, script):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\nCALLS={shlex.quote(str(self.folder / 'calls'))}\n{script}\n")
        path.chmod(0o755)

    def calls(self):
        path = self.folder / "calls"
        return path.read_text().splitlines() if path.exists() else []
