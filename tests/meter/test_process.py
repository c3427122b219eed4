"""Figures of one process."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from editing import replaced_once
from meter.process import Reading, SharedReading, StatusReader, is_running, parse_rollup, parse_status, read_shared

STATUS = b"""Name:\tprogram (sh) VmHWM:
Umask:\t0022
State:\tS (sleeping)
Tgid:\t7
VmPeak:\t    2000 kB
VmHWM:\t    1500 kB
VmRSS:\t    1400 kB
RssAnon:\t     100 kB
VmPTE:\t      44 kB
VmSwap:\t       8 kB
HugetlbPages:\t       0 kB
Threads:\t3
SigQ:\t0/96365
"""
ZOMBIE = b"Name:\ttrue\nState:\tZ (zombie)\nThreads:\t1\n"


@pytest.fixture
def zombie() -> Iterator[int]:
    """A process that has ended and is not collected."""
    process = subprocess.Popen(["true"])
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    yield process.pid
    process.wait()


def test_status_is_read_in_bytes() -> None:
    assert parse_status(STATUS) == Reading(1500 * 1024, 1400 * 1024, 44 * 1024, 8 * 1024, 3, 100 * 1024)


def test_huge_pages_of_hugetlbfs_are_resident_though_the_kernel_does_not_say_so() -> None:
    reading = parse_status(replaced_once(STATUS, b"HugetlbPages:\t       0", b"HugetlbPages:\t    4096"))
    assert reading == Reading(1500 * 1024, (1400 + 4096) * 1024, 44 * 1024, 8 * 1024, 3, 100 * 1024, 4096 * 1024)
    assert parse_status(replaced_once(STATUS, b"HugetlbPages:\t       0 kB\n", b"")) == parse_status(STATUS), "a kernel without them"


def test_a_kernel_that_does_not_tell_anonymous_memory_apart_leaves_it_unknown() -> None:
    before_4_5 = replaced_once(STATUS, b"RssAnon:\t     100 kB\n", b"")
    reading = parse_status(before_4_5)
    assert reading is not None
    assert reading == Reading(1500 * 1024, 1400 * 1024, 44 * 1024, 8 * 1024, 3, None)
    assert reading.mapped_bytes == 0


def test_what_is_resident_and_not_anonymous_is_mapped() -> None:
    reading = parse_status(STATUS)
    assert reading is not None
    assert reading.mapped_bytes == 1300 * 1024


@pytest.mark.parametrize(
    "text", [ZOMBIE, b"", replaced_once(STATUS, b"VmHWM:\t    1500", b"VmHWM:\t       0")], ids=["zombie", "nothing", "zeros"]
)
def test_what_has_no_figures_is_missing_and_not_zero(text: bytes) -> None:
    assert parse_status(text) is None


def test_a_zombie_is_missing(zombie: int) -> None:
    assert StatusReader().read(zombie) is None
    assert read_shared(zombie) is None


def test_a_zombie_does_not_run_and_a_sleeping_process_does(zombie: int) -> None:
    assert not is_running(zombie)
    assert is_running(os.getpid())
    assert not is_running(2**22 + 1)


def test_a_process_whose_leader_thread_has_exited_runs_and_has_figures(target: Callable[[str], str]) -> None:
    process = subprocess.Popen([target("leader_exits"), "1", "600"])
    while b") Z " not in Path(f"/proc/{process.pid}/stat").read_bytes():
        assert process.poll() is None
    assert is_running(process.pid)
    assert StatusReader().read(process.pid) is not None
    process.kill()
    process.wait()
    assert not is_running(process.pid)


def test_a_process_that_has_gone_is_missing_and_not_another_of_the_same_pid() -> None:
    reader = StatusReader()
    process = subprocess.Popen(["sleep", "60"])
    first = reader.read(process.pid)
    process.kill()
    process.wait()
    assert first is not None
    assert reader.read(process.pid) is None
    assert reader.read(process.pid) is None


def test_own_figures_agree_between_status_and_rollup() -> None:
    held = bytearray(os.urandom(1) * (50 << 20))
    reading, shared = StatusReader().read(os.getpid()), read_shared(os.getpid())
    assert reading is not None
    assert shared is not None
    assert len(held) <= shared.unique_bytes <= shared.proportional_bytes <= shared.resident_bytes
    assert shared.resident_bytes == pytest.approx(reading.resident_bytes, abs=1 << 20)


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_only_so_many_files_are_kept_open() -> None:
    before = open_files()
    reader = StatusReader()
    for pid in [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()] * 3:
        reader.read(pid)
    assert open_files() <= before + StatusReader.KEEP_OPEN
    reader.close()
    assert open_files() == before


def test_unique_memory_is_what_is_private() -> None:
    text = b"1000-2000 ---p [rollup]\nRss: 100 kB\nPss: 60 kB\nPss_Dirty: 9 kB\nPrivate_Clean: 10 kB\nPrivate_Dirty: 30 kB\n"
    assert parse_rollup(text) == SharedReading(100 * 1024, 60 * 1024, 40 * 1024)
    assert parse_rollup(b"") is None


def test_private_huge_pages_are_in_every_exact_figure_and_shared_ones_apart() -> None:
    text = b"Rss: 100 kB\nPss: 60 kB\nPrivate_Dirty: 30 kB\nShared_Hugetlb: 2048 kB\nPrivate_Hugetlb: 4096 kB\n"
    assert parse_rollup(text) == SharedReading((100 + 2048 + 4096) * 1024, (60 + 4096) * 1024, (30 + 4096) * 1024, 2048 * 1024)
