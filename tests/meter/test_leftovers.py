"""Which processes a killed supervisor left behind, and which only look like it."""

import contextlib
import dataclasses
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from meter import leftovers
from meter.leftovers import Trace, belonging, end_all, forget, remember, trace_of
from meter.process import is_running


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)
    os.close(writing)


@pytest.fixture
def writer(pipe: tuple[int, int]) -> Iterator[subprocess.Popen[bytes]]:
    """A process that writes to the run's pipe, in a session of its own, with a child there that has closed it."""
    script = "sleep 600 >/dev/null & echo; exec sleep 600"
    process = subprocess.Popen(["sh", "-c", script], stdout=pipe[1], start_new_session=True)
    assert os.read(pipe[0], 1) == b"\n"
    yield process
    with contextlib.suppress(ProcessLookupError):  # a test has ended them all
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.fixture(autouse=True)
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(leftovers, "NOTES", tmp_path)
    return tmp_path


def trace(writer: subprocess.Popen[bytes], pipe: tuple[int, int]) -> Trace:
    found = trace_of(writer.pid, pipe[:1])
    assert found is not None
    return found


def session_of(pid: int) -> list[int]:
    """Running processes of a session, whatever they hold."""
    return sorted(process.pid for process in leftovers._processes() if process.session == pid and is_running(process.pid))


def test_who_writes_to_the_pipes_belongs_and_so_does_its_session(writer: subprocess.Popen[bytes], pipe: tuple[int, int]) -> None:
    found = belonging(trace(writer, pipe), set())
    assert sorted(found) == session_of(writer.pid)
    assert len(found) == 2
    assert os.getpid() not in found


def test_what_is_older_than_the_run_or_of_another_boot_or_pipe_does_not_belong(
    writer: subprocess.Popen[bytes], pipe: tuple[int, int]
) -> None:
    own = trace(writer, pipe)
    assert belonging(dataclasses.replace(own, started=own.started + 100), set()) == []
    assert belonging(dataclasses.replace(own, boot="another"), set()) == []
    assert belonging(dataclasses.replace(own, pipes=(1,)), set()) == []


def test_who_only_reads_from_the_pipe_does_not_belong(pipe: tuple[int, int]) -> None:
    reader = subprocess.Popen(["sleep", "600"], stdin=pipe[0], start_new_session=True)
    own = trace_of(reader.pid, pipe[:1])
    assert own is not None
    assert belonging(own, set()) == []
    reader.kill()
    reader.wait()


def test_all_of_it_ends(writer: subprocess.Popen[bytes], pipe: tuple[int, int]) -> None:
    own, sessions = trace(writer, pipe), set()
    assert end_all(lambda: belonging(own, sessions)) == []
    writer.wait()
    assert session_of(writer.pid) == []


def test_a_session_found_once_stays_found_when_none_in_it_writes_any_more(writer: subprocess.Popen[bytes], pipe: tuple[int, int]) -> None:
    own, sessions = trace(writer, pipe), set()
    silent = sorted(set(belonging(own, sessions)) - {writer.pid})
    writer.kill()
    writer.wait()
    assert belonging(own, set()) == []
    assert belonging(own, sessions) == silent
    assert end_all(lambda: belonging(own, sessions)) == []


def test_a_note_is_followed_once_and_only_if_it_is_our_own(
    writer: subprocess.Popen[bytes], pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(trace(writer, pipe))
    own = os.geteuid()
    name = leftovers._note()
    monkeypatch.setattr(leftovers, "_note", lambda: name)
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    assert leftovers._remembered() is None, "written by another user"
    monkeypatch.setattr(os, "geteuid", lambda: own)
    leftovers.end_those_of_before()
    writer.wait()
    assert session_of(writer.pid) == []
    assert not name.exists()


def test_a_note_that_cannot_be_written_or_read_is_none(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leftovers._note().write_text("[]")
    leftovers.end_those_of_before()
    forget()
    leftovers._note().symlink_to(notes / "elsewhere")
    (notes / "elsewhere").write_text('{"boot": "x", "started": 0, "pipes": [1]}')
    assert leftovers._remembered() is None
    monkeypatch.setattr(leftovers, "NOTES", notes / "missing")
    remember(Trace("x", 0, (1,)))
    assert not (notes / "missing").exists()
