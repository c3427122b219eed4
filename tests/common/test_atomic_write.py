"""Files are written whole or not at all."""

from pathlib import Path

import pytest

from common import atomic_write as files
from common.atomic_write import write_atomically


def test_missing_folders_are_made_and_nothing_else_is_left(tmp_path: Path) -> None:
    target = tmp_path / "a folder" / "file"
    write_atomically(target, "text")
    assert target.read_text() == "text"
    assert list(target.parent.iterdir()) == [target]


def test_a_failure_leaves_the_old_file_and_no_temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "file"
    target.write_text("old")

    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(target, "new")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    link.symlink_to(real)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_atomically("/dev/null", "text")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(OSError, match="No space left"):
        write_atomically("/dev/full", "text")
