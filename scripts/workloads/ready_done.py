"""The two lines a program prints: READY when every task has started, DONE when every task has ended."""

import re
from dataclasses import dataclass, field

_READY = re.compile(rb"READY n=(\d{1,18}) done=(\d{1,18})\r?")
_DONE = re.compile(rb"DONE n=(\d{1,18})\r?")
LINE_BYTES = 256


@dataclass(frozen=True, slots=True)
class Ready:
    """Tasks started, and tasks that had already ended when the last one started."""

    started: int
    done: int
    seconds: float = 0.0
    late_seconds: float = 0.0  # how long it may have lain there unread


@dataclass(frozen=True, slots=True)
class Done:
    """Tasks ended."""

    count: int
    seconds: float = 0.0


@dataclass(slots=True)
class Protocol:
    """Reads a program's standard output as it arrives. Memory stays flat: of a line without an end only its beginning is kept."""

    ready: Ready | None = None
    done: Done | None = None
    ready_lines: int = 0
    done_lines: int = 0
    other_lines: int = 0
    _line: bytearray = field(default_factory=bytearray)

    def feed(self, data: bytes, seconds: float, late_seconds: float = 0.0) -> None:
        """Take the next bytes, which were read `seconds` after the spawn and had arrived up to `late_seconds` before."""
        whole, end, rest = data.rpartition(b"\n")
        if end:
            whole = bytes(self._line) + whole
            self._line.clear()
            if b"READY" in whole or b"DONE" in whole:
                for line in whole.split(b"\n"):
                    self._take(line, seconds, late_seconds)
            else:
                self.other_lines += whole.count(b"\n") + 1
        self._line += rest[: max(0, LINE_BYTES - len(self._line))]

    def finish(self, seconds: float) -> None:
        """The output has ended: a last line may lack its end."""
        if self._line:
            self._take(bytes(self._line), seconds)
            self._line.clear()

    def _take(self, line: bytes, seconds: float, late_seconds: float = 0.0) -> None:
        if match := _READY.fullmatch(line):
            self.ready_lines += 1
            self.ready = self.ready or Ready(int(match[1]), int(match[2]), seconds, late_seconds)
        elif match := _DONE.fullmatch(line):
            self.done_lines += 1
            self.done = self.done or Done(int(match[1]), seconds)
        else:
            self.other_lines += 1
