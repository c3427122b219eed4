"""TERM, INT and HUP while a run lasts: noted, so that the tree is ended and the record still written."""

import os
import signal
import threading
from types import FrameType, TracebackType

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Interruption:
    """A context in which the three signals are noted instead of ending this process. Outside the main thread it notes nothing."""

    def __init__(self) -> None:
        self.number: int | None = None
        self.descriptor, self._write = os.pipe()
        os.set_blocking(self._write, False)
        self._before: dict[signal.Signals, object] = {}

    def __bool__(self) -> bool:
        return self.number is not None

    def __enter__(self) -> "Interruption":
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                if signal.getsignal(number) is not signal.SIG_IGN:  # nohup stays nohup
                    self._before[number] = signal.signal(number, self._note)
        return self

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if self.number is None:
            self.number = number
            os.write(self._write, b"!")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type] # what signal() returned
        os.close(self.descriptor)
        os.close(self._write)
