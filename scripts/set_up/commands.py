"""Runs the tools that the set-up needs (venv, pip, apt-get) with their output in a log file."""

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

# Each would make Python or pip look at, or write to, somewhere else than the environment that is being made.
MISLEADING = {"PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_NO_BINARY", "PIP_REQUIREMENT"}
QUIET = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command ended; `complaint` is the line of its output that says most about a failure."""

    exit_code: int
    complaint: str


def complaint(output: str) -> str:
    """The last line that names an error, else the last line at all; pip calls a package missing when it could not ask for it."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    named = [line for line in lines if line.startswith(("ERROR:", "E: ", "Error:"))]
    unreachable = any("connection broken by" in line for line in lines)
    return (named or lines or ["no output"])[-1] + (" (no connection to the package index: is the network there?)" if unreachable else "")


def run_logged(command: Sequence[str], log: Path, *, keep_open: Sequence[int] = ()) -> Outcome:
    """Run the command to its end without standard input; its output is added to the log. `keep_open`: descriptors that it inherits."""
    environ = {name: value for name, value in os.environ.items() if name not in MISLEADING} | QUIET
    if "SSL_CERT_FILE" in environ:
        environ.setdefault("PIP_CERT", environ["SSL_CERT_FILE"])  # which pip before 24.2 does not look at
    null, same = subprocess.DEVNULL, subprocess.STDOUT
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a+", encoding="utf-8", errors="replace") as file:
        file.write(f"$ {' '.join(command)}\n")
        file.flush()
        start = file.tell()
        try:
            done = subprocess.run(command, stdout=file, env=environ, pass_fds=tuple(keep_open), stdin=null, stderr=same, check=False)
        except OSError as error:
            return Outcome(127, f"{command[0]}: {error.strerror}")
        file.seek(start)
        return Outcome(done.returncode, complaint(file.read()) if done.returncode else "")
