"""What must be alike for two machines to count as one kind."""

from typing import Any

import pytest

from meter.host import describe_host
from records.same_machine import ALIKE, describe, differences, kernel_series

GIB = 1 << 30
HOST: dict[str, Any] = {
    "architecture": "x86_64",
    "cpu_model": "AMD EPYC",
    "cores_total": 64,
    "memory_total_bytes": 503 * GIB,
    "page_size_bytes": 4096,
    "thp_enabled": "madvise",
    "thp_defrag": "madvise",
    "thp_shmem": "never",
    "libc": "glibc 2.36",
    "kernel": "6.1.0-25-amd64",
}


@pytest.mark.parametrize(
    ("release", "series"),
    [("6.1.0-25-amd64", "6.1"), ("6.1", "6.1"), ("6.18.0", "6.18"), ("5.14.0-427.el9.x86_64", "5.14"), ("odd", "odd"), (None, None)],
)
def test_a_kernel_series_is_the_first_two_numbers(release: str | None, series: str | None) -> None:
    assert kernel_series(release) == series


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"cpu_model": "Intel Xeon"}, "CPU model Intel Xeon, not AMD EPYC"),
        ({"cores_total": 32}, "number of cores 32, not 64"),
        ({"memory_total_bytes": 251 * GIB}, "memory in GiB 251, not 503"),
        ({"page_size_bytes": 65536}, "page size in bytes 65536, not 4096"),
        ({"thp_enabled": "always"}, "transparent huge pages (enabled) always, not madvise"),
        ({"libc": "glibc 2.41"}, "C library glibc 2.41, not glibc 2.36"),
        ({"kernel": "6.18.3"}, "kernel series 6.18, not 6.1"),
        ({"architecture": "aarch64"}, "architecture aarch64, not x86_64"),
    ],
)
def test_each_difference_is_named_with_both_values(change: dict[str, Any], told: str) -> None:
    assert differences(describe(HOST), describe({**HOST, **change})) == [told]


@pytest.mark.parametrize(
    "change",
    [{}, {"kernel": "6.1.0-31-amd64"}, {"memory_total_bytes": 502 * GIB}, {"memory_total_bytes": 495 * GIB}, {"thp_enabled": None}],
)
def test_a_repaired_kernel_and_what_it_keeps_of_the_memory_are_no_difference(change: dict[str, Any]) -> None:
    assert differences(describe(HOST), describe({**HOST, **change})) == []


def test_this_machine_is_like_itself() -> None:
    described = describe(describe_host())
    assert set(described) == set(ALIKE)
    assert differences(described, describe(describe_host())) == []
