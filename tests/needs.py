"""What a test needs beyond Python and gcc, seen by where it lies and by what it asks for: no test can forget to say so. For conftest.py."""

from collections.abc import Iterator

import pytest

# By folder; a test elsewhere carries its marker itself.
FOLDERS = {
    "tests/slurm/": ("needs_root", "needs_slurm", "measures"),
    "tests/meter/": ("measures",),
    "tests/workflow/": ("workflow",),
}
# By fixture, asked for directly or through others.
FIXTURES = {
    "browser": ("needs_browser",),
    "built": ("needs_toolchains",),
    "build": ("needs_toolchains",),
    "finished_project": ("workflow",),
    "new_project": ("workflow",),
    "occupied": ("needs_root",),
    "target": ("measures",),
    "running": ("needs_root", "needs_slurm", "measures"),
}


def needs(place: str, fixtures: list[str]) -> Iterator[str]:
    """The markers of a test in a file, with these fixtures."""
    for folder, markers in FOLDERS.items():
        if place.startswith(folder):
            yield from markers
    for fixture in fixtures:
        yield from FIXTURES.get(fixture, ())


def mark(item: pytest.Item) -> None:
    """Give a collected test the markers of what it needs."""
    for marker in dict.fromkeys(needs(item.nodeid, getattr(item, "fixturenames", []))):
        item.add_marker(marker)
    item.add_marker(pytest.mark.xdist_group(group(item)))


def group(item: pytest.Item) -> str:
    """The tests that one worker takes together, as they share what is dear to make: a built program, else what a file's fixtures made."""
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    return str(parameters.get("built") or item.nodeid.partition("::")[0])
