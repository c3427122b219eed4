"""What of the code counts for a stage is found by following imports."""

import ast
from pathlib import Path

import pytest

from common.kept import Kept
from glue import code_digest
from glue.code_digest import SCRIPTS, WORDS, reached, what_counts


def names(entry: str, *, words: bool = True, without: tuple[str, ...] = ()) -> set[str]:
    left_out = (*without, *(() if words else WORDS))
    return set(reached(entry, lazy=words, without=left_out))


def test_a_run_is_measured_by_the_meter_and_not_by_what_stands_on_the_console() -> None:
    measuring = names("measure_program.py", words=False)
    assert {
        "measure_program.py",
        "meter/run.py",
        "meter/tree.py",
        "meter/supervisor.py",
        "workloads/sleep.py",
        "programs/running.py",
    } <= measuring
    assert not {name for name in measuring if name.startswith(("view/", "analysis/", "plan/", "glue/"))}
    assert not measuring & {"records/reader.py", "records/history.py", "records/unconfirmed.py"}, "they keep what was measured"
    assert not measuring & {"measure.py", "meter/manual.txt", "common/words.py", "common/units.py"}


def test_a_stage_has_what_its_modules_import_and_what_lies_beside_them() -> None:
    assert {"analysis/estimation/medians.py", "analysis/tables/fields.yaml", "common/workers.py"} <= names("make_tables.py")
    assert {"view/report/in_page/page.css", "view/report/page.html.j2", "view/charts/peak_by_tasks.py"} <= names("write_report.py")
    of_the_meter = {name for name in names("make_tables.py") if name.startswith("meter/")}
    assert of_the_meter == {f"meter/{name}.py" for name in ("__init__", "contract", "limits", "vocabulary")}, "nothing that measures"


def test_modules_that_are_imported_by_a_name_in_a_text_count_all() -> None:
    assert {path.name for path in (SCRIPTS / "view/charts").glob("*.py")} <= {Path(name).name for name in names("draw_charts.py")}


def test_what_is_left_out_is_not_followed() -> None:
    assert not {name for name in names("compile_program.py", without=("toolchains/*",)) if name.startswith("toolchains/")}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param("x = 1\n", "# a comment\n\nx = 1  # and one behind it\n", True, id="comments and blank lines"),
        pytest.param(
            'def f():\n    """One."""\n    return 1\n', 'def f():\n    """Two,\n\n    three."""\n    return 1\n', True, id="docstrings"
        ),
        pytest.param('add_argument("--n", help="one")\n', 'add_argument("--n", help="two")\n', True, id="help"),
        pytest.param('add_argument("--n", type=int)\n', 'add_argument("--n", type=float)\n', False, id="an option"),
        pytest.param('x = "# one"\n', 'x = "# two"\n', False, id="a text that looks like a comment"),
        pytest.param('x = """one"""\n', 'x = """two"""\n', False, id="a text that looks like a docstring"),
        pytest.param("é = 1  # é\n", "é = 1\n", True, id="letters of more than one byte"),
        pytest.param("if x:\n    y = 1\n", "if x:\n  y = 1\n", False, id="indentation"),
    ],
)
def test_of_a_module_counts_what_it_does(one: str, other: str, same: bool) -> None:
    assert (what_counts(one, ast.parse(one)) == what_counts(other, ast.parse(other))) is same


def test_every_module_can_be_read_so(tmp_path: Path) -> None:
    for path in SCRIPTS.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        kept = what_counts(text, ast.parse(text)).decode()
        assert len(kept.splitlines()) <= len(text.splitlines())


def test_what_was_found_out_is_read_again_by_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("common.kept.PROJECT", tmp_path)
    monkeypatch.setattr(code_digest, "KEPT", Kept("code"))
    first = _digest_anew()
    assert (tmp_path / ".snakemake/code.json").exists()
    monkeypatch.setattr(code_digest, "KEPT", Kept("code"))
    monkeypatch.setattr(code_digest, "_understood", lambda text: pytest.fail("was to be known by now"))
    assert _digest_anew() == first


def _digest_anew() -> str:
    for cached in (code_digest._read, code_digest.code_digest):
        cached.cache_clear()
    return code_digest.code_digest("keep_history.py")
