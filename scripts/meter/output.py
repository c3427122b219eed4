"""What the program prints: always drained, so that it never blocks, and kept only as far as a person would read."""

import os

KEPT_BYTES = 65536
TAIL_BYTES = 4096
READ_BYTES = 65536


class Output:
    """One stream of the program. Keeps its first and its last 64 KiB, and counts the rest."""

    def __init__(self, descriptor: int) -> None:
        os.set_blocking(descriptor, False)
        self.descriptor = descriptor
        self.total_bytes = 0
        self.open = True
        self.head = bytearray()
        self._tail = bytearray()

    def read(self) -> bytes:
        """The next bytes, empty when there are none now or ever again."""
        try:
            data = os.read(self.descriptor, READ_BYTES)
        except BlockingIOError:
            return b""
        if not data:
            self.close()
            return b""
        self.total_bytes += len(data)
        if len(self.head) < KEPT_BYTES:
            self.head += data[: KEPT_BYTES - len(self.head)]
        self._tail += data
        del self._tail[:-TAIL_BYTES]
        return data

    @property
    def truncated(self) -> bool:
        """Whether more was printed than is kept."""
        return self.total_bytes > KEPT_BYTES

    def tail_text(self) -> str:
        """The last 4 KiB as text."""
        return self._tail.decode(errors="replace")

    def head_text(self) -> str:
        """The first 64 KiB as text."""
        return self.head.decode(errors="replace")

    def close(self) -> None:
        """Close the stream; twice is once."""
        if self.open:
            self.open = False
            os.close(self.descriptor)
