"""Finds the tools that the programs need, by running them: shims, links and version text cannot be trusted otherwise."""

import contextlib
import glob
import json
import os
import platform
import re
import shutil
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from functools import cache as memoized
from pathlib import Path
from typing import Any

from common.folders import PROJECT
from toolchains.archives import Fetchable, architecture, size_words
from toolchains.cache import Cache, cache_folder
from toolchains.description import Choices, Place, Toolchain
from toolchains.probing import ask, search_path, tool_path

SITE_PACKAGES = "{site_packages}"
FETCHED = "{fetched}"  # the cache of fetched archives, in a find: of the configuration


@dataclass(frozen=True, slots=True)
class Found:
    """What looking for a toolchain came to. `status` is found or missing; when missing, `reason` says why and how to get it.

    `path` and `folder` are relative to the checkout where the tool lies inside it.
    """

    id: str
    status: str
    version: str | None = None
    path: str | None = None
    folder: str | None = None
    raw: str | None = None
    libc: str | None = None
    fallback: bool = False
    reason: str | None = None
    hint: str | None = None
    origin: str | None = None  # host, archive (fetched) or locked (the locked Python environment)
    address: str | None = None  # of the archive, and its hash
    hash: str | None = None

    def as_record(self) -> dict[str, Any]:
        """The JSON form, as the file under results/<machine>/toolchains/ and every run's record have it."""
        return asdict(self)


def from_record(record: Mapping[str, Any]) -> Found:
    """The opposite of Found.as_record; what else find_toolchain.py has written beside it is left out."""
    return Found(**{field.name: record[field.name] for field in fields(Found) if field.name in record})


@dataclass(frozen=True, slots=True)
class Turn:
    """One set of folders to look in, what must hold of a tool that is found there, and whose it would be."""

    place: Place
    origin: str
    entry: str = ""  # of find:
    folders: tuple[str, ...] | None = None  # instead of an entry
    fallback: bool = False


@memoized
def libc_version() -> str:
    """The host's C library, such as "glibc 2.36": memory differs between its versions for one and the same binary."""
    try:
        return os.confstr("CS_GNU_LIBC_VERSION") or "unknown"
    except (ValueError, OSError):
        return " ".join(platform.libc_ver()).strip() or "unknown"


def expand_find(entry: str) -> list[str]:
    """The folders that one `find:` entry stands for: PATH, $NAME/..., a glob, {site_packages}/..., {fetched}/... ."""
    if entry == "PATH":
        return search_path()
    entry = str(Path(entry).expanduser()).replace(SITE_PACKAGES, sysconfig.get_paths()["purelib"])
    entry = entry.replace(FETCHED, glob.escape(str(cache_folder())))
    names = re.findall(r"\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?", entry)
    if any(not os.environ.get(name) for name in names):
        return []
    return sorted(glob.glob(os.path.expandvars(entry)), reverse=True)  # noqa: PTH207 absolute patterns, newest name first


def version_key(version: str) -> tuple[int, ...]:
    """Numbers to compare by: 25.0.2 -> (25, 0, 2); what follows the numbers (-ea, +9) does not count."""
    return tuple(int(part) for part in re.findall(r"\d+", re.split(r"[-+_]", version)[0]))


def out_of_range(version: str | None, minimum: str | None, below: str | None) -> str | None:
    """Why a version will not do, or None. An unknown version is never a reason."""
    if version is None:
        return None
    if minimum and version_key(version) < version_key(minimum):
        return f"is {version}, older than {minimum}"
    if below and version_key(version) >= version_key(below):
        return f"is {version}, not older than {below}"
    return None


def fetchable(toolchain: Toolchain) -> Fetchable | None:
    """The archive of a toolchain that runs on this machine and is new enough for what is asked; None where there is none."""
    archive, machine = toolchain.archive, architecture()
    if archive is None or machine is None or machine not in archive.downloads:
        return None
    return None if out_of_range(archive.version, toolchain.minimum, toolchain.below) else Fetchable(archive, archive.downloads[machine])


