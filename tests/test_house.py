"""Packages import only from those that stand before them: scripts/ read as syntax trees, imports within functions too."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[1] / "scripts"
# In a row as in the house: from the ground up. Those in one tuple stand side by side and do not import each other.
PACKAGES: tuple[tuple[str, ...], ...] = (
    ("common",),
    ("set_up",),
    ("meter",),
    ("workloads",),
    ("records",),
    ("toolchains",),
    ("programs",),
    ("plan",),
    ("analysis",),
    ("view",),
    ("glue",),
)
# Within a package, for those of its parts that are named.
PARTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "analysis": (("estimation",), ("tables",), ("history_table",), ("comparison",), ("claims", "merging")),
    "view": (("charts",), ("report", "merged"), ("console",), ("ending", "doctor")),
}
SNAKEMAKE = {"snakemake", "snakemake_interface_executor_plugins"}


def imports(tree: ast.AST) -> Iterator[tuple[int, list[str]]]:
    """Line and dotted parts of each name that is imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, [*(node.module or "").split("."), alias.name]) for alias in node.names)


def storey(part: str, order: tuple[tuple[str, ...], ...]) -> int | None:
    """How far up something stands; None where it is not named."""
    return next((height for height, side_by_side in enumerate(order) if part in side_by_side), None)


def breaks(own: list[str], other: list[str], order: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the first of `own` must not import the first of `other`."""
    if not own or not other or own[0] == other[0]:
        return False
    here, there = storey(own[0], order), storey(other[0], order)
    return here is not None and there is not None and there >= here


def wrong_imports(path: str, source: str) -> list[str]:
    """What breaks the order in a file of scripts/, as `view/charts/axes.py:3: imports glue.placement`."""
    own = list(Path(path).with_suffix("").parts)
    wrong = []
    for line, other in imports(ast.parse(source)):
        inner = own[0] == other[0] and breaks(own[1:], other[1:], PARTS.get(own[0], ()))
        outer = len(own) > 1 and breaks(own, other, PACKAGES)
        snakemakes = own[0] != "glue" and other[0] in SNAKEMAKE
        if inner or outer or snakemakes:
            wrong.append(f"{path}:{line}: imports {'.'.join(other)}")
    return wrong


def test_every_import_runs_downward() -> None:
    files = sorted(SCRIPTS.rglob("*.py"))
    wrong = [line for file in files for line in wrong_imports(str(file.relative_to(SCRIPTS)), file.read_text(encoding="utf-8"))]
    assert not wrong, "\n".join(["these imports run up:", *wrong])


def test_every_package_has_its_place() -> None:
    packages = {file.parent.name for file in SCRIPTS.glob("*/__init__.py")}
    assert packages == {name for names in PACKAGES for name in names}


@pytest.mark.parametrize(
    ("path", "source", "wrong"),
    [
        pytest.param("plan/cells.py", "from common.units import MIB", False, id="down"),
        pytest.param("plan/cells.py", "import os\n\ndef f():\n    from view.console import x", True, id="up, within a function"),
        pytest.param("analysis/tables/fits.py", "from analysis.estimation import lines", False, id="down within a package"),
        pytest.param("analysis/claims/rules.py", "from analysis.merging import folders", True, id="side by side"),
        pytest.param("view/charts/axes.py", "from view.report import page", True, id="up within a package"),
        pytest.param("make_tables.py", "from glue import watched", False, id="a command line imports anything"),
        pytest.param("plan/sweep.py", "import snakemake", True, id="Snakemake outside of glue"),
    ],
)
def test_what_runs_up_is_found(path: str, source: str, wrong: bool) -> None:
    assert bool(wrong_imports(path, source)) is wrong
