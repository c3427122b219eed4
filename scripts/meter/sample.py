"""Samples of a run: its whole tree at one instant, and what they add up to."""

import os
import time
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from meter.cgroup import holds
from meter.cgroup_memory import Held, HeldReader
from meter.peak import Highest, held_together, is_clearly_above, is_tree
from meter.process import Reading, StatusReader, read_shared
from meter.tree import Tree

CORES = os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Sample:
    """Memory of a process tree at one instant. Bytes; seconds since spawn."""

    seconds: float
    resident_bytes: int
    footprint_bytes: int | None  # None where no memory cgroup can be had
    threads: int
    processes: int


@dataclass(frozen=True, slots=True)
class Shared:
    """The exact reading of a whole tree. Bytes."""

    resident_bytes: int
    proportional_bytes: int
    unique_bytes: int


class Series:
    """Samples in order, 40 bytes each."""

    def __init__(self) -> None:
        self.seconds = array("d")
        self.figures = array("q")

    def add(self, sample: Sample) -> None:
        """Append a sample."""
        self.seconds.append(sample.seconds)
        footprint = -1 if sample.footprint_bytes is None else sample.footprint_bytes
        self.figures.extend((sample.resident_bytes, footprint, sample.threads, sample.processes))

    def csv(self) -> str:
        """The series as CSV: seconds, resident_bytes, footprint_bytes (empty where unavailable), threads, processes."""
        lines = ["seconds,resident_bytes,footprint_bytes,threads,processes"]
        for index, seconds in enumerate(self.seconds):
            resident, footprint, threads, processes = self.figures[4 * index : 4 * index + 4]
            lines.append(f"{seconds:.6f},{resident},{footprint if footprint >= 0 else ''},{threads},{processes}")
        return "\n".join(lines) + "\n"

    def longest_gap(self) -> float | None:
        """Longest time between two samples. Seconds; None with fewer than two."""
        return max((after - before for before, after in zip(self.seconds, self.seconds[1:], strict=False)), default=None)


