"""What must hold for every folder under programs/ and every file under envs/, whatever the language."""

import re
from pathlib import Path

import pytest
import yaml

from common.folders import PROJECT
from programs.describing import collect_toolchains, load_programs, source_files

PROGRAMS = load_programs()
TOOLCHAINS = collect_toolchains(PROGRAMS)
SYSTEMS_OF_THE_ORIGINAL_POSTS = {
    "rust-threads": "os-thread",
    "rust-tokio": "scheduled-task",
    "rust-tokio-join-all": "timer",
    "rust-async-std": "scheduled-task",
    "rust-async-std-join-all": "timer",
    "go-goroutines": "green-thread",
    "java-threads": "os-thread",
    "java-virtual-threads": "green-thread",
    "java-graalvm-virtual-threads": "green-thread",
    "java-graal-jit-virtual-threads": "green-thread",
    "java-graalvm-native-image": "green-thread",
    "csharp-task-run": "scheduled-task",
    "csharp-task-delay": "timer",
    "csharp-nativeaot-task-run": "scheduled-task",
    "csharp-nativeaot-task-delay": "timer",
    "node-promises": "timer",
    "node-async": "scheduled-task",
    "python-asyncio": "scheduled-task",
    "python-asyncio-gather": "scheduled-task",
    "elixir-tasks": "green-thread",
}
# In parts, because the rule holds for this file too: none names a registry's host.
REGISTRY_HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("repo", "maven", "apache", "org"),
        ("repo1", "maven", "org"),
        ("proxy", "golang", "org"),
        ("sum", "golang", "org"),
        ("static", "crates", "io"),
        ("index", "crates", "io"),
        ("deb", "debian", "org"),
        ("api", "nuget", "org"),
        ("conda", "anaconda", "org"),
    )
]
FILES = sorted(
    path for folder in ("programs", "envs") for path in (PROJECT / folder).rglob("*") if path.is_file() and path.suffix != ".pyc"
)


def test_every_system_of_the_original_posts_is_there_with_its_primitive() -> None:
    there = {id_: program.primitive for id_, program in PROGRAMS.items()}
    assert SYSTEMS_OF_THE_ORIGINAL_POSTS.items() <= there.items()


def test_every_label_is_its_own() -> None:
    labels = [program.label for program in PROGRAMS.values()]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("id_", sorted(PROGRAMS))
def test_a_program_has_a_source_and_says_in_one_sentence_what_it_launches(id_: str) -> None:
    program = PROGRAMS[id_]
    assert source_files(program)
    assert re.fullmatch(r"\S.*\S\.", program.description)


@pytest.mark.parametrize("id_", sorted(TOOLCHAINS))
def test_every_toolchain_has_its_conda_environment_with_exact_versions(id_: str) -> None:
    environment = yaml.safe_load((PROJECT / "envs" / f"{id_}.yaml").read_text())
    assert environment["channels"][0] == "conda-forge"
    assert all(re.fullmatch(r"[a-z0-9_.-]+=[0-9][0-9a-z.]*", package) for package in environment["dependencies"])
    names = {package.split("=")[0] for package in environment["dependencies"]}
    language = PROJECT / "programs" / id_ / "language.yaml"
    conda = yaml.safe_load(language.read_text())["toolchain"].get("conda") if language.exists() else None
    assert conda is None or conda in names


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(PROJECT)) for path in FILES])
def test_no_file_names_a_registry_or_a_path_of_one_machine(path: Path) -> None:
    text = path.read_text()
    assert [host for host in REGISTRY_HOSTS if host in text] == []
    assert re.findall(r"/(?:root|home|Users)/\w*", text) == []


@pytest.mark.parametrize("path", sorted((PROJECT / "programs").rglob("Cargo.lock")), ids=lambda path: path.parent.name)
def test_every_locked_rust_library_has_its_checksum(path: Path) -> None:
    packages = path.read_text().split("[[package]]")[1:]
    without = [package for package in packages if "checksum = " not in package and 'name = "program"' not in package]
    assert packages
    assert without == []
