"""Nothing is fetched that a person did not agree to; what is fetched is found after the host's own, and named in the record."""

import os
import pty
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import fetch_toolchains
from archive_server import fetchable, tar, tool
from common.command_line import UserError
from toolchains import consent
from toolchains.configured import as_configured
from toolchains.consent import Offer, ask_person, decision, mirror_of, one_line, table
from toolchains.description import Place, Toolchain
from toolchains.finding import fetchable as fetchable_of
from toolchains.finding import find_toolchain, fingerprint, from_record
from toolchains.keeping import keep
from toolchains.offering import fetch_offered, offers

NAMES = {"tool": "Tool", "tool-native": "Tool (native)", "other": "Other"}


@pytest.fixture
def wanted(server):
    return fetchable(server.publish("tool-25.0.1.tar.gz", tar(*tool())))


@pytest.fixture
def toolchain(wanted, tmp_path, monkeypatch):
    """A toolchain that this machine does not have, with an archive that it can have."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    place = Place(find=("PATH", "{site_packages}/wheel"), beside=("compiler",))
    described = ("tool", "version"), r"version (\d+(?:\.\d+)*)", "Get it from its makers."
    return Toolchain("tool", *described, place=place, fallback=None, minimum="21", archive=wanted.archive)


def on_host(tmp_path, version, folder="bin"):
    (tmp_path / folder).mkdir(exist_ok=True, parents=True)
    for name in ("tool", "compiler"):
        (tmp_path / folder / name).write_text(f"#!/bin/sh\necho tool version {version}\n")
        (tmp_path / folder / name).chmod(0o755)


def offered_of(toolchains, cache):
    return offers(toolchains, {id_: find_toolchain(toolchain) for id_, toolchain in toolchains.items()}, NAMES, cache)


def test_from_nothing_to_a_toolchain_that_is_found(server, cache, toolchain, capsys):
    before = find_toolchain(toolchain)
    assert before.status == "missing"
    assert before.reason.endswith("Get it from its makers. Or let it be fetched (0.0 MB): make run DOWNLOAD=1.")
    fetched = fetch_offered(offered_of({"tool": toolchain}, cache), "always", cache, None)
    assert (fetched.failed, fetched.advice) == (False, ())
    found = find_toolchain(toolchain)
    download = toolchain.archive.downloads["x64"]
    assert (found.status, found.version, found.origin) == ("found", "25.0.1", "archive")
    assert (found.address, found.hash) == (download.address, f"sha256:{download.digest}")
    assert found.path == str(cache.folder / fetched.kept[0] / "bin/tool")
    assert from_record(found.as_record()) == found
    assert "Fetching tool 25.0.1 for Tool: http://127.0.0.1" in capsys.readouterr().out


def test_the_hosts_own_tool_wins_where_it_is_new_enough(server, cache, heard, toolchain, wanted, tmp_path):
    keep(wanted, cache, None, heard)
    on_host(tmp_path, "24.0.1")
    found = find_toolchain(toolchain)
    assert (found.version, found.origin, found.address, found.hash) == ("24.0.1", "host", None, None)
    on_host(tmp_path, "17.0.1")
    assert find_toolchain(toolchain).origin == "archive"


def test_a_fetched_tool_comes_before_that_of_the_locked_environment_unless_that_is_preferred(
    server, cache, heard, toolchain, wanted, tmp_path, monkeypatch
):
    monkeypatch.setattr("toolchains.finding.sysconfig.get_paths", lambda: {"purelib": str(tmp_path)})
    on_host(tmp_path, "24.0.2", "wheel")
    assert find_toolchain(toolchain).origin == "locked"
    assert offered_of({"tool": toolchain}, cache) == []
    keep(wanted, cache, None, heard)
    assert find_toolchain(toolchain).origin == "archive"
    assert find_toolchain(replace(toolchain, locked_first=True)).origin == "locked"
    fallback = replace(toolchain, place=Place(find=("PATH",)), fallback=Place(find=("{site_packages}/wheel",)))
    assert (find_toolchain(fallback).origin, find_toolchain(fallback).fallback) == ("archive", False)
    assert find_toolchain(replace(fallback, archive=None)).fallback


def test_the_hash_is_part_of_the_fingerprint_and_that_of_a_hosts_tool_stays_as_it_was(server, cache, heard, toolchain, wanted, tmp_path):
    keep(wanted, cache, None, heard)
    found = find_toolchain(toolchain)
    assert wanted.download.digest in fingerprint(found)
    assert fingerprint(replace(found, hash="sha256:other")) != fingerprint(found)
    on_host(tmp_path, "25.0.1")
    found = find_toolchain(toolchain)
    assert fingerprint(found) == f"{found.raw} [{found.path}, {found.libc}]"


def test_a_cache_behind_a_link_is_the_same_cache(server, cache, heard, toolchain, wanted, tmp_path):
    (tmp_path / "a large disk").mkdir()
    (tmp_path / "a cache [1]").symlink_to("a large disk")
    keep(wanted, cache, None, heard)
    found = find_toolchain(toolchain)
    assert (found.status, found.origin, found.hash) == ("found", "archive", wanted.download.hash)


def test_a_version_that_was_fetched_before_can_be_asked_for_by_its_folder(server, cache, heard, toolchain, wanted):
    keep(wanted, cache, None, heard)
    older = fetchable(server.publish("tool-24.0.1.tar.gz", tar(*tool("24.0.1"))), "24.0.1")
    keep(older, cache, None, heard)
    found = find_toolchain(as_configured(toolchain, "tool@24", {"find": ["{fetched}/tool-24*/bin"]}))
    assert (found.version, found.origin, found.hash) == ("24.0.1", "archive", older.download.hash)


def test_what_fails_is_a_reason_in_the_row_and_the_others_go_on(server, cache, toolchain, tmp_path, monkeypatch):
    server.files.pop("tool-25.0.1.tar.gz")
    other = fetchable(server.publish("other.tar.gz", tar(*tool("26.0.0"))), "26.0.0")
    toolchains = {"tool": toolchain, "other": replace(toolchain, id="other", minimum="26", archive=other.archive)}
    fetched = fetch_offered(offered_of(toolchains, cache), "always", cache, None)
    assert fetched.kept == (other.key,)
    assert fetched.failed
    assert "tool 25.0.1 could not be fetched: tool-25.0.1.tar.gz: is 0 bytes there" in fetched.advice[0]
    found = find_toolchain(replace(toolchain, below="26"))
    assert found.status == "missing"
    assert "tool 25.0.1 could not be fetched: tool-25.0.1.tar.gz: is 0 bytes there" in found.reason
    assert "\n" not in found.reason


def test_a_row_says_what_failed_the_last_time(cache, toolchain, wanted):
    reasons = ["makers.example answers 404 (Not Found)", "the disk is full"]
    prints = []
    for reason in reasons:
        cache.note_failure(wanted.key, reason)
        missing = find_toolchain(toolchain)
        assert f"tool 25.0.1 could not be fetched: tool-25.0.1.tar.gz: {reason}." in missing.reason
        prints.append(fingerprint(missing))
    assert len(set(prints)) == len(reasons)


def test_how_to_get_a_toolchain_is_no_part_of_what_makes_a_row_stale(cache, toolchain):
    missing = find_toolchain(toolchain)
    assert missing.hint == "Get it from its makers. Or let it be fetched (0.0 MB): make run DOWNLOAD=1."
    assert fingerprint(missing) == f"missing: no tool 21 or newer found. [{missing.libc}]"


def test_an_interruption_is_one_line(cache, toolchain, monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("toolchains.offering.keep", interrupted)
    with pytest.raises(UserError, match=r"^Interrupted\. What was loaded of tool 25\.0\.1 is kept: the next run goes on there\.$"):
        fetch_offered(offered_of({"tool": toolchain}, cache), "always", cache, None)


def test_a_fetched_tool_that_does_not_run_here_is_told(server, cache, heard, toolchain, wanted):
    folder = keep(wanted, cache, None, heard)
    (folder / "bin/tool").write_text("#!/no/such/loader\n")
    found = find_toolchain(toolchain)
    assert found.status == "missing"
    assert "bin/tool cannot be started" in found.reason
    assert "DOWNLOAD=1" not in found.reason


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"minimum": "26"}, id="too old for what is asked"),
        pytest.param({"below": "25"}, id="too new for what is asked"),
        pytest.param({"archive": None}, id="without an archive"),
        pytest.param({"place": Place(find=("PATH",), requires=(("no-such-compiler",),))}, id="that needs what it does not bring"),
    ],
)
def test_what_would_not_help_is_not_offered(cache, toolchain, changes):
    changed = replace(toolchain, **changes)
    assert offered_of({"tool": changed}, cache) == []
    assert "DOWNLOAD=1" not in find_toolchain(changed).reason


def test_no_archive_is_offered_where_none_runs(cache, toolchain, monkeypatch):
    monkeypatch.setattr("toolchains.archives.platform.machine", lambda: "riscv64")
    assert fetchable_of(toolchain) is None
    monkeypatch.undo()
    monkeypatch.setattr("toolchains.archives.os.confstr", lambda name: None)
    assert fetchable_of(toolchain) is None


def test_one_archive_for_several_toolchains_is_offered_and_loaded_once(server, cache, toolchain):
    toolchains = {"tool": toolchain, "tool-native": replace(toolchain, id="tool-native")}
    (offer,) = offered_of(toolchains, cache)
    assert offer.names == ("Tool", "Tool (native)")
    fetch_offered([offer], "always", cache, None)
    assert len(server.requests) == 1
    assert {find_toolchain(each).origin for each in toolchains.values()} == {"archive"}


@pytest.mark.parametrize("decided", ["never", "ask"])
def test_without_a_terminal_nothing_is_fetched_and_one_line_says_what_one_word_would_add(server, cache, toolchain, capsys, decided):
    fetched = fetch_offered(offered_of({"tool": toolchain}, cache), decided, cache, None)
    assert fetched.advice == ("1 toolchain (Tool) can be fetched: make run DOWNLOAD=1 (0.0 MB)",)
    assert not fetched.failed
    assert (server.requests, capsys.readouterr().out, cache.answers()) == ([], "", {})


@pytest.mark.parametrize("answer", [True, False])
def test_a_person_is_asked_once(server, cache, toolchain, monkeypatch, answer):
    asked = []
    monkeypatch.setattr("toolchains.offering.ask_person", lambda before, question: asked.append((before, question)) or answer)
    offered = offered_of({"tool": toolchain}, cache)
    first = fetch_offered(offered, "ask", cache, None)
    assert bool(first.kept) == answer
    fetch_offered(offered, "ask", cache, None)
    assert len(asked) == 1
    assert asked[0][1] == "Fetch them (0.0 MB)?"
    newer = [Offer(fetchable(server.publish("x.zip", b"x"), "26"), ("Other",))]
    fetch_offered([*offered, *newer], "ask", cache, None)
    assert len(asked) == 2


def test_the_table_says_what_from_where_how_large_under_which_licence_and_where_it_lies(cache, toolchain):
    text = table(offered_of({"tool": toolchain, "tool-native": replace(toolchain, id="tool-native")}, cache), cache.folder, None)
    head, row = text.splitlines()[1:3]
    assert head.split() == ["WHAT", "FOR", "FROM", "TO", "LOAD", "ON", "DISK", "LICENCE"]
    assert re.fullmatch(r"tool 25\.0\.1  Tool  127\.0\.0\.1:\d+  0\.0 MB   < 1\.0 MB  MIT", row)
    assert str(cache.folder) in text.splitlines()[-1]
    assert "make clean-toolchains" in text.splitlines()[-1]


def test_the_line_names_three_and_the_sum(server, cache):
    download = replace(server.publish("x.zip", b"x"), most_bytes=153_000_000)
    missing = [("C# (csharp-nativeaot)", "C#"), ("Java (graalvm)", "Java (graalvm-native-image)"), ("Go",), ("Rust",)]
    four = [Offer(fetchable(replace(download, digest=f"{n}" * 64), label="GraalVM"), names) for n, names in enumerate(missing)]
    assert one_line(four) == "4 toolchains (C#, GraalVM, Go, ...) can be fetched: make run DOWNLOAD=1 (612 MB)"
    bounded = Offer(fetchable(replace(download, exact=False)), ("Node.js",))
    assert one_line([bounded]) == "1 toolchain (Node.js) can be fetched: make run DOWNLOAD=1 (up to 153 MB)"


ASK = 'import sys; from toolchains.consent import ask_person; sys.exit(10 if ask_person("The table.", "Fetch them (1 MB)?") else 11)'


def answered(typed):
    """The exit code of a program that asks at a terminal where this is typed, and what that terminal showed."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(Path(fetch_toolchains.__file__).parent)
        os.execv(sys.executable, [sys.executable, "-c", ASK])
    shown = b""
    while b"[y/n]" not in shown:
        shown += os.read(terminal, 1000)
    os.write(terminal, typed)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(terminal)
    return code, shown.decode()


