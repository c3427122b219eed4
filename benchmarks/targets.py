"""Programs whose memory is known, for judging measuring tools."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

MIB = 1024 * 1024
PROJECT = Path(__file__).resolve().parents[1]
SOURCES = PROJECT / "tests" / "measuring" / "targets"


@dataclass(frozen=True, slots=True)
class Target:
    """A program, what it is good for, and its true peak. Bytes. `known_bytes` None: the program's own high-water mark at its end."""

    name: str
    meaning: str
    words: tuple[str, ...]
    known_bytes: int | None = None
    counts_footprint: bool = False


TARGETS = (
    Target("steady", "512 MiB for 1 s", ("hold", "512", "1")),
    Target("small", "nothing but itself, 1 s", ("hold", "0", "1")),
    Target("spike", "64 MiB for 1 ms, then 0.5 s", ("spike", "64", "1", "0.5")),
    Target("short", "64 MiB and immediate exit", ("hold", "64", "0")),
    Target("shared", "512 MiB shared with 8 forked children", ("forked", "512", "8", "1")),
    Target("escaped", "100 MiB in a daemon with its own session", ("daemon", "100", "1", "{folder}/pid"), 100 * MIB + 550 * 1024),
    Target("leaderless", "100 MiB after the main thread has exited", ("leader_exits", "100", "1")),
    Target("file", "a mapped file of 300 MiB", ("map_file", "{folder}/file", "1")),
    Target(
        "memory file", "200 MiB in a memory file that is not mapped (footprint)", ("memory_file", "200", "1"), 200 * MIB + 700 * 1024, True
    ),
)


def build(folder: Path) -> None:
    """Compile the targets and make the file that one of them maps."""
    for name in {target.words[0] for target in TARGETS} | {"churn", "contract"}:
        source = SOURCES / f"{name}.c"
        subprocess.run(["gcc", "-O1", "-static", "-pthread", "-o", str(folder / name), str(source)], check=True)
    (folder / "file").write_bytes(os.urandom(MIB) * 300)


def command(target: Target, folder: Path) -> list[str]:
    """The target's argv."""
    program, *rest = target.words
    return [str(folder / program), *(word.format(folder=folder) for word in rest)]


def true_bytes(target: Target, folder: Path) -> int:
    """The true peak: what is known beforehand, else what the program itself reads of the kernel at its end, unobserved."""
    if target.known_bytes is not None:
        return target.known_bytes
    report = folder / "peak"
    subprocess.run(command(target, folder), env={"REPORT_PEAK": str(report)}, check=True, capture_output=True)
    return int(report.read_text().split()[0]) * 1024


def end_daemon(folder: Path) -> None:
    """End the process that the escaping target leaves behind; no tool but ours does it."""
    pid = folder / "pid"
    if pid.exists():
        try:
            os.kill(int(pid.read_text()), 9)
        except (ProcessLookupError, ValueError):
            return
        finally:
            pid.unlink()
