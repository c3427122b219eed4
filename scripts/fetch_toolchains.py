"""Fetch the official archives of toolchains that are missing, say what could be fetched, or remove what was. Set-up calls it by itself."""

import argparse
import os
from pathlib import Path

from common.command_line import UserError, run
from common.folders import CONFIG, PROJECT
from common.plain_yaml import read_yaml
from common.words import counted
from plan.configuration import checked, select_variants
from programs.describing import Program, collect_toolchains, load_programs, toolchain_names
from programs.versions import with_versions
from toolchains.archives import megabytes
from toolchains.cache import Cache, cache_folder, clean
from toolchains.configured import configured_toolchains
from toolchains.consent import decision, mirror_of, one_line, table
from toolchains.description import Toolchain
from toolchains.finding import find_all
from toolchains.offering import Fetched, fetch_offered, offers


class Wanted:
    """What config/config.yaml asks for: the toolchains of the programs that it selects, whether to fetch, and from where."""

    def __init__(self, path: Path = CONFIG / "config.yaml") -> None:
        where = str(path.relative_to(PROJECT))
        document = read_yaml(path)
        merged = checked(document, where)
        programs = with_versions(load_programs(), merged["toolchains"], where)
        chosen = select_variants(merged["variants"], programs, where)
        selected: dict[str, Program] = {name: program for name, program in programs.items() if name in chosen}
        known = collect_toolchains(selected).values()
        self.toolchains: dict[str, Toolchain] = configured_toolchains(known, merged["toolchains"], merged["preferred_toolchains"])
        said = document.get("toolchains", {})
        self.names = toolchain_names(programs)
        self.decision = decision(said.get("download", "ask"), os.environ)
        self.mirror = mirror_of(said.get("mirror"), os.environ)


def fetch_missing(wanted: Wanted) -> Fetched:
    """What the set-up does before a sweep."""
    cache = Cache(cache_folder())
    return fetch_offered(offers(wanted.toolchains, find_all(wanted.toolchains), wanted.names, cache), wanted.decision, cache, wanted.mirror)


def what_there_is(wanted: Wanted, cache: Cache) -> list[str]:
    """What is missing and can be fetched, and what was fetched before."""
    offered = offers(wanted.toolchains, find_all(wanted.toolchains), wanted.names, cache)
    missing = [table(offered, cache.folder, wanted.mirror), one_line(offered)] if offered else ["Nothing is missing that can be fetched."]
    return missing + [f"Fetched before: {key}" for key in cache.fetched()]


def remove_all(cache: Cache) -> None:
    """Remove what was fetched, and say what that frees."""
    freed, removed = 0, 0
    try:
        for name, size in clean(cache):
            print(f"{name}: is being fetched by another run, and stays" if size is None else f"{name}: {megabytes(size)}", flush=True)
            freed, removed = freed + (size or 0), removed + (size is not None)
    except OSError as error:
        raise UserError(f"{error.filename or cache.folder}: {error.strerror}") from error
    what = counted(removed, "toolchain or part of one", "toolchains and parts")
    print(f"{what} removed from {cache.folder}: {megabytes(freed)} are free again." if removed else f"Nothing is in {cache.folder}.")


def main() -> int:
    """Fetch, list or remove; exit code 1 where something could not be fetched."""
    parser = argparse.ArgumentParser(description=__doc__)
    does = parser.add_mutually_exclusive_group()
    does.add_argument("--list", action="store_true", help="print what is missing and can be fetched, and what was fetched before")
    does.add_argument("--clean", action="store_true", help="remove all that was fetched")
    arguments = parser.parse_args()
    cache = Cache(cache_folder())
    if arguments.clean:
        remove_all(cache)
        return 0
    wanted = Wanted()
    if arguments.list:
        print(*what_there_is(wanted, cache), sep="\n")
        return 0
    fetched = fetch_missing(wanted)
    print(*fetched.advice, sep="\n", end="\n" if fetched.advice else "")
    return 1 if fetched.failed else 0


if __name__ == "__main__":
    run(main)