@pytest.mark.parametrize(("typed", "answer"), [(b"y\n", 10), (b"Yes\n", 10), (b"n\n", 11), (b"\n", 11), (b"\x04", 11)])
def test_at_a_terminal_the_person_answers(typed, answer):
    said, shown = answered(typed)
    assert said == answer
    assert "The table.\r\nFetch them (1 MB)? [y/n]" in shown


def test_a_person_who_does_not_see_the_question_is_not_asked(capsys):
    assert ask_person("The table.", "Fetch them?") is None
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("configured", "said", "decided"),
    [
        ("ask", None, "ask"),
        ("never", "", "never"),
        ("ask", "1", "always"),
        ("never", "always", "always"),
        ("always", "0", "never"),
        ("always", "No", "never"),
        ("always", "ask", "ask"),
    ],
)
def test_the_variable_comes_before_the_configuration(configured, said, decided):
    assert decision(configured, {} if said is None else {consent.VARIABLE: said}) == decided


def test_another_word_is_told():
    with pytest.raises(UserError, match=r"DOWNLOAD_TOOLCHAINS=maybe: should be 1 \(always\), 0 \(never\) or ask"):
        decision("ask", {consent.VARIABLE: "maybe"})


def test_the_mirror_is_that_of_the_variable_or_of_the_configuration():
    assert mirror_of("https://a", {}) == "https://a"
    assert mirror_of("https://a", {consent.MIRROR_VARIABLE: "https://b"}) == "https://b"
    assert mirror_of(None, {consent.MIRROR_VARIABLE: ""}) is None


