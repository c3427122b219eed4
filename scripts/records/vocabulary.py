"""Every word that a record can hold for a verdict, a flag, a kind of task or a limit, with what it means for people.

Composed of what each part can say (meter/vocabulary.py, workloads/vocabulary.py, and here what stands in the place of a program that could
not be built). The page, the tables and the console take their words from here, and decide by the id alone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import meter.vocabulary
import workloads.vocabulary
from common.units import whole_mib
from meter.limits import SOURCES
from meter.vocabulary import Word

OK = "ok"
CONFIGURATION = "configuration"  # the source of a limit that says nothing about the machine
LIMIT_SOURCES = SOURCES

# Worst first, as the first that applies is the verdict.
VERDICTS: Mapping[str, Word] = {
    "toolchain_missing": Word("toolchain missing", "the program could not be built, since its toolchain was not found"),
    **{verdict: word for verdict, word in meter.vocabulary.VERDICTS.items() if verdict != OK},
    **workloads.vocabulary.VERDICTS,
    OK: meter.vocabulary.VERDICTS[OK],
}
FLAGS: Mapping[str, Word] = {**meter.vocabulary.FLAGS, **workloads.vocabulary.FLAGS}
PRIMITIVES: Mapping[str, Word] = workloads.vocabulary.PRIMITIVES


@dataclass(frozen=True, slots=True)
class LimitWords:
    """What kept a run from its N: words that its value follows, and the unit of that (count, bytes or seconds)."""

    words: str
    unit: str = "count"


LIMITS: Mapping[str, LimitWords] = {
    **{name: LimitWords(name) for name in ("os_thread_limit", "vm.max_map_count", "kernel.pid_max", "kernel.threads-max", "ulimit -u")},
    "pids.max": LimitWords("pids.max of a cgroup"),
    "memory_limit_bytes": LimitWords("memory limit of the run,", "bytes"),
    "memory_total_bytes": LimitWords("memory of the machine,", "bytes"),
    "timeout_seconds": LimitWords("time limit,", "seconds"),
    "sleep_seconds": LimitWords("sleep,", "seconds"),
}

VERDICT_WORDS = {verdict: word.short for verdict, word in VERDICTS.items()}
FLAG_WORDS = {flag: word.meaning for flag, word in FLAGS.items()}
# What an OS thread is needs no explanation.
PRIMITIVE_NAMES = {
    kind: word.short if kind == workloads.vocabulary.OS_THREAD else f"{word.short} ({word.meaning})" for kind, word in PRIMITIVES.items()
}


def verdict_words(verdict: str, primitive: str = "") -> str:
    """A verdict in two or three words. Above a limit, an OS-thread variant says which."""
    if verdict == "unsupported" and primitive == workloads.vocabulary.OS_THREAD:
        return "above OS-thread limit"
    return VERDICT_WORDS.get(verdict, verdict.replace("_", " "))


def failed_words(verdicts: str, primitive: str = "") -> str:
    """What became of a cell's runs that are not ok: `verdicts` as in summary.csv, `ok=2;timeout=1`."""
    counts = verdict_counts(verdicts)
    bad = {verdict: count for verdict, count in counts.items() if verdict != OK}
    if len(counts) == 1:
        return "".join(verdict_words(verdict, primitive) for verdict in bad)
    return ", ".join(f"{count} {verdict_words(verdict, primitive)}" for verdict, count in bad.items())


def verdict_counts(verdicts: str) -> dict[str, int]:
    """How many runs of a cell came to each verdict, from `ok=2;timeout=1`, in this order."""
    return {verdict: int(count) for verdict, _, count in (item.partition("=") for item in verdicts.split(";") if item)}


def most_frequent_words(verdicts: str, primitive: str = "") -> str:
    """The most frequent verdict of a cell, in words: the first of `ok=2;timeout=1`."""
    return verdict_words(verdicts.partition("=")[0], primitive)


def kind_name(primitive: str) -> str:
    """The kind of task, without its explanation: green thread."""
    return PRIMITIVES[primitive].short if primitive in PRIMITIVES else primitive


def primitive_name(primitive: str) -> str:
    """The kind of task with its explanation: green thread (own stack)."""
    return PRIMITIVE_NAMES.get(primitive, primitive)


def flags_words(flags: Iterable[str]) -> str:
    """What flags mean, in a line."""
    return "; ".join(FLAG_WORDS.get(flag, flag) for flag in flags)


def limit_words(name: str, value: float | None) -> str:
    """A limit with its value: os_thread_limit 10,000; time limit, 310 s."""
    limit = LIMITS.get(name, LimitWords(name))
    if value is None:
        return limit.words.rstrip(",")
    shown = {"bytes": whole_mib(value), "seconds": f"{value:,g} s"}.get(limit.unit, f"{value:,.0f}")
    return f"{limit.words} {shown}"


def version_words(version: str | None, library: str | None, library_version: str | None) -> str:
    """Toolchain version, then the library's where there is one: 1.96.0, tokio 1.53.0."""
    parts = [version, f"{library} {library_version or ''}".strip() if library else None]
    return ", ".join(part for part in parts if part)
