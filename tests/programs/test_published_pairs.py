"""benchmarks/published_programs.py holds ours against the published programs: what its table of pairs names is there."""

import importlib.util
import sys
from types import ModuleType

import pytest

from common.folders import PROJECT
from programs.describing import load_programs

PROGRAMS = load_programs()


def load_benchmark() -> ModuleType:
    specification = importlib.util.spec_from_file_location("published_programs", PROJECT / "benchmarks" / "published_programs.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    specification.loader.exec_module(module)
    return module


BENCHMARK = load_benchmark()


def test_each_variant_of_the_posts_is_held_against_one_published_program() -> None:
    assert sorted(pair.variant for pair in BENCHMARK.PAIRS) == sorted(PROGRAMS)


@pytest.mark.parametrize("pair", BENCHMARK.PAIRS, ids=lambda pair: pair.variant)
def test_a_published_program_replaces_files_of_ours_and_leaves_lock_files_and_descriptions_alone(pair) -> None:
    ours = PROGRAMS[pair.variant].source
    theirs = BENCHMARK.PUBLISHED / pair.published
    files = [path.relative_to(theirs) for path in theirs.rglob("*") if path.is_file()]
    assert files
    assert all((ours / file).is_file() for file in files)
    assert not {file.suffix for file in files} & {".lock", ".toml", ".mod", ".csproj", ".yaml"}


def test_the_published_source_is_laid_over_a_copy_of_ours(tmp_path) -> None:
    pair = next(pair for pair in BENCHMARK.PAIRS if pair.variant == "rust-tokio")
    ours = PROGRAMS[pair.variant]
    theirs = BENCHMARK.published_program(ours, pair, tmp_path / "rust")
    assert (theirs.source / "Cargo.lock").read_bytes() == (ours.source / "Cargo.lock").read_bytes()
    assert (theirs.source / "src" / "main.rs").read_bytes() == (BENCHMARK.PUBLISHED / pair.published / "src" / "main.rs").read_bytes()
    assert not (theirs.source / "src" / "contract.rs").exists()
    assert (theirs.build, theirs.run, theirs.toolchain) == (ours.build, ours.run, ours.toolchain)


@pytest.mark.parametrize(
    ("ours", "theirs", "bold"),
    [
        pytest.param([102, 102, 104], [100, 100, 100], False, id="at the goal"),
        pytest.param([103, 103, 99], [100, 100, 100], True, id="beyond it"),
    ],
)
def test_a_ratio_of_medians_beyond_the_goal_stands_out_and_is_explained(ours: list[int], theirs: list[int], bold: bool) -> None:
    pair = next(pair for pair in BENCHMARK.PAIRS if not pair.remark)
    result = {"tasks": 1000, "ours": [value << 20 for value in ours], "theirs": [value << 20 for value in theirs], "versions": "Python 3"}
    assert ("**" in BENCHMARK.row(pair, result)) is bold
    assert len(BENCHMARK.remarks({pair.key: result})) == bold


def test_runs_are_added_to_those_with_the_same_versions_and_replace_those_with_others() -> None:
    kept = {"date": "2026-01-01", "tasks": 1000, "ours": [1], "theirs": [2], "versions": "Go 1.26.8"}
    new = {"date": "2026-01-02", "tasks": 1000, "ours": [3], "theirs": [4], "versions": "Go 1.26.8"}
    assert BENCHMARK.added(None, new) == new
    assert BENCHMARK.added(kept, new) == {**new, "ours": [1, 3], "theirs": [2, 4]}
    assert BENCHMARK.added({**kept, "versions": "Go 1.26.7"}, new) == new
    assert BENCHMARK.added({"date": "2026-01-01", "reason": "no go found"}, new) == new