def test_what_config_says_decides_which_toolchains_are_wanted(tmp_path, monkeypatch):
    monkeypatch.delenv(consent.VARIABLE, raising=False)
    monkeypatch.setattr(fetch_toolchains, "PROJECT", tmp_path)
    path = tmp_path / "config.yaml"
    said = "toolchains: {download: always, mirror: 'file:///mnt', go: {minimum: '1.99'}}\n"
    sides = "compare: {before: {until: 2026-01-01}, after: {since: 2026-01-02}}\n"
    path.write_text(f"variants: [go-*, rust-tokio]\n{said}{sides}")
    wanted = fetch_toolchains.Wanted(path)
    assert set(wanted.toolchains) == {"go", "rust"}
    assert wanted.toolchains["go"].minimum == "1.99"
    assert (wanted.decision, wanted.mirror) == ("always", "file:///mnt")


def test_removing_says_what_it_frees(server, cache, heard, wanted, capsys):
    keep(wanted, cache, None, heard)
    cache.loading("other-1-01234567", "part").write_bytes(b"x" * 2_000_000)
    fetch_toolchains.remove_all(cache)
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"{wanted.key}: 0.0 MB")
    assert said[1].startswith("parts of downloads: 2.0 MB")
    assert re.fullmatch(rf"2 toolchains and parts removed from {re.escape(str(cache.folder))}: 2\.0 MB are free again\.", said[-1])
