"""Loads one published file: over https or from this machine, never larger than described, resumed after a cut, its hash checked."""

import contextlib
import errno
import hashlib
import http.client
import importlib
import ipaddress
import re
import shutil
import socket
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any, Protocol
from urllib.parse import urlsplit

from toolchains.archives import THIS_MACHINE, Download, host_of, megabytes

SILENCE_SECONDS = 30.0
LIMIT_SECONDS = 3600.0
BACK_OFF_SECONDS = 5.0
CHUNK_BYTES = 1 << 18
USER_AGENT = "memory-of-tasks"
FULL = {errno.ENOSPC, errno.EDQUOT}


class Watcher(Protocol):
    """Whom to tell how far it is."""

    def progress(self, done: int, total: int | None) -> None:
        """Bytes there are, and how many there will be where that is known."""

    def say(self, line: str) -> None:
        """Something a person should know."""


class FetchError(Exception):
    """Why a file could not be had, in words that follow its name. `again`: another try may go better."""

    def __init__(self, reason: str, *, again: bool = False) -> None:
        super().__init__(reason)
        self.again = again


def is_loopback(host: str | None) -> bool:
    """Whether a host name or address is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


def check_address(address: str, before: str | None = None) -> None:
    """FetchError for what is not https, http to this machine, or a file; after a redirect from `before`, for what is less safe."""
    parts = urlsplit(address)
    local = parts.scheme == "http" and is_loopback(parts.hostname)
    if parts.scheme == "https" or (local and (before is None or is_loopback(urlsplit(before).hostname))):
        return
    if parts.scheme == "file" and parts.netloc in {"", "localhost"} and before is None:
        return
    led = f"leads to {parts.scheme}://{parts.netloc}" if before else f"is {parts.scheme}://{parts.netloc}"
    raise FetchError(f"{led}: only https is taken, or this machine")


class _Redirects(urllib.request.HTTPRedirectHandler):
    max_redirections = 5

    def redirect_request(self, req: Any, *args: Any) -> urllib.request.Request | None:
        """As the standard library does it, to an address that is no less safe than the one before."""
        check_address(args[-1], before=req.full_url)
        request = super().redirect_request(req, *args)
        if request is not None:
            request.method = req.get_method()  # HEAD stays HEAD
        return request


def trust() -> ssl.SSLContext:
    """The certificates of this machine or of SSL_CERT_FILE; on a machine that has none (a bare Debian), those that pip brought along."""
    context = ssl.create_default_context()
    paths = ssl.get_default_verify_paths()
    there = context.cert_store_stats()["x509_ca"] or (paths.capath and any(Path(paths.capath).glob("*.0")))
    if not there:
        with contextlib.suppress(ImportError):
            context.load_verify_locations(importlib.import_module("certifi").where())
    return context


def open_address(address: str, *, start: int = 0, method: str = "GET") -> Any:
    """The answer to a request, from byte `start` on where the server can. Proxies are those of the environment, except to this machine."""
    check_address(address)
    handlers: list[Any] = [_Redirects(), urllib.request.HTTPSHandler(context=trust())]
    if is_loopback(urlsplit(address).hostname):
        handlers.append(urllib.request.ProxyHandler({}))
    headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "identity"} | ({"Range": f"bytes={start}-"} if start else {})
    request = urllib.request.Request(address, headers=headers, method=method)  # noqa: S310 checked above
    return urllib.request.build_opener(*handlers).open(request, timeout=SILENCE_SECONDS)


def _unreachable(error: BaseException | str, host: str) -> FetchError:
    if isinstance(error, ssl.SSLCertVerificationError):
        return FetchError(f"{host} shows a certificate that is not trusted here ({error.verify_message}); SSL_CERT_FILE names others")
    if isinstance(error, TimeoutError):
        return FetchError(f"{host} did not answer for {SILENCE_SECONDS:g} s", again=True)
    if isinstance(error, socket.gaierror):
        return FetchError(f"{host} is not known here: no network, or HTTPS_PROXY is not set", again=True)
    words = error if isinstance(error, str) else getattr(error, "strerror", None) or str(error) or type(error).__name__
    if host == THIS_MACHINE:
        return FetchError(f"cannot be read ({words})")
    return FetchError(f"{host} cannot be reached ({words})", again=True)


@contextlib.contextmanager
def errors_in_words(address: str) -> Iterator[None]:
    """Whatever a request or a write can raise becomes a FetchError."""
    host = host_of(address)
    try:
        yield
    except urllib.error.HTTPError as error:
        error.close()
        again = error.code >= 500 or error.code == 429
        raise FetchError(f"{host} answers {error.code} ({error.reason})", again=again) from error
    except urllib.error.URLError as error:
        raise _unreachable(error.reason, host) from error
    except http.client.HTTPException as error:
        raise FetchError(f"{host} broke off the answer", again=True) from error
    except OSError as error:
        if error.errno in FULL:
            raise FetchError("the disk is full") from error
        if error.filename is not None:
            raise FetchError(f"{error.filename}: {error.strerror}") from error
        raise _unreachable(error, host) from error


def _begins_at(response: Any, start: int) -> int:
    """The byte at which the answer begins. FetchError where that is neither the first nor the one asked for."""
    if getattr(response, "status", 200) != 206:
        return 0
    given = re.match(r"bytes (\d+)-", response.headers.get("Content-Range", ""))
    if given is None or int(given[1]) != start:
        raise FetchError("the server resumes at another place than was asked for")
    return start


def _expected_bytes(response: Any, start: int) -> int | None:
    length = response.headers.get("Content-Length", "")
    return start + int(length) if re.fullmatch(r"\d+", length) else None


def _check_size(total: int | None, download: Download) -> None:
    if total is not None and (total > download.most_bytes or (download.exact and total != download.most_bytes)):
        most = "" if download.exact else "at most "
        raise FetchError(f"is {total:,} bytes there, and {most}{download.most_bytes:,} were published")


def _write_all(response: Any, file: IO[bytes], total: int | None, download: Download, watcher: Watcher) -> None:
    done = file.tell()
    until = time.monotonic() + LIMIT_SECONDS
    read = getattr(response, "read1", response.read)
    while chunk := read(CHUNK_BYTES):
        done += len(chunk)
        if done > download.most_bytes:
            raise FetchError(f"sends more than the {download.most_bytes:,} bytes that were published")
        if time.monotonic() > until:
            raise FetchError(f"did not end within {LIMIT_SECONDS / 60:.0f} min")
        file.write(chunk)
        file.flush()  # what was loaded is there for the next run, also after a kill
        watcher.progress(done, total)
    if done < (total or (download.most_bytes if download.exact else 0)):
        raise FetchError("was cut off before its end", again=True)


def _open_from(start: int, address: str, part: Path) -> Any:
    try:
        return open_address(address, start=start)
    except urllib.error.HTTPError as error:
        if error.code != HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE or not start:
            raise
        error.close()
        part.unlink()
        raise FetchError("has no more than what was loaded before, and that is not the whole of it", again=True) from error


def _load(address: str, download: Download, part: Path, watcher: Watcher) -> None:
    """Add to `part` what is missing of the file, or all of it where the server cannot resume."""
    start = part.stat().st_size if part.exists() else 0
    if start > download.most_bytes:
        part.unlink()
        start = 0
    if download.exact and start == download.most_bytes:
        return
    with errors_in_words(address), _open_from(start, address, part) as response:
        start = _begins_at(response, start)
        total = _expected_bytes(response, start)
        _check_size(total, download)
        room = shutil.disk_usage(part.parent).free
        if total is not None and total - start > room:
            raise FetchError(f"needs {megabytes(total - start)}, and the disk has {megabytes(room)} left")
        with part.open("ab" if start else "wb") as file:
            _write_all(response, file, total, download, watcher)


def content_length(address: str) -> int | None:
    """How large the server says the file is (HEAD). FetchError where it cannot be asked."""
    with errors_in_words(address), open_address(address, method="HEAD") as response:
        return _expected_bytes(response, 0)


def file_hash(path: Path, algorithm: str) -> str:
    """The hash of a file, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, algorithm).hexdigest()


def _verify(download: Download, part: Path, *, resumed: bool) -> None:
    seen = file_hash(part, download.algorithm)
    if seen != download.digest:
        part.unlink()
        name = download.algorithm.upper().replace("SHA", "SHA-")
        raise FetchError(f"has another {name} than was published ({seen[:12]}..., not {download.digest[:12]}...)", again=resumed)


def fetch(address: str, download: Download, part: Path, watcher: Watcher) -> None:
    """Make `part` the published file, whole and checked. One more try, after a pause, where that may help; then FetchError."""
    for last in (False, True):
        try:
            resumed = part.exists() and part.stat().st_size > 0
            _load(address, download, part, watcher)
            with errors_in_words(address):
                _verify(download, part, resumed=resumed)
        except FetchError as error:
            if last or not error.again:
                raise
            watcher.say(f"{download.file_name}: {error}; trying once more in {BACK_OFF_SECONDS:g} s")
            time.sleep(BACK_OFF_SECONDS)
        else:
            return
