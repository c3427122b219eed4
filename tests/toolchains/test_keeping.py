"""An archive is in the cache whole or not at all, is loaded once, and what failed is remembered until it goes well."""

import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from archive_server import fetchable, member, tar, tool
from toolchains import keeping
from toolchains.cache import Cache, bytes_on_disk, cache_folder, clean
from toolchains.fetching import FetchError
from toolchains.keeping import keep

SCRIPTS = Path(__file__).parents[2] / "scripts"
KEEP = """
import pickle, sys
from pathlib import Path
from toolchains.cache import Cache
from toolchains.keeping import keep
class Watcher:
    def progress(self, done, total): pass
    def say(self, line): pass
print(keep(pickle.loads(bytes.fromhex(sys.argv[1])), Cache(Path(sys.argv[2])), None, Watcher()))
"""


def publish(server, way="well", version="25.0.1", **attributes):
    return fetchable(server.publish(f"tool-{version}.tar.gz", tar(*tool(version)), way), version, **attributes)


def test_an_archive_is_kept_under_its_name_version_and_hash_with_a_note_of_its_origin(server, cache, heard):
    wanted = publish(server)
    folder = keep(wanted, cache, None, heard)
    assert folder == cache.folder / f"tool-25.0.1-{wanted.download.digest[:8]}"
    assert (folder / "bin/tool").is_file()
    note = cache.origin(wanted.key)
    assert (note["address"], note["hash"]) == (wanted.download.address, f"sha256:{wanted.download.digest}")
    assert note["unpacked_bytes"] > 0
    assert cache.fetched() == [wanted.key]
    assert [path.suffix for path in (cache.folder / "loading").iterdir()] == [".lock"]


def test_what_is_kept_is_not_loaded_again(server, cache, heard):
    wanted = publish(server)
    assert keep(wanted, cache, None, heard) == keep(wanted, cache, None, heard)
    assert len(server.requests) == 1


def test_another_version_lies_beside_the_first(server, cache, heard):
    both = [publish(server, version=version) for version in ("25.0.1", "25.0.2")]
    assert len({keep(wanted, cache, None, heard) for wanted in both}) == 2
    assert cache.fetched() == sorted(wanted.key for wanted in both)


def test_a_mirror_is_asked_instead_of_the_maker_and_the_makers_address_is_noted(server, cache, heard):
    published = publish(server)
    download = replace(published.download, address="https://makers.invalid/releases/25/tool-25.0.1.tar.gz")
    keep(fetchable(download), cache, server.address("well", "").rstrip("/"), heard)
    note = cache.origin(published.key)
    assert note["address"] == download.address
    assert note["loaded_from"] == published.download.address


@pytest.mark.parametrize(
    ("content", "attributes", "reason"),
    [
        pytest.param(tar(member("../escaped", b"x")), {}, "leaves its folder", id="hostile"),
        pytest.param(tar(*tool()), {"folder": "sbin"}, "has no folder sbin", id="without the folder of the tool"),
        pytest.param(b"no archive", {}, "no archive that can be read", id="no archive"),
    ],
)
def test_what_cannot_be_unpacked_leaves_nothing_that_looks_complete(server, cache, heard, content, attributes, reason):
    wanted = fetchable(server.publish("tool.tar.gz", content), **attributes)
    with pytest.raises(FetchError, match=reason):
        keep(wanted, cache, None, heard)
    assert cache.fetched() == []
    assert [path.name for path in cache.folder.iterdir()] == ["loading"]
    assert not list(cache.folder.glob("loading/*.unpacking"))


def test_a_failure_is_remembered_until_it_goes_well(server, cache, heard):
    wanted = publish(server)
    content = server.files.pop("tool-25.0.1.tar.gz")
    with pytest.raises(FetchError):
        keep(wanted, cache, None, heard)
    assert "0 bytes there" in (cache.failure(wanted.key) or "")
    server.files["tool-25.0.1.tar.gz"] = content
    keep(wanted, cache, None, heard)
    assert cache.failure(wanted.key) is None


def test_a_full_disk_while_unpacking_is_told_and_leaves_nothing(server, cache, heard, monkeypatch):
    def full(*arguments):
        raise OSError(28, "No space left on device", "somewhere")

    monkeypatch.setattr(keeping, "unpack", full)
    with pytest.raises(FetchError, match=r"^the disk is full$"):
        keep(publish(server), cache, None, heard)
    assert cache.fetched() == []


def test_a_cache_that_cannot_be_made_is_told(server, cache, heard):
    cache.folder.parent.parent.mkdir()
    cache.folder.parent.write_text("a file in its place")
    with pytest.raises(FetchError, match=r"Not a directory|File exists"):
        keep(publish(server), cache, None, heard)


