"""A comparison in short lines: what was upgraded, what was measured again, what that changed."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from analysis.comparison.comparing import short_digest
from analysis.comparison.deciding import percent
from common.units import mib
from records.same_machine import kernel_series

Row = Mapping[Hashable, Any]


def cell_words(row: Row) -> str:
    """One cell: go-goroutines at 1,000,000: 2,551 -> 2,498 MiB, changed (-2.1 %)."""
    name = f"{row['program']} at {row['n']:,}"
    before, after = (row[f"{side}_peak_bytes_median"] for side in ("before", "after"))
    if pd.isna(before) or pd.isna(after):
        return f"{name}: {row['decision']}, {row['reason']}"
    return f"{name}: {mib(float(before))} -> {mib(float(after))} MiB, {row['decision']} ({percent(row['difference_percent'] / 100)})"


def counted_words(rows: Sequence[Row]) -> str:
    """How many cells came to which decision: 3 changed, 8 unchanged, 1 cannot tell."""
    counts = Counter(str(row["decision"]) for row in rows)
    return ", ".join(f"{count} {word}" for word, count in sorted(counts.items(), key=lambda item: -item[1]))


def what_changed(row: Row) -> str:
    """What was upgraded or edited between the two sides of a row, as a headline."""
    if pd.notna(row["after_toolchain_version"]) and row["before_toolchain_version"] != row["after_toolchain_version"]:
        return f"{row['language']} {row['after_toolchain_version']} (was {known(row['before_toolchain_version'])})"
    if row["before_program_digest"] != row["after_program_digest"]:
        old, new = row["before_program_library_version"], row["after_program_library_version"]
        if pd.notna(new) and old != new:
            return f"{row['program']} with {row['after_program_library']} {new} (was {known(old)})"
        digests = [known(row[f"{side}_program_digest"]) for side in ("after", "before")]
        return f"{row['program']} edited ({short_digest(digests[0])}, was {short_digest(digests[1])})"
    return machine_changed(row)


def machine_changed(row: Row) -> str:
    """The same where neither toolchain nor program was: the C library, the kernel, a setting, or at last the meter."""
    sides = [
        [known(row[f"{side}_{name}"]) for side in ("before", "after")] for name in ("toolchain_libc", "host_kernel", "host_thp_enabled")
    ]
    sides[1] = [str(kernel_series(release)) for release in sides[1]]
    for name, (before, after) in zip(("C library", "Linux", "Transparent huge pages"), sides, strict=True):
        if before != after:
            return f"{name} {after} (was {before})"
    return f"Measuring wrapper {known(row['after_wrapper_version'])} (was {known(row['before_wrapper_version'])})"


def known(value: Any) -> str:
    """A version as text, or that it is unknown."""
    return "unknown" if pd.isna(value) else str(value)


def largest_of_each(rows: Iterable[Row]) -> list[Row]:
    """Of each program the cell with the most tasks that has a figure on both sides; where none has, the one with the most tasks."""
    best: dict[str, Row] = {}
    for row in rows:
        rank = (pd.notna(row["difference_percent"]), row["n"])
        known_row = best.get(str(row["program"]))
        if known_row is None or rank > (pd.notna(known_row["difference_percent"]), known_row["n"]):
            best[str(row["program"])] = row
    return list(best.values())


def upgrade_lines(compared: pd.DataFrame, again: Mapping[tuple[str, int], int], kept: int) -> list[str]:
    """The lines after an upgrade, one for each thing that was upgraded.

    `compared`: compare_upgrades of the cells that were measured; `again`: how many runs of each variant and N; `kept`: all others.
    """
    groups: dict[str, list[Row]] = {}
    for row in compared.to_dict("records"):
        groups.setdefault(what_changed(row), []).append(row)
    lines = []
    for headline, rows in groups.items():
        count = sum(again.get((str(row["program"]), int(row["n"])), 0) for row in rows)
        head = f"{headline}: {count:,} run{'s' if count != 1 else ''} measured again, {kept:,} kept."
        shown = [cell_words(row) for row in largest_of_each(rows)]
        lines += [f"{head}  {shown[0]}."] if len(shown) == 1 else [head, *(f"  {words}." for words in shown)]
        if len(rows) > len(shown):
            lines.append(f"  Of {len(rows)} cells: {counted_words(rows)}.")
    return lines
