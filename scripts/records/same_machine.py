"""What two machines must have alike for their figures to stand side by side as those of one."""

import re
from collections.abc import Mapping
from typing import Any

GIBIBYTE = 1 << 30
# What is compared, of describe_host() or of a record's host, and how a person calls it.
ALIKE = {
    "architecture": "architecture",
    "cpu_model": "CPU model",
    "cores_total": "number of cores",
    "memory_gibibytes": "memory in GiB",
    "page_size_bytes": "page size in bytes",
    "thp_enabled": "transparent huge pages (enabled)",
    "thp_defrag": "transparent huge pages (defrag)",
    "thp_shmem": "transparent huge pages (shmem)",
    "libc": "C library",
    "kernel_series": "kernel series",
}


def kernel_series(release: str | None) -> str | None:
    """The first two numbers of a kernel's release: 6.1 of 6.1.0-25-amd64. Distributions change the rest in mere repairs."""
    match = re.match(r"\d+\.\d+", release or "")
    return match[0] if match else release


def describe(host: Mapping[str, Any]) -> dict[str, Any]:
    """Of a host (meter.host.describe_host) what must be alike; nothing that changes from boot to boot."""
    memory = host["memory_total_bytes"]
    derived = {
        "memory_gibibytes": None if memory is None else round(memory / GIBIBYTE),
        "kernel_series": kernel_series(host["kernel"]),
    }
    return {name: derived[name] if name in derived else host[name] for name in ALIKE}


def differences(expected: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    """Each difference as `kernel series 6.18, not 6.1`. What is not known on one side is no difference.

    The kernel keeps a part of the memory for itself, a little more or less with each release: 1 GiB or 2 % is no difference.
    """
    return [
        f"{words} {found[name]}, not {expected[name]}"
        for name, words in ALIKE.items()
        if expected.get(name) is not None
        and found.get(name) is not None
        and (_far_apart(expected[name], found[name]) if name == "memory_gibibytes" else expected[name] != found[name])
    ]


def _far_apart(one: int, other: int) -> bool:
    return abs(one - other) > max(1, max(one, other) / 50)