def start(wanted, cache):
    import pickle  # noqa: PLC0415

    command = [sys.executable, "-c", KEEP, pickle.dumps(wanted).hex(), str(cache.folder)]
    return subprocess.Popen(command, cwd=SCRIPTS, stdout=subprocess.PIPE, text=True)


def test_a_kill_while_loading_leaves_nothing_that_looks_complete_and_the_next_run_resumes(server, cache, heard):
    wanted = publish(server, "silent")
    killed = start(wanted, cache)
    assert server.half.wait(60)
    part = cache.loading(wanted.key, "part")
    while not (part.exists() and part.stat().st_size):
        assert killed.poll() is None
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert cache.fetched() == []
    there = part.stat().st_size
    again = fetchable(replace(wanted.download, address=server.address("well", "tool-25.0.1.tar.gz")))
    assert (keep(again, cache, None, heard) / "bin/tool").is_file()
    assert server.requests[-1][2] == f"bytes={there}-"


def test_what_a_kill_while_unpacking_left_is_replaced(server, cache, heard):
    wanted = publish(server)
    for folder in (cache.loading(wanted.key, "unpacking"), cache.folder / wanted.key):
        (folder / "bin").mkdir(parents=True)
        (folder / "bin/half").write_text("x")
    assert cache.kept(wanted.key) is None
    folder = keep(wanted, cache, None, heard)
    assert not (folder / "bin/half").exists()
    assert cache.fetched() == [wanted.key]


def test_two_runs_fetch_once(server, cache, heard):
    wanted = publish(server, "when-told")
    first = start(wanted, cache)
    assert server.half.wait(60)
    waits = threading.Event()
    heard.say = lambda line: (heard.said.append(line), waits.set())
    second = threading.Thread(target=keep, args=(wanted, cache, None, heard))
    second.start()
    assert waits.wait(60)
    server.go_on.set()
    second.join()
    assert first.wait() == 0
    assert heard.said == ["Waiting for another run that is fetching tool 25.0.1."]
    assert len(server.requests) == 1
    assert cache.fetched() == [wanted.key]


def test_cleaning_removes_all_and_says_how_much_that_frees(server, cache, heard):
    wanted = publish(server)
    keep(wanted, cache, None, heard)
    cache.note_answer([wanted.key], True)
    size = bytes_on_disk(cache.folder / wanted.key)
    assert dict(clean(cache)).get(wanted.key) == size > 0
    assert list(cache.folder.iterdir()) == []
    assert list(clean(cache)) == []
    assert (cache.fetched(), cache.answers()) == ([], {})


def test_cleaning_leaves_what_another_run_is_fetching(server, cache, heard):
    wanted = publish(server, "when-told")
    first = start(wanted, cache)
    assert server.half.wait(60)
    assert list(clean(cache)) == [(wanted.key, None)]
    server.go_on.set()
    assert first.wait() == 0
    assert cache.fetched() == [wanted.key]


def test_bytes_on_disk_count_a_file_with_two_names_once_and_follow_no_link(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/file").write_bytes(b"x" * 100_000)
    once = bytes_on_disk(tmp_path / "a")
    os.link(tmp_path / "a/file", tmp_path / "a/same")
    (tmp_path / "a/link").symlink_to("/usr")
    assert once <= bytes_on_disk(tmp_path / "a") < once + 50_000


@pytest.mark.parametrize(
    ("environment", "home", "expected"),
    [
        ({"XDG_CACHE_HOME": "/somewhere"}, "/home/a", "/somewhere/memory-of-tasks/toolchains"),
        ({"XDG_CACHE_HOME": "relative"}, "/home/a", "/home/a/.cache/memory-of-tasks/toolchains"),
        ({}, "/home/a", "/home/a/.cache/memory-of-tasks/toolchains"),
    ],
)
def test_the_cache_lies_where_the_person_has_theirs(monkeypatch, environment, home, expected):
    monkeypatch.setenv("HOME", home)
    assert cache_folder(environment) == Path(expected)


def test_a_note_that_cannot_be_read_is_no_note(cache):
    (cache.folder / "tool-1-01234567").mkdir(parents=True)
    (cache.folder / "tool-1-01234567/.origin.json").write_text("{")
    (cache.folder / "answers.json").write_text(json.dumps(["no"]))
    assert cache.origin("tool-1-01234567") == {}
    assert cache.answers() == {}
    assert Cache(cache.folder / "none").fetched() == []
