"""Memory of one process as /proc tells it. A process that has gone, or whose figures are gone, reads as None, never as zero."""

# Plain calls of os and open: pathlib costs time at every sample and at the start of the supervisor.
# ruff: noqa: PTH208

import contextlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

KIB = 1024
STATUS_BYTES = 8192
_WITH_MEMORY = re.compile(
    rb"State:\t(\S).*?\nVmHWM:\s+(\d+) kB\nVmRSS:\s+(\d+) kB(?:\nRssAnon:\s+(\d+) kB)?.*?"
    rb"\nVmPTE:\s+(\d+) kB\nVmSwap:\s+(\d+) kB(?:\nHugetlbPages:\s+(\d+) kB)?.*?\nThreads:\t(\d+)",
    re.DOTALL,
)
_ROLLUP = re.compile(rb"^(Rss|Pss|Private_Clean|Private_Dirty|Shared_Hugetlb|Private_Hugetlb|SwapPss):\s+(\d+) kB", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Reading:
    """One process at one instant. Bytes. Resident memory includes huge pages of hugetlbfs, which are in neither VmRSS nor VmHWM."""

    high_water_bytes: int
    resident_bytes: int
    page_table_bytes: int
    swap_bytes: int
    threads: int
    anonymous_bytes: int | None = None  # the part of the resident memory that is of no file; None before kernel 4.5
    hugetlb_bytes: int = 0

    @property
    def mapped_bytes(self) -> int:
        """Resident memory that is not anonymous: of files, shared, or huge pages. Zero where that is not known."""
        return 0 if self.anonymous_bytes is None else self.resident_bytes - self.anonymous_bytes


@dataclass(frozen=True, slots=True)
class SharedReading:
    """What /proc/PID/smaps_rollup says: exact, but the process stands still meanwhile. Bytes."""

    resident_bytes: int
    proportional_bytes: int  # without shared huge pages: the kernel does not say among how many they are shared
    unique_bytes: int
    shared_hugetlb_bytes: int = 0


def parse_status(text: bytes) -> Reading | None:
    """Figures of /proc/PID/status (proc(5)); None when it has no memory lines, as for a zombie or an exited leader thread."""
    match = _WITH_MEMORY.search(text)
    if match is None:
        return None
    high_water, resident, anonymous, page_table, swap, hugetlb, threads = (int(word) if word else 0 for word in match.groups()[1:])
    if not high_water:
        return None
    anonymous_bytes = None if match[4] is None else anonymous * KIB
    resident_bytes = (resident + hugetlb) * KIB
    return Reading(high_water * KIB, resident_bytes, page_table * KIB, swap * KIB, threads, anonymous_bytes, hugetlb * KIB)


def parse_rollup(text: bytes) -> SharedReading | None:
    """Figures of smaps_rollup; None when it is empty."""
    values = {name: int(number) * KIB for name, number in _ROLLUP.findall(text)}
    if b"Pss" not in values:
        return None
    unique = sum(values.get(name, 0) for name in (b"Private_Clean", b"Private_Dirty", b"Private_Hugetlb"))
    private, shared = values.get(b"Private_Hugetlb", 0), values.get(b"Shared_Hugetlb", 0)
    return SharedReading(values[b"Rss"] + private + shared, values[b"Pss"] + private, unique, shared)


class StatusReader:
    """Reads /proc/PID/status again and again. An open file is quick to read, and never means a later process of the same pid."""

    KEEP_OPEN = 64

    def __init__(self) -> None:
        self._open: dict[int, int] = {}

    def read(self, pid: int) -> Reading | None:
        """Figures of a process now. One whose leader thread has exited is read through a living thread."""
        try:
            text = self._text(pid)
        except OSError:
            self._forget(pid)
            return None
        return parse_status(text) or _through_a_thread(pid, text)

    def _text(self, pid: int) -> bytes:
        descriptor = self._open.get(pid)
        if descriptor is not None:
            return os.pread(descriptor, STATUS_BYTES, 0)
        descriptor = os.open(f"/proc/{pid}/status", os.O_RDONLY | os.O_CLOEXEC)
        if len(self._open) < self.KEEP_OPEN:
            self._open[pid] = descriptor
            return os.pread(descriptor, STATUS_BYTES, 0)
        try:
            return os.pread(descriptor, STATUS_BYTES, 0)
        finally:
            os.close(descriptor)

    def _forget(self, pid: int) -> None:
        descriptor = self._open.pop(pid, None)
        if descriptor is not None:
            os.close(descriptor)

    def close(self) -> None:
        """Close the files kept open."""
        for pid in list(self._open):
            self._forget(pid)


def _through_a_thread(pid: int, status: bytes) -> Reading | None:
    """Figures through a thread other than the exited leader. A true zombie has no other."""
    if b"State:\tZ" not in status:
        return None
    for thread in _threads(pid):
        with contextlib.suppress(OSError):
            reading = parse_status(Path(f"/proc/{pid}/task/{thread}/status").read_bytes())
            if reading is not None:
                return reading
    return None


def _threads(pid: int) -> list[str]:
    with contextlib.suppress(OSError):
        return [thread for thread in os.listdir(f"/proc/{pid}/task") if int(thread) != pid][-8:]
    return []


def is_running(pid: int) -> bool:
    """Whether a process has not ended yet. One that is ending has no memory figures any more, but still runs; so does one of which only
    the leader thread has exited, which looks like a zombie. A true zombie does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except OSError:
        return False
    return state not in {b"Z", b"X"} or bool(_threads(pid))


def read_shared(pid: int) -> SharedReading | None:
    """Exact resident, proportional and unique memory of a process. Costs 13 to 28 ms of CPU a GiB; the process waits."""
    return _rollup(f"/proc/{pid}/smaps_rollup") or next(
        filter(None, (_rollup(f"/proc/{pid}/task/{thread}/smaps_rollup") for thread in _threads(pid)[:1])), None
    )


def _rollup(path: str) -> SharedReading | None:
    try:
        return parse_rollup(Path(path).read_bytes())
    except OSError:
        return None
