"""A whole sweep, invented, for the tests of tables, charts and report. Importable from here: synthetic_sweep."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import needs
import synthetic_sweep
from analysis.claims.claims_table import claim_rows, csv_text
from analysis.claims.looking_up import read_published, read_summary
from analysis.claims.reading import read_claims
from analysis.tables.flatten import runs_table
from analysis.tables.planned_records import planned_cells, read_records
from analysis.tables.writing import write_tables
from commands import Commands
from counting import pytest_addoption, pytest_collection_modifyitems, pytest_terminal_summary, pytest_testnodedown
from programs.describing import load_programs
from workloads.workload import Asked

PROJECT = Path(__file__).resolve().parents[1]
TARGETS = PROJECT / "tests" / "meter" / "targets"
__all__ = ["pytest_addoption", "pytest_collection_modifyitems", "pytest_terminal_summary", "pytest_testnodedown"]  # hooks of counting.py


def pytest_itemcollected(item: pytest.Item) -> None:
    """Each test says what it needs before any is chosen by that."""
    needs.mark(item)


@pytest.fixture(scope="session")
def sweep_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A machine's folder with runs/ and tables/ of the default sweep: 20 variants, four N, three repeats."""
    machine = tmp_path_factory.mktemp("a results folder") / "a machine's"
    synthetic_sweep.write_sweep(machine)
    cells = planned_cells(list(synthetic_sweep.VARIANTS), synthetic_sweep.TASKS, 3, Asked("sleep", synthetic_sweep.SLEEP))
    runs = runs_table(read_records(machine, cells), checkout=Path.cwd(), home=Path.home())
    write_tables(machine / "tables", runs)
    judge_claims(machine / "tables")
    return machine


def judge_claims(tables: Path) -> None:
    """The posts' claims, judged by the summary."""
    labels = {program.id: program.label for program in load_programs().values()}
    published = read_published(PROJECT / "config/reference/published_results.csv", labels)
    rows = claim_rows(read_claims(PROJECT / "config/claims.yaml", labels), read_summary(tables / "summary.csv", labels), published)
    (tables / "claims.csv").write_text(csv_text(rows), encoding="utf-8")


@pytest.fixture
def commands(tmp_path, monkeypatch):
    folder = tmp_path / "commands"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return Commands(folder)


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Path of a compiled target, by name; `NAME-dynamic` is linked with the machine's C library."""
    folder = tmp_path_factory.mktemp("targets")
    folder.chmod(0o755)

    def build(name: str) -> str:
        program = folder / name
        if not program.exists():
            # Static: a fixed small size, whatever the C library of the machine maps.
            source, _, dynamic = name.partition("-")
            link = [] if dynamic else ["-static"]
            command = ["gcc", "-O1", "-Wall", "-Werror", *link, "-pthread", "-o", str(program), str(TARGETS / f"{source}.c")]
            subprocess.run(command, check=True, capture_output=True, text=True)
        return str(program)

    return build
