"""What a run's cgroup holds, from the kernel's files (cgroup-v2.rst; cgroup-v1/memory.rst)."""

import contextlib
import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

from meter.cgroup import Group

STAT_BYTES = 16384
_V1_FIGURES = re.compile(rb"\ntotal_(cache|rss|shmem|swap) (\d+)")


@dataclass(frozen=True, slots=True)
class Held:
    """Memory charged to the run at one instant. Bytes. `kernel` covers stacks, page tables and slabs."""

    anon: int
    shmem: int
    file: int
    kernel: int
    swap: int
    hugetlb: int = 0  # huge pages of hugetlbfs, which no other figure holds

    @property
    def footprint(self) -> int:
        """What the run costs the machine: page cache is left out, since the machine takes it back when it likes."""
        return self.anon + self.shmem + self.kernel + self.hugetlb

    @property
    def charged(self) -> int:
        """All that the group is charged with, as its own high-water mark counts it."""
        return self.anon + self.shmem + self.file + self.kernel


def parse_v2(stat: bytes) -> Held:
    """Figures of memory.stat in version 2, where `file` includes shmem. Before kernel 5.18 `kernel` is the sum of its parts."""
    values = _pairs(stat)
    parts = (b"kernel_stack", b"pagetables", b"sec_pagetables", b"percpu", b"slab", b"vmalloc")
    kernel = values[b"kernel"] if b"kernel" in values else sum(values.get(name, 0) for name in parts)
    shmem = values.get(b"shmem", 0)
    return Held(values.get(b"anon", 0), shmem, max(0, values.get(b"file", 0) - shmem), kernel, 0, values.get(b"hugetlb", 0))


def parse_v1(stat: bytes, kernel: bytes) -> Held:
    """Figures of version 1, with those of groups below; `cache` includes shmem, and kernel memory has a file of its own."""
    values = {name: int(number) for name, number in _V1_FIGURES.findall(stat)}
    shmem = values.get(b"shmem", 0)
    return Held(values.get(b"rss", 0), shmem, max(0, values.get(b"cache", 0) - shmem), int(kernel or 0), values.get(b"swap", 0))


def _pairs(text: bytes) -> dict[bytes, int]:
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=False))


class HeldReader:
    """Reads the memory of a group again and again, with its files kept open."""

    def __init__(self, group: Group) -> None:
        assert group.memory is not None
        self.folder = group.memory
        self.v1 = group.kind == "v1"
        names = ("memory.stat", "memory.kmem.usage_in_bytes") if self.v1 else ("memory.stat", "memory.swap.current")
        self._files = [_open(group.memory / name) for name in names]
        self._huge = [_open(path) for path in group.memory.glob("hugetlb.*.current") if ".rsvd." not in path.name]

    def read(self) -> Held | None:
        """What is held now; None when the group cannot be read."""
        try:
            stat, other = (os.pread(descriptor, STAT_BYTES, 0) if descriptor >= 0 else b"" for descriptor in self._files)
        except OSError:
            return None
        if self.v1:
            return parse_v1(stat, other)
        held = parse_v2(stat)
        huge = sum(int(os.pread(descriptor, STAT_BYTES, 0)) for descriptor in self._huge if descriptor >= 0)
        return replace(held, swap=int(other or 0), hugetlb=max(held.hugetlb, huge))

    def close(self) -> None:
        """Close the files kept open."""
        for descriptor in (*self._files, *self._huge):
            if descriptor >= 0:
                os.close(descriptor)
        self._files = self._huge = []


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return -1


def peak_bytes(group: Group) -> int | None:
    """The kernel's own high-water mark of the group. It includes page cache: kept, never a headline."""
    if group.memory is None:
        return None
    name = "memory.max_usage_in_bytes" if group.kind == "v1" else "memory.peak"
    with contextlib.suppress(OSError, ValueError):
        return int((group.memory / name).read_text())
    return None


def oom_kills(group: Group) -> int | None:
    """How many processes of the group the kernel has killed for lack of memory."""
    if group.memory is None:
        return None
    with contextlib.suppress(OSError):
        text = (group.memory / ("memory.oom_control" if group.kind == "v1" else "memory.events")).read_bytes()
        return _pairs(text).get(b"oom_kill")
    return None


def machine_oom_kills() -> int:
    """How many processes the kernel has killed for lack of memory on this machine since it started."""
    with contextlib.suppress(OSError):
        return _pairs(Path("/proc/vmstat").read_bytes()).get(b"oom_kill", 0)
    return 0
