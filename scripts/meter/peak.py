"""Which of the figures is the peak: a pure decision over what was read."""

from dataclasses import dataclass

from common.units import MIB

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
    together: int | None = None  # the most that several processes surely held at one instant (held_together)
    resident_at_together: int | None = None  # sum of RSS at that instant
    charged: int = 0  # the most that the cgroup was charged with when it was sampled, page cache included


@dataclass(frozen=True, slots=True)
class Peak:
    """The headline: bytes and where they come from (hwm, ru_maxrss, huge_pages, pss_sampled, charged_sampled or none)."""

    bytes: int | None
    method: str


def is_clear(max_rss: int | None, floor: int) -> bool:
    """Whether ru_maxrss is the program's own: exec hands the launcher's high-water mark on, so it must stand clearly above that."""
    return max_rss is not None and max_rss > 1.05 * floor + MIB


def is_tree(resident: int | None, others: int) -> bool:
    """Whether processes other than the main one matter: 2 % of the whole, or 8 MiB."""
    return others >= OTHERS_BYTES or (resident is not None and resident > 0 and others >= OTHERS_SHARE * resident)


def lag_bytes(cores: int) -> int:
    """How far the counters of a cgroup may lie beside the truth."""
    return COUNTER_BYTES * cores


def is_clearly_above(anonymous: int | None, other: int, cores: int) -> bool:
    """Whether anonymous memory that is part of another figure is above it by more than counters err.

    Of a process above its cgroup's: it is not in that group, or equal pages were merged (ksm). Of a cgroup above the resident memory of
    the members: some are in no list, or huge pages are held of which only a part is mapped.
    """
    return anonymous is not None and anonymous > (1 + OTHERS_SHARE) * other + OTHERS_BYTES + lag_bytes(cores)


def held_together(resident: int, charged_anonymous: int, most_mapped: int) -> int:
    """What several processes surely hold at one instant, between the largest of them and the sum, which counts shared pages twice.

    A cgroup is charged once for each anonymous page. What one process maps of files comes on top (`most_mapped`, the most of any), since
    those are other pages. Never above the sum: half-mapped huge pages are charged whole.
    """
    return min(resident, charged_anonymous + most_mapped)


def _is_settled(highest: Highest, max_rss: int | None) -> bool:
    """Whether the main process was read once it had begun. A reading from the middle of exec says 12 KiB of 1 MiB (seen)."""
    return highest.main_read_seconds >= SETTLED_SECONDS or (highest.main_high_water or 0) >= MISSED_SHARE * (max_rss or 0)


def decide_peak(highest: Highest, max_rss: int | None, floor: int, lag: int = 0) -> Peak:
    """The peak resident memory of a run. For a tree it is the summed PSS, or the high-water mark of one process where that is higher:
    the pages of a tree are never fewer than those of one of its processes, and PSS is read too seldom to see every peak. What its cgroup
    is charged with is read in every sample, and rules where it is above both by more than its counters may `lag`."""
    marks = [(highest.main_high_water or 0, "hwm")] if _is_settled(highest, max_rss) else []
    if is_clear(max_rss, floor):
        marks.append((max_rss or 0, "ru_maxrss"))
    marks.append((highest.with_huge_pages or 0, "huge_pages"))
    if is_tree(highest.tree_resident, highest.tree_resident_others):
        marks += [(highest.any_high_water or 0, "hwm"), (highest.proportional or 0, "pss_sampled")]
    value, method = max(marks, key=lambda mark: mark[0], default=(0, "none"))
    if (highest.together or 0) > value + lag:
        value, method = highest.together or 0, "charged_sampled"
    return Peak(value, method) if value else Peak(None, "none")


def series_missed(peak: Peak, highest: Highest, charged_peak: int | None = None, lag: int = 0) -> bool:
    """Whether the samples missed the peak: the highest is below 98 % of it. Of a tree, whose peak no high-water mark tells: whether what
    is its figure was read only below 98 % of the highest sum, or its cgroup was charged with more than in any sample (`charged_peak`)."""
    if peak.bytes is None:
        return False
    if is_tree(highest.tree_resident, highest.tree_resident_others) or highest.together is not None:
        read_at = highest.resident_at_together if peak.method == "charged_sampled" else highest.resident_at_proportional
        unseen = charged_peak is not None and MISSED_SHARE * charged_peak - lag > highest.charged > 0
        return unseen or (read_at or 0) < MISSED_SHARE * (highest.tree_resident or 0)
    return (highest.tree_resident or 0) < MISSED_SHARE * peak.bytes
