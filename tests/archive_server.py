"""A server on this machine that hands out archives, well and badly: the tests' stand-in for the makers of toolchains."""

import gzip
import hashlib
import io
import lzma
import re
import tarfile
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from toolchains.archives import Archive, Download, Fetchable

SMALL = 1000


class Handler(BaseHTTPRequestHandler):
    """The first part of the path says how the file is handed out: /well/NAME, /cut-once/NAME, ..."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        """Say nothing."""

    def begin(self, code, length=None, **headers):
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if length is not None:
            self.send_header("Content-Length", str(length))
        else:
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()

    def do_CONNECT(self):
        self.server.requests.append(("CONNECT", self.path, None))
        self.begin(403, 0)

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        address = urlsplit(self.path)
        way, _, name = address.path.lstrip("/").partition("/")
        self.server.requests.append((self.command, self.path, self.headers.get("Range")))
        self.content = self.server.files.get(name, b"")
        getattr(self, way.replace("-", "_"))(parse_qs(address.query))

    def send(self, data):
        if self.command != "HEAD":
            self.wfile.write(data)
            self.wfile.flush()

    def start(self):
        given = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        return int(given[1]) if given else 0

    def well(self, query):
        start = self.start()
        if start > len(self.content) or (start and start == len(self.content)):
            return self.begin(416, 0, Content_Range=f"bytes */{len(self.content)}")
        headers = {"Content_Range": f"bytes {start}-{len(self.content) - 1}/{len(self.content)}"} if start else {}
        self.begin(206 if start else 200, len(self.content) - start, **headers)
        return self.send(self.content[start:])

    def dribble(self, query):
        """In many small pieces."""
        self.begin(200, len(self.content))
        for start in range(0, len(self.content), 1000):
            self.send(self.content[start : start + 1000])

    def no_range(self, query):
        self.begin(200, len(self.content))
        self.send(self.content)

    def elsewhere(self, query):
        """Resumes, but not where it was asked to."""
        if not self.start():
            return self.cut(query)
        self.begin(206, len(self.content), Content_Range=f"bytes 0-{len(self.content) - 1}/{len(self.content)}")
        return self.send(self.content)

    def cut(self, query):
        """Half of it, and the connection is gone."""
        start = self.start()
        headers = {"Content_Range": f"bytes {start}-{len(self.content) - 1}/{len(self.content)}"} if start else {}
        self.begin(206 if start else 200, len(self.content) - start, **headers)
        self.send(self.content[start : start + (len(self.content) - start) // 2])
        self.close_connection = True

    def cut_once(self, query):
        return self.well(query) if self.start() else self.cut(query)

    def cut_once_no_range(self, query):
        first = len([path for _, path, _ in self.server.requests if path == self.path]) == 1
        return self.cut(query) if first else self.no_range(query)

    def unsaid(self, query):
        """More than there should be, without saying how much."""
        self.begin(200)
        self.send(self.content + b"x" * len(self.content))

    def longer(self, query):
        self.begin(200, len(self.content) + 1)
        self.send(self.content + b"x")

    def altered(self, query):
        self.begin(200, len(self.content))
        self.send(bytes(reversed(self.content)))

    def silent(self, query):
        """Half of it, and then nothing until the test has ended."""
        self.begin(200, len(self.content))
        self.send(self.content[: len(self.content) // 2])
        self.server.half.set()
        self.server.ended.wait()
        self.close_connection = True

    def when_told(self, query):
        self.server.half.set()
        self.server.go_on.wait()
        self.well(query)

    def to(self, query):
        self.begin(302, 0, Location=query["address"][0])

    def itself(self, query):
        self.begin(302, 0, Location=self.path)

    def missing(self, query):
        self.begin(404, 0)

    def busy_once(self, query):
        first = len([path for _, path, _ in self.server.requests if path == self.path]) == 1
        return self.begin(503, 0) if first else self.well(query)


class Server(ThreadingHTTPServer):
    """Runs while it is open. `requests`: method, path and Range header of each."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.files, self.requests = {}, []
        self.half, self.go_on, self.ended = threading.Event(), threading.Event(), threading.Event()
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def handle_error(self, request, client_address):
        """A client that goes away is part of the tests."""

    def address(self, way, name):
        return f"http://127.0.0.1:{self.server_port}/{way}/{name}"

    def close(self):
        self.ended.set()
        self.go_on.set()
        self.shutdown()
        self.server_close()

    def publish(self, name, content, way="well"):
        """The file as its maker would describe it."""
        self.files[name] = content
        return Download(self.address(way, name), "sha256", hashlib.sha256(content).hexdigest(), len(content), exact=True)


def member(name, content=b"", **attributes):
    """A member of a tar: a file of mode 644, unless something else is said."""
    info = tarfile.TarInfo(name)
    info.size = len(content)
    for key, value in attributes.items():
        setattr(info, key, value)
    return info, content


def tar(*members, ending=".tar.gz"):
    """An archive of such members."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w") as archive:
        for info, content in members:
            archive.addfile(info, io.BytesIO(content))
    return (lzma.compress if ending == ".tar.xz" else gzip.compress)(raw.getvalue())


def zipped(*members):
    """The same as a zip; a mode is that of the file."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        for info, content in members:
            entry = zipfile.ZipInfo(info.name)
            entry.external_attr = (info.mode | (0o120000 if info.issym() else 0)) << 16
            archive.writestr(entry, info.linkname if info.issym() else content)
    return raw.getvalue()


def tool(version="25.0.1", name="tool-1"):
    """The members of a toolchain's archive: a tool that says its version, and another that must lie beside it."""
    script = f"#!/bin/sh\necho tool version {version}\n".encode()
    return [
        member(f"{name}/bin/tool", script, mode=0o755),
        member(f"{name}/bin/compiler", b"#!/bin/sh\n", mode=0o755),
        member(f"{name}/lib/data", b"x" * SMALL, mtime=1_000_000_000),
        member(f"{name}/lib/latest", type=tarfile.SYMTYPE, linkname="data"),
    ]


def fetchable(download, version="25.0.1", folder="bin", **attributes):
    """An archive of that one download, for every architecture."""
    downloads = {"x64": download, "arm64": download}
    return Fetchable(Archive("tool", version, "MIT", folder, downloads, 1 << 20, **{"label": "tool", **attributes}), download)
