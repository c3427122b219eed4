"""Numbers and verdicts as a reader sees them."""

import math

MIB = 2**20

VERDICT_WORDS = {
    "toolchain_missing": "toolchain missing",
    "unsupported": "above a limit",
    "spawn_failed": "could not be started",
    "oom": "out of memory",
    "timeout": "timed out",
    "interrupted": "interrupted",
    "failed": "failed",
    "no_protocol": "never said READY",
    "wrong_count": "wrong count of tasks",
    "slept_too_short": "slept too short",
    "not_concurrent": "not concurrent",
}


def mib(count: float) -> str:
    """Bytes as MiB, with three digits where there are fewer before the point: 1.71, 28.2, 2,626."""
    value = count / MIB
    return f"{value:,.0f}" if value >= 99.95 else f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"


def bytes_words(count: float) -> str:
    """Few bytes, as they are of one task, with three digits at least: 0.52, 9.31, 46.2, 2,750."""
    size = abs(count)
    text = f"{count:,.0f}" if size >= 99.95 else f"{count:.1f}" if size >= 9.995 else f"{count:.2f}"
    return text.replace("-", "\N{MINUS SIGN}")


def seconds(value: float) -> str:
    """Seconds with as many digits as they carry: 0.012, 0.35, 12.4, 131."""
    return f"{value:,.0f}" if value >= 99.95 else f"{value:.1f}" if value >= 9.95 else f"{value:.2f}" if value >= 0.0995 else f"{value:.3f}"


def rounded(value: float) -> str:
    """A rate with three digits: 0.52, 46.2, 383, 383,000."""
    if value < 99.95:
        return f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"
    step = 10 ** max(0, math.floor(math.log10(value)) - 2)
    return f"{round(value / step) * step:,}"


def verdict_words(verdict: str, primitive: str = "") -> str:
    """A verdict in two or three words. Above a limit, an OS-thread variant says which."""
    if verdict == "unsupported" and primitive == "os-thread":
        return "above OS-thread limit"
    return VERDICT_WORDS.get(verdict, verdict.replace("_", " "))


def failed_words(verdicts: str, primitive: str = "") -> str:
    """What became of a cell's runs that are not ok: `verdicts` as in summary.csv, `ok=2;timeout=1`."""
    counts = [item.partition("=")[::2] for item in verdicts.split(";") if item]
    bad = [(verdict, int(count)) for verdict, count in counts if verdict != "ok"]
    if len(counts) == 1:
        return "".join(verdict_words(verdict, primitive) for verdict, _ in bad)
    return ", ".join(f"{count} {verdict_words(verdict, primitive)}" for verdict, count in bad)


def tasks_words(n: int) -> str:
    """1 task; 10,000 tasks."""
    return f"{n:,} task" + ("" if n == 1 else "s")


def version_words(version: str | None, library: str | None, library_version: str | None) -> str:
    """Toolchain version, then the library's where there is one: 1.96.0, tokio 1.53.0."""
    parts = [version, f"{library} {library_version or ''}".strip() if library else None]
    return ", ".join(part for part in parts if part)
