"""Words that lists and counts are told in. Nothing is decided by them."""

import re
from collections.abc import Iterable


def listed(names: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`; empty for none."""
    parts = list(names)
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def listed_or(names: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return " or ".join(filter(None, [", ".join((parts := list(names))[:-1]), *parts[-1:]]))


def numbers_listed(numbers: Iterable[int]) -> str:
    """Whole numbers in words, once each, ascending: 1, 10,000 and 100,000."""
    return listed(f"{number:,}" for number in sorted(set(numbers)))


def counted(count: int, one: str, several: str | None = None) -> str:
    """`1 run`, `2 runs`, `1,000 runs`; `several`: the plural where it is not `one` with an s."""
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def tasks_words(n: int) -> str:
    """1 task; 10,000 tasks."""
    return counted(n, "task")


def one_line(text: str) -> str:
    """Text without line breaks or runs of spaces."""
    return re.sub(r"\s+", " ", text).strip()
