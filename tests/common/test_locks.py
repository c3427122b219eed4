"""Locks are the kernel's: held by one or in common, handed to a child, gone with the last holder."""

import os
import subprocess
from pathlib import Path

import pytest

from common.locks import locked, open_lock, try_lock, wait_for_lock


def test_one_holds_it_alone_or_several_in_common(tmp_path: Path) -> None:
    one, other = (open_lock(tmp_path / "lock") for _ in range(2))
    assert try_lock(one)
    assert not try_lock(other)
    assert not try_lock(other, shared=True)
    assert try_lock(one, shared=True)
    assert try_lock(other, shared=True)
    assert not try_lock(one)
    os.close(one)
    assert try_lock(other)
    os.close(other)


def test_who_waits_says_so_once_and_gives_up_when_told_to(tmp_path: Path) -> None:
    one, other = (open_lock(tmp_path / "lock") for _ in range(2))
    assert try_lock(one)
    said: list[str] = []
    looks = iter([False, False, False, True])
    assert not wait_for_lock(other, lambda: said.append("waiting"), lambda: next(looks))
    assert said == ["waiting"]
    os.close(one)
    assert wait_for_lock(other, lambda: said.append("again"))
    assert said == ["waiting"]
    os.close(other)


def test_a_child_that_inherits_it_keeps_it(tmp_path: Path) -> None:
    with locked(tmp_path / "folder" / "lock", lambda: pytest.fail("nobody else holds it")) as descriptor:
        child = subprocess.Popen(["sleep", "600"], pass_fds=[descriptor])
    other = open_lock(tmp_path / "folder" / "lock")
    try:
        assert not try_lock(other)
        child.kill()
        child.wait()
        assert try_lock(other)
    finally:
        child.kill()
        child.wait()
        os.close(other)


def test_a_lock_of_another_user_can_be_opened_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        os.close(open_lock(tmp_path / "lock"))
    finally:
        os.umask(before)
    assert (tmp_path / "lock").stat().st_mode & 0o444 == 0o444
