"""Every word that a record can hold for a verdict, a flag, a kind of task or a limit, once, with what it means for people.

Each part is listed by who can say it, so that the page, the tables and the console take their words from here and decide by the id alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from common.units import whole_mib


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a run proved. `words`: two or three, as they stand in the place of a figure."""

    id: str
    words: str


@dataclass(frozen=True, slots=True)
class Flag:
    """What a reader should know beside the verdict. `meaning`: half a sentence about the run."""

    id: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Primitive:
    """What a task is. `explanation` tells kinds apart whose names alone do not."""

    id: str
    name: str
    explanation: str = ""

    @property
    def full_name(self) -> str:
        """Name and explanation: green thread (own stack)."""
        return f"{self.name} ({self.explanation})" if self.explanation else self.name


@dataclass(frozen=True, slots=True)
class Limit:
    """What kept a run from its N: words that its value follows, and the unit of that (count, bytes or seconds)."""

    id: str
    words: str
    unit: str = "count"


# Worst first, as the first that applies is the verdict.
BUILD_VERDICTS = (Verdict("toolchain_missing", "toolchain missing"),)
METER_VERDICTS = (
    Verdict("unsupported", "above a limit"),
    Verdict("spawn_failed", "could not be started"),
    Verdict("oom", "out of memory"),
    Verdict("timeout", "timed out"),
    Verdict("interrupted", "interrupted"),
    Verdict("failed", "failed"),
)
CONTRACT_VERDICTS = (
    Verdict("no_protocol", "never said READY"),
    Verdict("wrong_count", "wrong count of tasks"),
    Verdict("slept_too_short", "slept too short"),
    Verdict("not_concurrent", "not concurrent"),
)
OK = "ok"
VERDICTS = (*BUILD_VERDICTS, *METER_VERDICTS, *CONTRACT_VERDICTS, Verdict(OK, "ok"))

METER_FLAGS = (
    Flag("not_sampled", "too short to be looked at: its peak is not known"),
    Flag("series_missed_peak", "the samples over time missed the peak; the kernel's own high-water mark did not"),
    Flag("left_processes", "left processes behind, which were ended"),
    Flag("swapped", "part of its memory was swapped out, so that resident memory is too low"),
    Flag("output_truncated", "wrote more than the 64 KiB that are kept; the rest was dropped"),
    Flag("loaded_host", "the machine was busy with other work: memory stands, times may not"),
    Flag("slow_wrapper", "measuring took more than 3 % of a core"),
    Flag("no_cgroup", "no memory cgroup could be had: footprint and kernel memory are not known"),
)
CONTRACT_FLAGS = (
    Flag("extra_output", "wrote other lines than READY and DONE"),
    Flag("implausible_bytes_per_task", "less than 32 bytes a task: are they all there?"),
    Flag("threads_missing", "fewer threads than tasks were seen"),
)
FLAGS = (*METER_FLAGS, *CONTRACT_FLAGS)

PRIMITIVES = (
    Primitive("os-thread", "OS thread"),
    Primitive("green-thread", "green thread", "own stack"),
    Primitive("scheduled-task", "scheduled task", "stackless"),
    Primitive("timer", "timer", "runs no code of its own"),
)

LIMITS = (
    Limit("os_thread_limit", "os_thread_limit"),
    Limit("vm.max_map_count", "vm.max_map_count"),
    Limit("kernel.pid_max", "kernel.pid_max"),
    Limit("kernel.threads-max", "kernel.threads-max"),
    Limit("ulimit -u", "ulimit -u"),
    Limit("pids.max", "pids.max of a cgroup"),
    Limit("memory_limit", "memory limit of the run,", "bytes"),
    Limit("memory of the machine", "memory of the machine,", "bytes"),
    Limit("timeout_seconds", "time limit,", "seconds"),
    Limit("sleep_seconds", "sleep,", "seconds"),
)
CONFIGURATION = "configuration"
# Whose limit it was. What the configuration holds back says nothing about the machine.
LIMIT_SOURCES = (CONFIGURATION, "kernel", "user", "cgroup", "scheduler", "machine")

VERDICT_WORDS = {verdict.id: verdict.words for verdict in VERDICTS}
FLAG_WORDS = {flag.id: flag.meaning for flag in FLAGS}
PRIMITIVE_NAMES = {primitive.id: primitive.full_name for primitive in PRIMITIVES}
_KINDS = {primitive.id: primitive.name for primitive in PRIMITIVES}
_LIMITS = {limit.id: limit for limit in LIMITS}


def verdict_words(verdict: str, primitive: str = "") -> str:
    """A verdict in two or three words. Above a limit, an OS-thread variant says which."""
    if verdict == "unsupported" and primitive == "os-thread":
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
    return _KINDS.get(primitive, primitive)


def primitive_name(primitive: str) -> str:
    """The kind of task with its explanation: green thread (own stack)."""
    return PRIMITIVE_NAMES.get(primitive, primitive)


def flags_words(flags: Iterable[str]) -> str:
    """What flags mean, in a line."""
    return "; ".join(FLAG_WORDS.get(flag, flag) for flag in flags)


def limit_words(name: str, value: float | None) -> str:
    """A limit with its value: os_thread_limit 10,000; time limit, 310 s."""
    limit = _LIMITS.get(name, Limit(name, name))
    if value is None:
        return limit.words.rstrip(",")
    shown = {"bytes": whole_mib(value), "seconds": f"{value:,g} s"}.get(limit.unit, f"{value:,.0f}")
    return f"{limit.words} {shown}"


def version_words(version: str | None, library: str | None, library_version: str | None) -> str:
    """Toolchain version, then the library's where there is one: 1.96.0, tokio 1.53.0."""
    parts = [version, f"{library} {library_version or ''}".strip() if library else None]
    return ", ".join(part for part in parts if part)
