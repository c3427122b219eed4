"""Which of the figures is the peak: a pure decision over what was read."""

from dataclasses import dataclass

MIB = 1024 * 1024
OTHERS_SHARE = 0.02
OTHERS_BYTES = 8 * MIB
MISSED_SHARE = 0.98
SETTLED_SECONDS = 0.02
COUNTER_BYTES = 64 * 4096  # how much the counters of a cgroup may lag behind, for each core: 64 pages


@dataclass(slots=True)
class Highest:
    """The highest figures of a run, raised in place as it goes on. Bytes; None where nothing could be read."""

    main_high_water: int | None = None
    main_read_seconds: float = 0.0  # when the main process was last read, since spawn
    any_high_water: int | None = None  # the largest high-water mark of any one process
    with_huge_pages: int | None = None  # the most that one process with huge pages of hugetlbfs held at one instant, those included
    tree_resident: int | None = None  # largest sum over processes at one instant
    tree_resident_others: int = 0  # what processes other than the main one held at that instant
    proportional: int | None = None  # largest sum of PSS
    unique: int | None = None
    resident_at_proportional: int | None = None  # sum of RSS when the largest PSS was read


@dataclass(frozen=True, slots=True)
class Peak:
    """The headline: bytes and where they come from (hwm, ru_maxrss, huge_pages, pss_sampled or none)."""

    bytes: int | None
    method: str


def is_clear(max_rss: int | None, floor: int) -> bool:
    """Whether ru_maxrss is the program's own: exec hands the launcher's high-water mark on, so it must stand clearly above that."""
    return max_rss is not None and max_rss > 1.05 * floor + MIB


def is_tree(resident: int | None, others: int) -> bool:
    """Whether processes other than the main one matter: 2 % of the whole, or 8 MiB."""
    return others >= OTHERS_BYTES or (resident is not None and resident > 0 and others >= OTHERS_SHARE * resident)


def is_uncounted(anonymous: int | None, charged: int, cores: int) -> bool:
    """Whether a process holds more anonymous memory than its whole cgroup is charged with, beyond what the counters of each core err:
    what can only be where it is not in that group, or where equal pages were merged (ksm)."""
    return anonymous is not None and anonymous > (1 + OTHERS_SHARE) * charged + OTHERS_BYTES + COUNTER_BYTES * cores


def _is_settled(highest: Highest, max_rss: int | None) -> bool:
    """Whether the main process was read once it had begun. A reading from the middle of exec says 12 KiB of 1 MiB (seen)."""
    return highest.main_read_seconds >= SETTLED_SECONDS or (highest.main_high_water or 0) >= MISSED_SHARE * (max_rss or 0)


def decide_peak(highest: Highest, max_rss: int | None, floor: int) -> Peak:
    """The peak resident memory of a run. For a tree it is the summed PSS, or the high-water mark of one process where that is higher:
    the pages of a tree are never fewer than those of one of its processes, and PSS is read too seldom to see every peak."""
    marks = [(highest.main_high_water or 0, "hwm")] if _is_settled(highest, max_rss) else []
    if is_clear(max_rss, floor):
        marks.append((max_rss or 0, "ru_maxrss"))
    marks.append((highest.with_huge_pages or 0, "huge_pages"))
    if is_tree(highest.tree_resident, highest.tree_resident_others):
        marks += [(highest.any_high_water or 0, "hwm"), (highest.proportional or 0, "pss_sampled")]
    value, method = max(marks, key=lambda mark: mark[0], default=(0, "none"))
    return Peak(value, method) if value else Peak(None, "none")


def series_missed(peak: Peak, highest: Highest) -> bool:
    """Whether the samples missed the peak: the highest is below 98 % of it, or PSS was read only below 98 % of the highest sum."""
    if peak.bytes is None:
        return False
    if is_tree(highest.tree_resident, highest.tree_resident_others):
        return (highest.resident_at_proportional or 0) < MISSED_SHARE * (highest.tree_resident or 0)
    return (highest.tree_resident or 0) < MISSED_SHARE * peak.bytes
