import sys
from dataclasses import replace

import pytest

import check_archives
from archive_server import fetchable, tar, tool

CONTENT = tar(*tool())


@pytest.fixture
def check(server, cache, monkeypatch):
    """Checks one archive that is handed out in a way; returns the exit code."""

    def call(way, *arguments, **changes):
        download = replace(server.publish("tool.tar.gz", CONTENT, way), **changes)
        monkeypatch.setattr(check_archives, "all_archives", lambda: [fetchable(download).archive])
        monkeypatch.setattr(sys, "argv", ["check_archives.py", *arguments])
        return check_archives.main()

    return call


def test_addresses_that_are_as_described_are_not_loaded(server, check, capsys):
    assert check("well") == 0
    assert {method for method, _, _ in server.requests} == {"HEAD"}
    assert capsys.readouterr().out.splitlines()[-1] == "All 2 are as described."


def test_the_size_is_told_where_only_a_bound_is_known(check, capsys):
    assert check("well", exact=False, most_bytes=1 << 20) == 0
    assert f"tool 25.0.1 x64: as described, bytes: {len(CONTENT)} (known as at most 1.0 MB)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("way", "arguments", "reason"),
    [
        ("missing", (), "answers 404"),
        ("longer", (), "bytes there, and"),
        ("unsaid", (), "does not say how large it is"),
        ("altered", ("--full",), "has another SHA-256"),
    ],
)
def test_an_address_that_is_not_as_described_is_named_and_is_exit_code_1(check, capsys, way, arguments, reason):
    assert check(way, *arguments) == 1
    said = capsys.readouterr().out
    assert reason in said
    assert said.splitlines()[-1] == "2 of 2 are not as described."


def test_the_hash_is_looked_at_only_when_asked_to(check):
    assert check("altered") == 0
    assert check("well", "--full") == 0


def test_the_addresses_are_printed_to_fill_a_mirror_with(server, check, capsys):
    assert check("well", "--addresses") == 0
    assert capsys.readouterr().out == f"{server.address('well', 'tool.tar.gz')}\n" * 2
    assert server.requests == []
