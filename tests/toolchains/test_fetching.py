"""A file is loaded whole and as published, or there is one sentence that says why not."""

import errno
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import certifi
import pytest

from toolchains import fetching
from toolchains.fetching import FetchError, check_address, content_length, fetch, trust

CONTENT = bytes(range(256)) * 4000


@pytest.fixture
def part(tmp_path, cache):
    return tmp_path / "file.part"


@pytest.mark.parametrize(
    ("way", "ranges"),
    [
        pytest.param("well", [None], id="at once"),
        pytest.param("dribble", [None], id="in small pieces"),
        pytest.param("cut-once", [None, f"bytes={len(CONTENT) // 2}-"], id="cut off, and resumed where it was"),
        pytest.param("cut-once-no-range", [None, f"bytes={len(CONTENT) // 2}-"], id="cut off, by a server that cannot resume"),
        pytest.param("busy-once", [None, None], id="refused by a server that is busy"),
    ],
)
def test_a_file_is_loaded_whole(server, part, heard, way, ranges):
    download = server.publish("file.zip", CONTENT, way)
    fetch(download.address, download, part, heard)
    assert part.read_bytes() == CONTENT
    assert [given for _, _, given in server.requests] == ranges
    assert heard.bytes[-1] == (len(CONTENT), len(CONTENT))
    assert len(heard.said) == len(ranges) - 1


def test_what_an_earlier_run_has_loaded_is_not_loaded_again(server, part, heard):
    download = server.publish("file.zip", CONTENT)
    part.write_bytes(CONTENT[:-7])
    fetch(download.address, download, part, heard)
    assert part.read_bytes() == CONTENT
    assert server.requests[0][2] == f"bytes={len(CONTENT) - 7}-"
    fetch(download.address, download, part, heard)
    assert len(server.requests) == 1


def test_where_an_earlier_run_left_something_else_the_file_is_loaded_anew(server, part, heard):
    download = server.publish("file.zip", CONTENT)
    part.write_bytes(b"something else" * 10)
    fetch(download.address, download, part, heard)
    assert part.read_bytes() == CONTENT
    part.write_bytes(b"y" * (len(CONTENT) + 1))
    fetch(download.address, download, part, heard)
    assert part.read_bytes() == CONTENT


def test_a_part_that_is_longer_than_the_file_is_loaded_anew(server, part, heard):
    download = replace(server.publish("file.zip", CONTENT), most_bytes=2 * len(CONTENT), exact=False)
    part.write_bytes(CONTENT + b"x")
    fetch(download.address, download, part, heard)
    assert part.read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("way", "tries", "reason"),
    [
        pytest.param("missing", 1, "answers 404", id="not there"),
        pytest.param("altered", 1, "has another SHA-256 than was published", id="another hash"),
        pytest.param("longer", 1, "is 1,024,001 bytes there, and 1,024,000 were published", id="a wrong length, said"),
        pytest.param("unsaid", 1, "sends more than the 1,024,000 bytes that were published", id="a wrong length, not said"),
        pytest.param("cut", 2, "was cut off before its end", id="cut off, twice"),
        pytest.param("silent", 2, "did not answer for 0.2 s", id="silent in the middle"),
        pytest.param("elsewhere", 2, "resumes at another place", id="resumed elsewhere"),
    ],
)
def test_what_cannot_be_had_is_told_in_a_sentence(server, part, heard, monkeypatch, way, tries, reason):
    monkeypatch.setattr(fetching, "SILENCE_SECONDS", 0.2)
    download = server.publish("file.zip", CONTENT, way)
    with pytest.raises(FetchError, match=reason) as error:
        fetch(download.address, download, part, heard)
    assert "\n" not in str(error.value)
    assert len(server.requests) == tries
    assert len(heard.said) == tries - 1
    assert not part.exists() or part.stat().st_size <= len(CONTENT)


