"""Ask every address of an official archive whether it still has what programs/ describes: the size, and with --full the hash.

For a machine with a network, and for a scheduled workflow; the tests need none.
"""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from common.command_line import UserError, run
from programs.describing import collect_toolchains, load_programs
from toolchains.archives import Archive, Download, megabytes, mirrored
from toolchains.fetching import FetchError, content_length, fetch
from toolchains.telling import Telling


def all_archives(folder: Path | None = None) -> list[Archive]:
    """Each archive that a toolchain names, once, by name."""
    programs = load_programs(folder) if folder is not None else load_programs()
    named = [toolchain.archive for toolchain in collect_toolchains(programs).values() if toolchain.archive is not None]
    archives = {archive.name: archive for archive in named}
    return [archives[name] for name in sorted(archives)]


def size_fault(download: Download, length: int | None) -> str | None:
    """What is wrong with the size that a server names; None where it fits."""
    if length is None:
        return "the server does not say how large it is"
    if length > download.most_bytes or (download.exact and length != download.most_bytes):
        return f"is {length:,} bytes there, and {'' if download.exact else 'at most '}{download.most_bytes:,} here"
    return None


def check_download(label: str, download: Download, mirror: str | None, *, full: bool) -> str | None:
    """Why an address will not do; None where all is as described. Prints the size where only a bound is known."""
    address = mirrored(download.address, mirror)
    try:
        length = content_length(address)
        fault = size_fault(download, length)
        if fault is None and full:
            with tempfile.TemporaryDirectory(prefix="check-archives-") as folder:
                telling = Telling(label)
                fetch(address, download, Path(folder, "part"), telling)
                telling.end()
    except FetchError as error:
        return str(error)
    if fault is None:
        known = "" if download.exact else f", bytes: {length} (known as at most {megabytes(download.most_bytes)})"
        print(f"{label}: as described{known}", flush=True)
    return fault


def check_all(archives: Sequence[Archive], mirror: str | None, *, full: bool) -> Iterator[str]:
    """Check each file of each archive; yields what is wrong, one a line."""
    for archive in archives:
        for architecture, download in archive.downloads.items():
            label = f"{archive.name} {archive.version} {architecture}"
            fault = check_download(label, download, mirror, full=full)
            if fault is not None:
                print(f"{label}: {fault}: {download.address}", flush=True)
                yield label


def main() -> int:
    """Exit code 1 where an address is not as described."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="ARCHIVE", help="such as go or temurin; all of them where none is named")
    parser.add_argument("--full", action="store_true", help="load each file and check its hash")
    parser.add_argument("--addresses", action="store_true", help="only print the addresses, to fill a mirror with")
    parser.add_argument("--mirror", help="ask this folder (https://..., file:///...) instead of the makers")
    arguments = parser.parse_args()
    archives = all_archives()
    unknown = [name for name in arguments.names if name not in {archive.name for archive in archives}]
    if unknown:
        raise UserError(f"{unknown[0]}: no such archive; there are {', '.join(archive.name for archive in archives)}")
    chosen = [archive for archive in archives if not arguments.names or archive.name in arguments.names]
    if arguments.addresses:
        print(*[download.address for archive in chosen for download in archive.downloads.values()], sep="\n")
        return 0
    wrong = list(check_all(chosen, arguments.mirror, full=arguments.full))
    asked = sum(len(archive.downloads) for archive in chosen)
    print(f"{len(wrong)} of {asked} are not as described." if wrong else f"All {asked} are as described.")
    return 1 if wrong else 0


if __name__ == "__main__":
    run(main)
