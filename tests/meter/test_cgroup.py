"""Where a run's cgroup is made, and what is read of it."""

import errno
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from meter import cgroup, run
from meter.cgroup import Group, Mounts, create_v2, current_mounts, find_mounts, remove
from meter.cgroup_memory import Held, HeldReader, oom_kills, parse_v1, parse_v2, peak_bytes

HYBRID = """\
24 1 0:22 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755
25 24 0:23 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu
26 24 0:24 / {memory} rw - cgroup cgroup rw,memory
27 24 0:25 / {unified} rw - cgroup2 cgroup2 rw
"""


def test_both_trees_and_the_own_group_in_each_are_found(tmp_path: Path) -> None:
    memory, unified = tmp_path / "memory", tmp_path / "unified"
    (memory / "a" / "b").mkdir(parents=True)
    unified.mkdir()
    mounts = find_mounts(HYBRID.format(memory=memory, unified=unified), "4:memory:/a/b\n1:cpu:/\n0::/\n")
    assert mounts == Mounts(unified, unified, memory, memory / "a" / "b")


def test_a_mount_that_shows_only_a_container_is_read_from_there_on(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    mountinfo = f"30 1 0:26 /docker/abc {tmp_path} ro - cgroup2 cgroup2 rw\n"
    assert find_mounts(mountinfo, "0::/docker/abc/inner\n").unified_own == tmp_path / "inner"
    assert find_mounts(mountinfo, "0::/elsewhere\n").unified_own == tmp_path, "a path outside the mount means the mount itself"


def test_a_mount_point_with_a_space_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    escaped = str(folder).replace(" ", "\\040")
    assert find_mounts(f"30 1 0:26 / {escaped} rw - cgroup2 cgroup2 rw\n", "0::/\n").unified == folder


def test_a_machine_without_cgroups_has_none() -> None:
    assert find_mounts("24 1 0:22 / / rw - ext4 disk rw\n", "") == Mounts(None, None, None, None)
    assert cgroup.create_otherwise(Mounts(None, None, None, None)) == Group()


@pytest.fixture
def occupied() -> Iterator[Path]:
    """A version 2 group with a member, and a controller that its parent could hand down."""
    mounts = current_mounts()
    assert mounts.unified is not None
    folder = mounts.unified / f"occupied-{os.getpid()}"
    folder.mkdir()
    sleeper = subprocess.Popen(["sleep", "600"])
    (folder / "cgroup.procs").write_text(str(sleeper.pid))
    yield folder
    sleeper.kill()
    sleeper.wait()
    assert remove(folder)


def test_a_group_with_members_hands_nothing_down_so_that_the_run_is_placed_above_it(occupied: Path) -> None:
    controllers = (occupied.parent / "cgroup.controllers").read_text().split()
    if not controllers:
        assert create_v2(Mounts(occupied.parent, occupied, None, None), "memory", "memory.current") is None
        return
    (occupied.parent / "cgroup.subtree_control").write_text(f"+{controllers[0]}")
    with pytest.raises(OSError, match=os.strerror(errno.EBUSY)):
        (occupied / "cgroup.subtree_control").write_text(f"+{controllers[0]}")
    made = create_v2(Mounts(occupied.parent, occupied, None, None), controllers[0], "cgroup.procs")
    assert made is not None
    assert made.parent == occupied.parent
    assert remove(made)


def test_a_group_without_the_file_that_is_needed_is_not_left_behind(occupied: Path) -> None:
    assert cgroup._make_in(occupied, "no.such.file") is None
    assert [path for path in occupied.iterdir() if path.is_dir()] == []


@pytest.mark.parametrize(
    ("counting", "scope", "otherwise", "expected"),
    [
        pytest.param("v2", "v2-scope", "v1", "v2", id="version 2 first"),
        pytest.param(None, "v2-scope", "v1", "v2-scope", id="then a scope of systemd"),
        pytest.param(None, None, "v1", "v1", id="then version 1"),
        pytest.param(None, None, "v2-tracking", "v2-tracking", id="then tracking only"),
        pytest.param(None, None, "none", "none", id="then none"),
    ],
)
def test_cgroups_are_tried_in_order(
    monkeypatch: pytest.MonkeyPatch, counting: str | None, scope: str | None, otherwise: str, expected: str
) -> None:
    class Stand:
        pid = 1

        def __init__(self, *, scope: bool, lock: int | None) -> None:
            self.scope = scope

    monkeypatch.setattr(run, "Supervised", Stand)
    monkeypatch.setattr(cgroup, "create_counting", lambda _mounts: Group(counting) if counting else None)
    monkeypatch.setattr(cgroup, "scope_is_possible", lambda _mounts: scope is not None)
    monkeypatch.setattr(cgroup, "create_in_scope", lambda _mounts, _pid: Group(scope) if scope else None)
    monkeypatch.setattr(cgroup, "create_otherwise", lambda _mounts: Group(otherwise))
    group, supervised = run.start(run.Request(("true",)), 0)
    assert group.kind == expected
    assert isinstance(supervised, Stand)
    assert supervised.scope is (counting is None and scope is not None)


def test_a_delegated_scope_is_divided_so_that_it_can_hand_controllers_down(occupied: Path) -> None:
    """The group with one member stands for the scope that systemd-run makes around the supervisor."""
    mounts = current_mounts()
    (supervisor,) = (occupied / "cgroup.procs").read_text().split()
    assert cgroup.create_in_scope(mounts, os.getpid()) is None, "our own group is no scope"
    controllers = (occupied / "cgroup.controllers").read_text().split()
    group = cgroup.create_in_scope(mounts, int(supervisor), "".join(controllers[:1]), "cgroup.procs")
    if not controllers:
        assert group is None
        return
    assert group is not None
    assert group.kind == "v2-scope"
    assert group.memory is not None
    assert group.memory.parent == occupied
    assert (occupied / "supervisor" / "cgroup.procs").read_text().split() == [supervisor]
    assert (occupied / "cgroup.procs").read_text() == "", "a group with members hands no controllers down"
    Path(f"{mounts.unified}/cgroup.procs").write_text(supervisor)
    assert remove(group.memory)
    assert remove(occupied / "supervisor")


@pytest.fixture
def version_2(tmp_path: Path) -> Group:
    """What a version 2 group looks like to its readers."""
    files = {
        "memory.stat": "anon 100\nfile 70\nkernel 30\nshmem 20\n",
        "memory.swap.current": "4\n",
        "memory.peak": "250\n",
        "memory.events": "low 0\nhigh 0\nmax 7\noom 2\noom_kill 1\n",
        "memory.max": "max\n",
        "memory.swap.max": "max\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return Group("v2", tmp_path, tmp_path)


def test_a_version_2_group_is_read_from_its_own_files(version_2: Group) -> None:
    reader = HeldReader(version_2)
    assert reader.read() == Held(anon=100, shmem=20, file=50, kernel=30, swap=4)
    reader.close()
    assert (peak_bytes(version_2), oom_kills(version_2)) == (250, 1)


def test_huge_pages_of_a_group_that_counts_them_are_in_its_footprint(version_2: Group) -> None:
    assert version_2.memory is not None
    for name, number in (("hugetlb.2MB.current", 40), ("hugetlb.1GB.current", 2), ("hugetlb.2MB.rsvd.current", 900)):
        (version_2.memory / name).write_text(f"{number}\n")
    reader = HeldReader(version_2)
    held = reader.read()
    reader.close()
    assert held == Held(anon=100, shmem=20, file=50, kernel=30, swap=4, hugetlb=42)
    assert held.footprint == 100 + 20 + 30 + 42


def test_a_limit_on_a_version_2_group_leaves_no_swap_to_flee_to(version_2: Group) -> None:
    assert cgroup.set_memory_limit(version_2, 1 << 28)
    assert version_2.memory is not None
    assert (version_2.memory / "memory.max").read_text() == str(1 << 28)
    assert (version_2.memory / "memory.swap.max").read_text() == "0"


def test_a_process_is_in_its_group_or_below_it_and_in_no_other_of_a_like_name() -> None:
    folder = Path("/sys/fs/cgroup/memory/measured-run-4-7-1")
    assert cgroup.holds(folder, "4:memory:/a/measured-run-4-7-1\n0::/\n")
    assert cgroup.holds(folder, "0::/measured-run-4-7-1/own\n")
    assert not cgroup.holds(folder, "4:memory:/\n0::/measured-run-4-7-12\n")


def test_a_group_without_memory_figures_has_none(tmp_path: Path) -> None:
    group = Group("v2-tracking", None, tmp_path)
    assert (peak_bytes(group), oom_kills(group), cgroup.set_memory_limit(group, 1 << 28)) == (None, None, False)


def test_version_2_figures_count_shared_memory_once() -> None:
    stat = b"anon 100\nfile 70\nkernel 30\nkernel_stack 5\nshmem 20\npagetables 7\nslab 9\n"
    held = parse_v2(stat)
    assert held == Held(anon=100, shmem=20, file=50, kernel=30, swap=0)
    assert held.footprint == 150


def test_before_kernel_5_18_kernel_memory_is_the_sum_of_its_parts() -> None:
    assert parse_v2(b"anon 1\nfile 0\nkernel_stack 5\nshmem 0\npagetables 7\nslab 9\npercpu 2\n").kernel == 23


def test_version_1_figures_include_groups_below() -> None:
    stat = b"cache 1\nrss 1\nshmem 1\nswap 1\ntotal_cache 70\ntotal_rss 100\ntotal_rss_huge 3\ntotal_shmem 20\ntotal_swap 4\n"
    assert parse_v1(stat, b"30\n") == Held(anon=100, shmem=20, file=50, kernel=30, swap=4)
