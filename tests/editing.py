"""Edits of a text that must find what they replace. Importable from here: editing."""

from pathlib import Path
from typing import AnyStr


def replaced_once(text: AnyStr, old: AnyStr, new: AnyStr) -> AnyStr:
    """The text with its only `old` replaced. An edit that finds nothing would test nothing."""
    assert text.count(old) == 1, f"{text.count(old)} times in the text: {old!r}"
    return text.replace(old, new)


def edit(path: Path, old: str, new: str) -> None:
    """Replace the only `old` in a file."""
    path.write_text(replaced_once(path.read_text(), old, new))
