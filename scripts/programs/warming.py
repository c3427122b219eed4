"""A program's first run reads its files from disk and writes caches of its own: one discarded run does that, once a program and boot."""

from pathlib import Path

BOOT = Path("/proc/sys/kernel/random/boot_id")
FOLDER = "warmed"


def _note(build: Path) -> Path | None:
    """Where it is noted on this machine, in the folder of a build, which is emptied when the program is built again."""
    try:
        return build / FOLDER / BOOT.read_text().strip()
    except OSError:
        return None


def warm_is_needed(build: Path) -> bool:
    """Whether no run has warmed this build since the machine was started."""
    note = _note(build)
    return note is None or not note.exists()


def note_warm(build: Path) -> None:
    """A run has."""
    note = _note(build)
    if note is not None:
        note.parent.mkdir(parents=True, exist_ok=True)
        note.touch()