def test_no_more_than_its_bound_is_loaded_of_a_file_whose_size_is_not_known(server, part, heard):
    download = replace(server.publish("file.zip", CONTENT), most_bytes=len(CONTENT) // 2, exact=False)
    with pytest.raises(FetchError, match="at most 512,000 were published"):
        fetch(download.address, download, part, heard)
    with pytest.raises(FetchError, match="more than the 512,000 bytes"):
        fetch(server.address("unsaid", "file.zip"), download, part, heard)
    assert part.stat().st_size <= download.most_bytes


def test_a_server_that_is_not_there_is_told(server, part, heard):
    download = server.publish("file.zip", CONTENT)
    server.shutdown()
    server.server_close()
    with pytest.raises(FetchError, match=r"127\.0\.0\.1:\d+ cannot be reached \(Connection refused\)"):
        fetch(download.address, download, part, heard)
    assert len(heard.said) == 1


def test_a_name_that_is_not_known_here_is_called_no_network(server, part, heard, monkeypatch):
    for name in ("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    download = server.publish("file.zip", CONTENT)
    with pytest.raises(FetchError, match=r"no-such-host\.invalid is not known here: no network, or HTTPS_PROXY is not set"):
        fetch("https://no-such-host.invalid/file.zip", download, part, heard)


def test_the_proxy_of_the_environment_is_asked_but_not_for_this_machine(server, part, heard, monkeypatch):
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    download = server.publish("file.zip", CONTENT)
    with pytest.raises(FetchError, match="403"):
        fetch("https://archives.invalid/file.zip", download, part, heard)
    assert server.requests[0][:2] == ("CONNECT", "archives.invalid:443")
    fetch(download.address, download, part, heard)
    assert part.read_bytes() == CONTENT


def test_certificates_are_those_that_the_environment_names(tmp_path, monkeypatch):
    first = Path(certifi.where()).read_text(encoding="ascii").partition("-----END CERTIFICATE-----")
    one = tmp_path / "one.pem"
    one.write_text(first[0] + first[1] + "\n")
    monkeypatch.setenv("SSL_CERT_FILE", str(one))
    assert trust().cert_store_stats()["x509_ca"] == 1


def test_a_machine_without_certificates_uses_those_of_the_locked_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    assert trust().cert_store_stats()["x509_ca"] > 50


@pytest.mark.parametrize("failure", [errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_is_full_is_told(server, part, heard, monkeypatch, failure):
    download = server.publish("file.zip", CONTENT)

    def full(*arguments):
        raise OSError(failure, "No space left on device")

    monkeypatch.setattr(fetching, "_write_all", full)
    with pytest.raises(FetchError, match=r"^the disk is full$"):
        fetch(download.address, download, part, heard)


def test_a_disk_without_room_for_it_is_not_filled(server, part, heard, monkeypatch):
    download = server.publish("file.zip", CONTENT)
    monkeypatch.setattr(fetching.shutil, "disk_usage", lambda folder: type("Usage", (), {"free": 1000}))
    with pytest.raises(FetchError, match=r"needs 1\.0 MB, and the disk has 0\.0 MB left"):
        fetch(download.address, download, part, heard)


def test_a_load_that_never_ends_is_ended(server, part, heard, monkeypatch):
    monkeypatch.setattr(fetching, "LIMIT_SECONDS", -1.0)
    download = server.publish("file.zip", CONTENT)
    with pytest.raises(FetchError, match="did not end within"):
        fetch(download.address, download, part, heard)


def test_a_file_of_this_machine_is_taken(server, part, heard, tmp_path):
    download = server.publish("file.zip", CONTENT)
    (tmp_path / "a file.zip").write_bytes(CONTENT)
    fetch((tmp_path / "a file.zip").as_uri(), download, part, heard)
    assert part.read_bytes() == CONTENT
    with pytest.raises(FetchError, match=r"cannot be read \(No such file or directory\)"):
        fetch((tmp_path / "none.zip").as_uri(), download, tmp_path / "other", heard)


def test_a_redirect_on_this_machine_is_followed_and_one_away_from_it_over_http_is_not(server, part, heard):
    download = server.publish("file.zip", CONTENT)
    fetch(f"{server.address('to', 'file.zip')}?address={quote(download.address)}", download, part, heard)
    assert part.read_bytes() == CONTENT
    for wrong in ("http://example.org/file.zip", "file:///etc/passwd", "ftp://127.0.0.1/file.zip"):
        part.unlink(missing_ok=True)
        with pytest.raises(FetchError):
            fetch(f"{server.address('to', 'file.zip')}?address={quote(wrong)}", download, part, heard)
        assert not part.exists()


def test_redirects_without_end_are_ended(server, part, heard):
    download = server.publish("file.zip", CONTENT)
    with pytest.raises(FetchError, match="302"):
        fetch(server.address("itself", "file.zip"), download, part, heard)
    assert len(server.requests) < 20


@pytest.mark.parametrize(
    ("address", "before", "taken"),
    [
        ("https://example.org/x", None, True),
        ("http://127.0.0.1:8000/x", None, True),
        ("http://[::1]:8000/x", None, True),
        ("http://localhost/x", None, True),
        ("file:///x", None, True),
        ("http://example.org/x", None, False),
        ("http://127.0.0.1.example.org/x", None, False),
        ("file://example.org/x", None, False),
        ("ftp://example.org/x", None, False),
        ("data:,x", None, False),
        ("https://example.org/x", "https://example.com/x", True),
        ("http://example.org/x", "https://example.com/x", False),
        ("http://127.0.0.1/x", "https://example.com/x", False),
        ("http://127.0.0.1/x", "http://localhost/x", True),
        ("https://example.org/x", "http://localhost/x", True),
        ("file:///x", "https://example.com/x", False),
        ("file:///x", "file:///y", False),
    ],
)
def test_only_https_this_machine_and_files_are_asked_and_a_redirect_is_no_less_safe(address, before, taken):
    if taken:
        check_address(address, before)
    else:
        with pytest.raises(FetchError):
            check_address(address, before)


def test_the_size_is_asked_without_loading_the_file(server):
    download = server.publish("file.zip", CONTENT)
    assert content_length(f"{server.address('to', 'file.zip')}?address={quote(download.address)}") == len(CONTENT)
    assert {method for method, _, _ in server.requests} == {"HEAD"}
