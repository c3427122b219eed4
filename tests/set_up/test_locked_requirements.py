"""The locked Python packages: what is asked for is pinned, each file by its hash, and nothing names a registry's host."""

import re
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

ENVIRONMENTS = Path(__file__).parents[2] / "envs"
NAMES = ["requirements-build", "requirements", "requirements-test"]


def pins(name: str) -> dict[str, set[str]]:
    """The versions that a lock pins, by package: more than one where they differ by Python."""
    found: dict[str, set[str]] = {}
    for package, version in re.findall(r"^([a-z0-9._-]+)==(\S+)", (ENVIRONMENTS / f"{name}.txt").read_text(), re.MULTILINE):
        found.setdefault(package, set()).add(version)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_package_that_is_asked_for_is_pinned(name):
    asked = [Requirement(line) for line in (ENVIRONMENTS / f"{name}.in").read_text().splitlines() if line and line[0].isalpha()]
    assert asked
    locked = pins(name)
    assert [str(package) for package in asked if not locked.get(package.name.lower())] == []
    wrong = [(package.name, version) for package in asked for version in locked[package.name.lower()] if version not in package.specifier]
    assert wrong == []


@pytest.mark.parametrize("name", NAMES)
def test_every_pin_has_a_hash_and_no_host_is_named(name):
    text = (ENVIRONMENTS / f"{name}.txt").read_text()
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert [block for block in blocks if "--hash=sha256:" not in block] == []
    assert "://" not in text


def test_the_environment_for_conda_has_the_versions_of_the_lock():
    locked = pins("requirements")
    named = dict(entry.split("=") for entry in yaml.safe_load((ENVIRONMENTS / "workflow.yaml").read_text())["dependencies"])
    assert {name: version for name, version in named.items() if name != "python" and version not in locked[name]} == {}
