"""How a person sees a file being loaded: one line that is written over on a terminal, one a minute in a log."""

import sys
import time
from typing import TextIO

from common.units import duration
from toolchains.archives import megabytes

SECONDS_BETWEEN = 0.2
SECONDS_BETWEEN_LINES = 60.0


class Telling:
    """Tells progress, with rate and time left, on a stream."""

    def __init__(self, label: str, stream: TextIO | None = None) -> None:
        self.label = label
        self.stream = stream or sys.stdout
        self.terminal = self.stream.isatty()
        self.began = self.told = time.monotonic()
        self.first: int | None = None
        self.width = 0

    def progress(self, done: int, total: int | None) -> None:
        """So many bytes are there."""
        now = time.monotonic()
        if self.first is None:
            self.first = done
        finished = done == total
        if now - self.told < (SECONDS_BETWEEN if self.terminal else SECONDS_BETWEEN_LINES) and not (finished and self.terminal):
            return
        self.told = now
        line = progress_words(self.label, done, total, rate=(done - self.first) / max(now - self.began, 1e-3))
        if self.terminal:
            self.stream.write("\r" + line.ljust(self.width))
            self.width = len(line)
        else:
            self.stream.write(line + "\n")
        self.stream.flush()

    def say(self, line: str) -> None:
        """A line of its own."""
        self.end()
        print(line, file=self.stream, flush=True)

    def end(self) -> None:
        """Leave the line that is written over."""
        if self.width:
            self.stream.write("\n")
            self.stream.flush()
            self.width = 0


def progress_words(label: str, done: int, total: int | None, rate: float) -> str:
    """`go 1.27.1: 31 of 71 MB, 8.2 MB/s, 5 s left`."""
    of = f" of {megabytes(total)}" if total else ""
    speed = f", {megabytes(rate)}/s" if rate else ""
    left = f", {duration((total - done) / rate)} left" if total and rate and total > done else ""
    return f"{label}: {megabytes(done)}{of}{speed}{left}"
