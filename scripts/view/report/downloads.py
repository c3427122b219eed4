"""The tables as files to save: packed inside the page where they are small enough, always beside it."""

import base64
import gzip
from dataclasses import dataclass
from pathlib import Path

# The most that the files may take inside the page, packed and in base64, and the largest that is packed at all, in bytes.
ROOM, LARGEST = 800_000, 8_000_000
FILES = {
    "summary.csv": "one row a variant and N",
    "summary.json": "the same",
    "summary.parquet": "the same",
    "summary.md": "the same, as a table to paste",
    "fits.csv": "bytes per task and base of each variant",
    "fits.json": "the same",
    "fits.parquet": "the same",
    "claims.csv": "each statement of the posts with its outcome",
    "datapackage.json": "what each column is, and its unit",
    "runs.csv": "every run, every field",
    "runs.parquet": "the same",
    "runs.json": "the same",
}


@dataclass(frozen=True, slots=True)
class Download:
    """One file: its size in bytes, and its content (gzip, base64) where it is inside the page."""

    name: str
    what: str
    size: int
    packed: str | None

    @property
    def size_words(self) -> str:
        """Size as a reader sees it."""
        return f"{self.size / 1000:,.0f} kB" if self.size < 1_000_000 else f"{self.size / 1_000_000:,.1f} MB"


def downloads(tables: Path) -> list[Download]:
    """The files that are there, in the order of FILES. Small ones are taken in first."""
    there = [name for name in FILES if (tables / name).is_file()]
    left, packed = ROOM, {}
    for name in sorted(there, key=lambda name: (tables / name).stat().st_size):
        if (tables / name).stat().st_size > LARGEST:
            break
        text = base64.b64encode(gzip.compress((tables / name).read_bytes(), mtime=0)).decode()
        if len(text) <= left:
            packed[name], left = text, left - len(text)
    return [Download(name, FILES[name], (tables / name).stat().st_size, packed.get(name)) for name in there]
