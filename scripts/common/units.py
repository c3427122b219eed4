"""Bytes, seconds and rates as a person reads them. Inside the project they are whole bytes and seconds."""

import math

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30


def mib(count: float) -> str:
    """Bytes as MiB, with three digits where there are fewer before the point: 1.71, 28.2, 2,626."""
    value = count / MIB
    return f"{value:,.0f}" if value >= 99.95 else f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"


def whole_mib(count: float) -> str:
    """Many bytes as MiB without a fraction: 24,576 MiB."""
    return f"{count / MIB:,.0f} MiB"


def gib(count: float) -> str:
    """Bytes as GiB with one digit behind the point: 23.4 GiB."""
    return f"{count / GIB:.1f} GiB"


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


def duration(value: float) -> str:
    """Seconds as a person says them: 40 s, 12 min, 2 h 05 min."""
    if value < 90:
        return f"{round(value)} s"
    minutes = round(value / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"