def lacking_beside_archive(toolchain: Toolchain) -> list[str]:
    """What the toolchain needs on PATH that no archive brings and that is not there, such as a C compiler."""
    return missing_requirements(toolchain.place.requires, os.pathsep.join(search_path()))


def _fetching_words(toolchain: Toolchain, cache: Cache) -> tuple[str, str]:
    """Why it could not be fetched, and that it can be; empty where that was not tried, or would not help."""
    wanted = fetchable(toolchain)
    if wanted is None or cache.kept(wanted.key) is not None or lacking_beside_archive(toolchain):
        return "", ""
    failure = cache.failure(wanted.key)
    failed = f" {wanted.words} could not be fetched: {wanted.download.file_name}: {failure}." if failure is not None else ""
    return failed, f" Or let it be fetched ({size_words(wanted.download)}): make run DOWNLOAD=1."


def turns(toolchain: Toolchain, cache: Cache) -> list[Turn]:
    """Where to look, in order: this machine, what was fetched, the locked Python environment; the last one first where it is preferred."""
    places = [(toolchain.place, False)] + ([(toolchain.fallback, True)] if toolchain.fallback is not None else [])
    every = [
        Turn(place, "locked" if SITE_PACKAGES in entry else "archive" if FETCHED in entry else "host", entry, fallback=is_fallback)
        for place, is_fallback in places
        for entry in place.find
    ]
    if toolchain.locked_first:
        every.sort(key=lambda turn: turn.origin != "locked")
    wanted = fetchable(toolchain)
    kept = cache.kept(wanted.key) if wanted is not None else None
    if wanted is not None and kept is not None:
        after = max((number for number, turn in enumerate(every) if turn.origin == "host" and not turn.fallback), default=-1) + 1
        every.insert(after, Turn(toolchain.place, "archive", folders=(str(wanted.tool_folder(kept)),)))
    return every


def _lies_beside(folder: str, tools: tuple[str, ...]) -> bool:
    return all(os.access(Path(folder, tool), os.X_OK) for tool in tools)


def _real_tool(path: str, toolchain: Toolchain, place: Place) -> str:
    """The tool behind links and shims, as far as its own name and the tools beside it stay the same."""
    if toolchain.locate is not None:
        folder = str(Path(path).parent)
        answer = ask([path, *toolchain.locate[1:]], toolchain.environment, folder)
        located = answer.text.strip().splitlines()[-1:] if answer.code == 0 else []
        return located[0] if located and os.access(located[0], os.X_OK) else path
    real = os.path.realpath(path)
    same = Path(real).name == Path(path).name and _lies_beside(str(Path(real).parent), place.beside)
    return real if same else path


def missing_requirements(requires: Choices, path: str) -> list[str]:
    """What of `requires` is not on the search path, each as "a" or "a or b"."""
    return [" or ".join(choice) for choice in requires if not any(shutil.which(tool, path=path) for tool in choice)]


def _candidates(toolchain: Toolchain, folders: Iterable[str], seen: set[str]) -> Iterator[str]:
    for folder in folders:
        path = str(Path(folder, toolchain.probe[0]))
        same = os.path.realpath(folder)  # /bin is /usr/bin
        if same not in seen and os.access(path, os.X_OK) and Path(path).is_file():
            seen.add(same)
            yield path


def _portable(path: str) -> str:
    """Relative where it lies in the checkout, so that a checkout can be moved without all its results becoming stale."""
    return str(Path(path).relative_to(PROJECT)) if Path(path).is_relative_to(PROJECT) else path


def _origin_note(path: str) -> dict[str, Any]:
    """Of a tool in the cache: where it was fetched from. Empty for all others."""
    cache = Cache(Path(os.path.realpath(cache_folder())))  # as the path is: a home's cache is often a link to a larger disk
    real = Path(os.path.realpath(path))
    return cache.origin(real.relative_to(cache.folder).parts[0]) if real.is_relative_to(cache.folder) else {}


