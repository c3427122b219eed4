"""What two machines must have alike for their figures to stand side by side as those of one: within a class, between nodes, in a merge."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from common.units import GIB


def kernel_series(release: str | None) -> str | None:
    """The first two numbers of a kernel's release: 6.1 of 6.1.0-25-amd64. Distributions change the rest in mere repairs."""
    match = re.match(r"\d+\.\d+", release or "")
    return match[0] if match else release


def gibibytes(memory: int | None) -> int | None:
    """Whole GiB."""
    return None if memory is None else round(memory / GIB)


def unlike(one: Any, other: Any) -> bool:
    """Whether two values differ."""
    return bool(one != other)


def far_apart(one: float, other: float) -> bool:
    """Whether two sizes of memory (GiB) differ by more than a kernel keeps for itself (each release another part): 1 GiB or 2 %."""
    return abs(one - other) > max(1, max(one, other) / 50)


@dataclass(frozen=True, slots=True)
class Alike:
    """One property of a machine, how a person calls it and several values of it, and the field of a host that it is taken from."""

    name: str
    words: str
    several: str
    field: str
    derived: Callable[[Any], Any] | None = None
    differ: Callable[[Any, Any], bool] = unlike

    def of(self, value: Any) -> Any:
        """What is compared, of the value that a host has."""
        return value if self.derived is None else self.derived(value)


# In the order in which machine.json has them and in which the first difference is told.
_ALIKE = (
    Alike("architecture", "architecture", "architectures", "architecture"),
    Alike("cpu_model", "CPU model", "CPU models", "cpu_model"),
    Alike("cores_total", "number of cores", "numbers of cores", "cores_total"),
    Alike("memory_gibibytes", "memory in GiB", "sizes of memory", "memory_total_bytes", gibibytes, far_apart),
    Alike("page_size_bytes", "page size in bytes", "page sizes", "page_size_bytes"),
    *(
        Alike(f"thp_{name}", f"transparent huge pages ({name})", "transparent huge page settings", f"thp_{name}")
        for name in ("enabled", "defrag", "shmem")
    ),
    Alike("libc", "C library", "C libraries", "libc"),
    Alike("kernel_series", "kernel series", "kernel series", "kernel", kernel_series),
)
ALIKE = {alike.name: alike for alike in _ALIKE}


def describe(host: Mapping[str, Any]) -> dict[str, Any]:
    """Of a host (meter.host.describe_host) what must be alike; nothing that changes from boot to boot."""
    return {alike.name: alike.of(host[alike.field]) for alike in ALIKE.values()}


def differences(expected: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    """Each difference as `kernel series 6.18, not 6.1`. What is not known on one side is no difference."""
    return [
        f"{alike.words} {found[alike.name]}, not {expected[alike.name]}"
        for alike in ALIKE.values()
        if expected.get(alike.name) is not None
        and found.get(alike.name) is not None
        and alike.differ(expected[alike.name], found[alike.name])
    ]
