"""Which processes belong to a run."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from meter import tree
from meter.tree import Tree, walk

PARENT = """
import os, sys, threading, time
def start(): os.posix_spawn("/bin/sleep", ["sleep", "600"], {})
start()
threads = [threading.Thread(target=time.sleep, args=(600,), daemon=True) for _ in range(int(sys.argv[1]))]
for thread in threads: thread.start()
other = threading.Thread(target=lambda: (start(), print("ready", flush=True), time.sleep(600)), daemon=True)
other.start()
time.sleep(600)
"""


@pytest.fixture(params=[0, 100], ids=["few threads", "many threads"])
def parent(request: pytest.FixtureRequest) -> Iterator[int]:
    """A process with a child of its main thread and one of another thread."""
    process = subprocess.Popen([sys.executable, "-c", PARENT, str(request.param)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    yield process.pid
    for pid in walk(process.pid):
        os.kill(pid, 9)
    process.kill()
    process.wait()


def test_children_of_every_thread_are_found(parent: int) -> None:
    assert [Path(f"/proc/{pid}/comm").read_text() for pid in walk(parent)] == ["sleep\n"] * 2


def test_a_tree_is_walked_again_only_when_something_was_created(monkeypatch: pytest.MonkeyPatch) -> None:
    created, walks = [b"1"], []
    monkeypatch.setattr(tree, "_last_created", lambda: created[0])
    monkeypatch.setattr(tree, "walk", lambda root: walks.append(root) or [8, 9])
    monkeypatch.setattr(tree, "WALK_BUDGET", 0)
    monkeypatch.setattr(tree, "is_running", lambda _pid: False)
    members = Tree(7, None)
    assert [members.members() for _ in range(3)] == [[8, 9]] * 3
    assert walks == [7]
    members.forget([9])
    assert members.members() == [8]
    created[0] = b"2"
    assert members.members() == [8, 9]
    members.look_again()
    members.members()
    assert walks == [7, 7, 7]


def test_a_process_without_figures_is_forgotten_only_when_it_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the exit of its leader thread a process has no figures for a moment; nothing is created then, and no walk would find it again."""
    monkeypatch.setattr(tree, "_last_created", lambda: b"1")
    monkeypatch.setattr(tree, "walk", lambda root: [8, 9])
    monkeypatch.setattr(tree, "is_running", lambda pid: pid == 8)
    members = Tree(7, None)
    assert members.members() == [8, 9]
    members.forget([8, 9])
    assert members.members() == [8]


def test_without_a_supervisor_those_known_last_and_their_children_are_the_members(monkeypatch: pytest.MonkeyPatch) -> None:
    below = {7: [8], 8: [9]}
    monkeypatch.setattr(tree, "walk", lambda root: below.get(root, []))
    members = Tree(7, None)
    assert members.members() == [8]
    del below[7]
    monkeypatch.setattr(tree, "is_running", lambda _pid: False)
    members.look_again()
    assert members.members() == [8], "a walk from a dead supervisor finds nothing, which does not mean that there is nothing"
    assert members.orphaned() == [8, 9]


def test_a_list_of_members_longer_than_a_page_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "cgroup.procs"
    pids = list(range(10_000, 40_000))
    file.write_text("".join(f"{pid}\n" for pid in pids))
    assert Tree(1, file).members() == pids