def _try(toolchain: Toolchain, turn: Turn, path: str) -> Found | str:
    """The toolchain at `path`, or why that one will not do."""
    place = turn.place
    path = _real_tool(path, toolchain, place)
    folder = str(Path(path).parent)
    if not _lies_beside(folder, place.beside):
        return f"{path} has no {' and '.join(place.beside)} beside it"
    answer = ask([path, *toolchain.probe[1:]], toolchain.environment, folder)
    if answer.code != 0:
        what = answer.text if answer.code is None else f"ended with exit code {answer.code}: {' '.join(answer.text.split())[:200]}"
        return f"{path} {what}"
    match = re.search(toolchain.version, answer.text)
    version = (match.group(1) if match.groups() else match.group(0)) if match else None
    wrong = out_of_range(version, toolchain.minimum, toolchain.below)
    if wrong:
        return f"{path} {wrong}"
    missing = missing_requirements(place.requires, tool_path(folder))
    if missing:
        return f"{path} needs {' and '.join(missing)}, not on PATH"
    raw = answer.text.strip()
    origin = _origin_note(path)
    return Found(
        id=toolchain.id,
        status="found",
        version=version,
        path=_portable(path),
        folder=_portable(folder),
        raw=raw,
        libc=libc_version(),
        fallback=turn.fallback,
        hint=toolchain.hint,
        origin="archive" if origin else turn.origin,
        address=origin.get("address"),
        hash=origin.get("hash"),
    )


def find_toolchain(toolchain: Toolchain) -> Found:
    """The first candidate that runs and fits, else a Found with status missing and the reason. Never raises for a broken tool."""
    rejected = []
    cache = Cache(cache_folder())
    seen: dict[bool, set[str]] = {False: set(), True: set()}
    for turn in turns(toolchain, cache):
        folders = turn.folders if turn.folders is not None else expand_find(turn.entry)
        for path in _candidates(toolchain, folders, seen[turn.fallback]):
            outcome = _try(toolchain, turn, path)
            if isinstance(outcome, Found):
                return outcome
            rejected.append(outcome)
    tried = f" ({'; '.join(rejected)})" if rejected else ""
    wanted = f"{toolchain.probe[0]} {toolchain.minimum} or newer" if toolchain.minimum else toolchain.probe[0]
    failed, can_be = _fetching_words(toolchain, cache)
    hint = toolchain.hint + can_be
    reason = f"no {wanted} found{tried}.{failed} {hint}"
    return Found(toolchain.id, "missing", libc=libc_version(), reason=reason, hint=hint)


def find_all(toolchains: Mapping[str, Toolchain]) -> dict[str, Found]:
    """Every toolchain by id, looked for at the same time."""
    with ThreadPoolExecutor(max_workers=8) as pool:
        return dict(zip(toolchains, pool.map(find_toolchain, toolchains.values()), strict=True))


def how_asked(toolchain: Toolchain) -> dict[str, Any]:
    """How a toolchain that was found is asked again whether it is still the same (plan.nodes)."""
    return {"arguments": list(toolchain.probe[1:]), "environment": dict(toolchain.environment)}


def noted_toolchains(folder: Path, wanted: Iterable[str]) -> dict[str, Found]:
    """What find_toolchain.py has written down in a folder, by id; without what it has not looked for yet."""
    known = {}
    for name in wanted:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            known[name] = from_record(json.loads((folder / f"{name}.json").read_text()))
    return known


def fingerprint(found: Found) -> str:
    """What must be the same for earlier results to stand: what the tool says of itself, where it lies, the C library, an archive's hash.

    Of a missing one: why, without the words on how to get it.
    """
    if found.status == "missing":
        return f"missing: {(found.reason or '').removesuffix(found.hint or '').strip()} [{found.libc}]"
    marks = f"{', fallback' if found.fallback else ''}{f', {found.hash}' if found.hash else ''}"
    return f"{found.raw} [{found.path}, {found.libc}{marks}]"


def place_of(toolchain: Toolchain, found: Found) -> Place:
    """The place whose build, run and environment apply to what was found."""
    return toolchain.fallback if found.fallback and toolchain.fallback is not None else toolchain.place
