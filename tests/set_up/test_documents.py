"""What the documents say holds: links lead somewhere, targets exist, the example language of the README works as it stands."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

from common.schemas import check
from programs.building import build_program
from programs.describing import load_programs
from toolchains.finding import find_toolchain

PROJECT = Path(__file__).parents[2]
README = (PROJECT / "README.md").read_text()
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs/upgrades.md", "docs/cluster.md"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_into_the_project_leads_to_a_file(name):
    links = re.findall(r"!?\[[^]]*\]\(([^)#]+)\)", (PROJECT / name).read_text())
    assert links
    assert [link for link in links if "//" not in link and not (PROJECT / name).parent.joinpath(link).exists()] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_target_that_a_document_names_exists(name):
    targets = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))
    named = re.findall(r"(?:`|^    )make ([a-z-]+)", (PROJECT / name).read_text(), re.MULTILINE)
    assert named
    assert set(named) <= targets


def test_every_file_of_the_layout_exists():
    layout = re.search(r"## Layout\n\n((?:    .*\n)+)", (PROJECT / "CONTRIBUTING.md").read_text())
    assert layout is not None
    paths = [line.split("  ")[0] for line in layout[1].splitlines()]
    named = [path for line in layout[1].splitlines() for path in re.findall(r"^    ((?:[\w/]+/|Snakefile)(?:, [\w/]+/)*)", line)]
    whole = [path for group in named for path in group.split(", ")]
    assert len(whole) > len(paths) // 2
    assert [path for path in whole if not (PROJECT / path).exists()] == []


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """The files of the README's example, by name, in a folder of their own."""
    folder = tmp_path_factory.mktemp("example")
    files = re.findall(r"^`((?:programs|envs)/[^`]+)`:.*?\n\n```\w+\n(.*?)```", README, re.MULTILINE | re.DOTALL)
    for name, text in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="module")
def program(example):
    """The example, built as the workflow builds it: the command to which N and SECONDS are appended."""
    (described,) = load_programs(example / "programs").values()
    found = find_toolchain(described.toolchain)
    assert found.status == "found", found.reason
    return build_program(described, found, example / "build")["program"]["run"]


def test_the_example_is_a_whole_language(example):
    (described,) = load_programs(example / "programs").values()
    assert (described.id, described.primitive) == ("c-pthreads", "os-thread")
    environment = yaml.safe_load((example / f"envs/{described.toolchain.id}.yaml").read_text())
    language = yaml.safe_load((example / "programs/c/language.yaml").read_text())
    assert [package.partition("=")[0] for package in environment["dependencies"]] == [language["toolchain"]["conda"]]
    check(language, "language", "the README's example")


def test_the_example_says_ready_with_all_alive_and_done_at_the_end(program):
    done = subprocess.run([*program, "100", "1.5"], capture_output=True, text=True, check=True)
    assert done.stdout == "READY n=100 done=0\nDONE n=100\n"


@pytest.mark.parametrize(
    "arguments",
    [[], ["1"], ["0", "1"], ["-1", "1"], ["many", "1"], ["100000001", "1"], ["1", "-1"], ["1", "long"], ["1", "1", "1"], ["", ""]],
)
def test_the_example_refuses_bad_arguments(program, arguments):
    done = subprocess.run([*program, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: ")