class Sampler:
    """Looks at a run's tree and keeps the highest figures."""

    def __init__(self, main: int, tree: Tree, held: HeldReader | None, origin: float) -> None:
        self.main = main
        self.tree = tree
        self.held = held
        self.origin = origin
        self.status = StatusReader()
        self.series = Series()
        self.marks = Highest()
        self.seen: set[int] = set()
        self.alive: list[int] = []
        self.last_sample: Sample | None = None
        self.last_others = 0
        self.last_cost_seconds = 0.0
        self.threads_peak = 0
        self.processes_peak = 0
        self.swap_peak = 0
        self.hugetlb_peak = 0
        self.page_table_peak = 0
        self.held_at_peak: Held | None = None
        self.main_gone = False
        self.left_cgroup = False
        self.last_shared_at: float | None = None
        self.last_shared_cost = 0.0

    def take(self) -> Sample | None:
        """Sample the tree now; None when no process of it could be read."""
        before = time.thread_time()
        seconds = time.monotonic() - self.origin
        pids = self.tree.members()
        readings = self._read(pids)
        if self.main not in readings and not self.main_gone and self._main_left_its_list(pids):
            pids = self.tree.members()
            readings = self._read(pids)
        held = self.held.read() if self.held else None
        self.last_cost_seconds = time.thread_time() - before
        self.alive = list(readings)
        self.tree.forget([pid for pid in pids if pid not in readings])
        if huge := [reading for reading in readings.values() if reading.hugetlb_bytes]:
            held = self._count_huge_pages(huge, held)
        if held is not None and held.hugetlb:
            self.hugetlb_peak = max(self.hugetlb_peak, held.hugetlb)
        if held is not None and (self.held_at_peak is None or held.footprint > self.held_at_peak.footprint):
            self.held_at_peak = held
        if not readings:
            return None
        values = readings.values()
        resident = sum(reading.resident_bytes for reading in values)
        threads = sum(reading.threads for reading in values)
        sample = Sample(seconds, resident, held.footprint if held else None, threads, len(readings))
        main = readings.get(self.main)
        self.last_others = resident - (main.resident_bytes if main else 0)
        self._raise_marks(sample, main.high_water_bytes if main else 0, max(reading.high_water_bytes for reading in values))
        if held is not None:
            self._compare_with_group(sample, readings, held)
        self.seen.update(readings)
        self.swap_peak = max(self.swap_peak, sum(reading.swap_bytes for reading in values), held.swap if held else 0)
        self.page_table_peak = max(self.page_table_peak, sum(reading.page_table_bytes for reading in values))
        self.series.add(sample)
        self.last_sample = sample
        return sample

    def _read(self, pids: Iterable[int]) -> dict[int, Reading]:
        return {pid: reading for pid in pids if (reading := self.status.read(pid)) is not None}

    def _count_huge_pages(self, readings: list[Reading], held: Held | None) -> Held | None:
        """Huge pages that one process has mapped exist. Those of another may be the same pages, so they are not added."""
        most = max(reading.hugetlb_bytes for reading in readings)
        self.hugetlb_peak = max(self.hugetlb_peak, most)
        self.marks.with_huge_pages = max(self.marks.with_huge_pages or 0, *(reading.resident_bytes for reading in readings))
        return replace(held, hugetlb=max(held.hugetlb, most)) if held else None

    def _main_left_its_list(self, pids: Iterable[int]) -> bool:
        """Whether the main process lives, with memory, and is not in the list of members: it moved, and is looked for elsewhere."""
        self.main_gone = self.main in pids or self.status.read(self.main) is None
        if not self.main_gone:
            self.tree.leave_list()
            self._look_where(self.main)
        return not self.main_gone

    def _compare_with_group(self, sample: Sample, readings: Mapping[int, Reading], held: Held) -> None:
        """What the group tells of several processes, and whether it and the list of members are of the same ones."""
        marks = self.marks
        marks.charged = max(marks.charged, held.charged)
        if is_tree(sample.resident_bytes, self.last_others):
            mapped = max(reading.mapped_bytes for reading in readings.values())
            together = held_together(sample.resident_bytes, held.anon, mapped)
            if together > (marks.together or 0):
                marks.together, marks.resident_at_together = together, sample.resident_bytes
        for pid, reading in readings.items():
            if is_clearly_above(reading.anonymous_bytes, held.anon, CORES):
                self._look_where(pid)
        if is_clearly_above(held.anon, sample.resident_bytes, CORES):
            self._look_for_unlisted()

    def _look_for_unlisted(self) -> None:
        """Look below the supervisor from now on, if a process with memory is there and in no list."""
        if found := [pid for pid in self.tree.unlisted() if self.status.read(pid) is not None]:
            self.tree.leave_list()
            self._look_where(*found)

    def _look_where(self, *pids: int) -> None:
        """Note whether a process is in the cgroup that counts."""
        if self.held is None or self.left_cgroup:
            return
        for pid in pids:
            try:
                memberships = Path(f"/proc/{pid}/cgroup").read_text()
            except OSError:
                continue
            # One that is ending is listed in the root, with no memory any more.
            self.left_cgroup |= not holds(self.held.folder, memberships) and self.status.read(pid) is not None

    def _raise_marks(self, sample: Sample, main_high_water: int, any_high_water: int) -> None:
        marks = self.marks
        if sample.resident_bytes > (marks.tree_resident or 0):
            marks.tree_resident, marks.tree_resident_others = sample.resident_bytes, self.last_others
        if main_high_water:
            marks.main_read_seconds = sample.seconds
            marks.main_high_water = max(marks.main_high_water or 0, main_high_water)
        marks.any_high_water = max(marks.any_high_water or 0, any_high_water)
        self.threads_peak = max(self.threads_peak, sample.threads)
        self.processes_peak = max(self.processes_peak, sample.processes)

    def is_tree_now(self) -> bool:
        """Whether processes other than the main one matter in the last sample."""
        return self.last_sample is not None and is_tree(self.last_sample.resident_bytes, self.last_others)

    def take_shared(self) -> Shared | None:
        """Read the exact, proportional and unique memory of the processes of the last sample; costly."""
        before = time.monotonic()
        self._look_for_unlisted()
        self._look_where(*self.alive)
        readings = [reading for pid in self.alive if (reading := read_shared(pid)) is not None]
        self.last_shared_at = time.monotonic()
        self.last_shared_cost = self.last_shared_at - before
        if not readings:
            return None
        shared = Shared(
            sum(reading.resident_bytes for reading in readings),
            sum(reading.proportional_bytes for reading in readings) + max(reading.shared_hugetlb_bytes for reading in readings),
            sum(reading.unique_bytes for reading in readings),
        )
        marks = self.marks
        if shared.proportional_bytes > (marks.proportional or 0):
            marks.proportional, marks.resident_at_proportional = shared.proportional_bytes, shared.resident_bytes
        marks.unique = max(marks.unique or 0, shared.unique_bytes)
        return shared

    def close(self) -> None:
        """Close the files kept open."""
        self.status.close()
        self.tree.close()
        if self.held:
            self.held.close()
