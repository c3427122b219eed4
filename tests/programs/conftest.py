"""Each program is built once, with the toolchain that the workflow itself would take."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from programs.building import build_program, missing_manifest
from programs.describing import Program, collect_toolchains, load_programs
from toolchains.finding import Found, find_all

PROGRAMS = load_programs()


@dataclass(frozen=True, slots=True)
class Built:
    """A program with what the workflow knows of it. `manifest` says `toolchain_missing` where its toolchain is not there."""

    program: Program
    found: Found
    manifest: Mapping[str, Any]

    @property
    def missing(self) -> bool:
        return self.found.status == "missing"

    @property
    def command(self) -> tuple[str, ...]:
        return tuple(self.manifest["program"]["run"])


@pytest.fixture(scope="session")
def found() -> dict[str, Found]:
    """Every toolchain by id, looked for once."""
    return find_all(collect_toolchains(PROGRAMS))


@pytest.fixture(scope="session")
def build(found: dict[str, Found], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Built]:
    """Build a variant by id; the second call for the same one takes no time."""
    built: dict[str, Built] = {}
    folder: Path = tmp_path_factory.mktemp("programs")

    def once(variant: str) -> Built:
        if variant not in built:
            program, tool = PROGRAMS[variant], found[PROGRAMS[variant].toolchain.id]
            manifest = missing_manifest(program, tool) if tool.status == "missing" else build_program(program, tool, folder / variant)
            built[variant] = Built(program, tool, manifest)
        return built[variant]

    return once


@pytest.fixture(scope="session", params=sorted(PROGRAMS))
def built(request: pytest.FixtureRequest, build: Callable[[str], Built]) -> Built:
    """Every variant under programs/ in turn, built."""
    return build(request.param)
