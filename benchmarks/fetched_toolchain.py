"""What a fetched toolchain costs: an archive of this machine, served whole over loopback, from an empty cache to a program that was built.

    .venv/bin/python benchmarks/fetched_toolchain.py csharp-task-delay ARCHIVE [--roots '*']

The archive stands for the one that programs/ describes of that program's toolchain, with a hash of its own. No host's tool is looked for.
"""

import argparse
import functools
import hashlib
import http.server
import os
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

from programs.building import BuildError, build_program
from programs.describing import load_programs
from toolchains.archives import Download, Fetchable, architecture, megabytes
from toolchains.cache import Cache, cache_folder
from toolchains.finding import find_toolchain
from toolchains.keeping import keep
from toolchains.telling import Telling


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Hands out the files of a folder and says nothing."""

    def log_message(self, *arguments: object) -> None:
        """Nothing."""


def serve(folder: Path) -> str:
    """The address of a folder, for as long as this program runs."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def main() -> None:
    """Print one line for each step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="such as csharp-task-delay")
    parser.add_argument("archive", type=Path)
    parser.add_argument("--roots", default="*", help="the folder of the archive whose content is unpacked")
    arguments = parser.parse_args()
    program = load_programs()[arguments.program]
    described, machine = program.toolchain.archive, architecture()
    assert described is not None
    assert machine is not None
    digest = hashlib.sha256(arguments.archive.read_bytes()).hexdigest()
    download = Download(f"https://makers.invalid/{arguments.archive.name}", "sha256", digest, arguments.archive.stat().st_size, exact=True)
    archive = replace(described, downloads={machine: download}, roots=(arguments.roots,))
    # Nothing of the host's is found: only what was fetched can be.
    place = replace(program.toolchain.place, find=("/nonexistent",))
    toolchain = replace(program.toolchain, archive=archive, place=place, fallback=None)
    program = replace(program, toolchain=toolchain)
    with tempfile.TemporaryDirectory(prefix="fetched-") as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        print(f"before: {find_toolchain(toolchain).status}")
        began = time.monotonic()
        kept = keep(Fetchable(archive, download), Cache(cache_folder()), serve(arguments.archive.parent), Telling(archive.label))
        note = Cache(cache_folder()).origin(kept.name)
        sizes = f"{megabytes(download.most_bytes)} loaded, {megabytes(note['unpacked_bytes'])} on disk"
        print(f"fetched: {time.monotonic() - began:.1f} s, {sizes}, {kept.name}")
        found = find_toolchain(toolchain)
        print(f"found: {found.status}, {found.version}, origin {found.origin}, {found.hash}")
        os.environ.setdefault("NUGET_FALLBACK_PACKAGES", str(kept / "nuget"))
        began = time.monotonic()
        try:
            manifest = build_program(program, found, Path(folder, "build"))
            print(f"built: {manifest['status']}, {time.monotonic() - began:.1f} s, {manifest['toolchain']['origin']}")
        except BuildError as error:
            print(f"not built: {error}")


if __name__ == "__main__":
    main()
