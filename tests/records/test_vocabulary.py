"""The words of verdicts, flags, kinds and limits are those of everything that can be said, and of nothing else."""

import ast
import inspect
from pathlib import Path

import pytest

from common.schemas import load_schema
from meter import preflight, record, verdict
from programs import refusal
from records.vocabulary import (
    FLAG_WORDS,
    FLAGS,
    LIMIT_SOURCES,
    LIMITS,
    PRIMITIVE_NAMES,
    VERDICT_WORDS,
    VERDICTS,
    failed_words,
    limit_words,
    verdict_words,
)
from view.charts.theme import PRIMITIVE_COLOURS, PRIMITIVE_SHAPES
from workloads import sleep, tasks

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def texts(*modules: object) -> set[str]:
    """Every text that stands in some modules."""
    trees = (ast.parse(inspect.getsource(module)) for module in modules)  # type: ignore[arg-type]
    return {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def keys_of_present(module: object) -> set[str]:
    """The flags that a module decides on: the keys of its `present`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(inspect.getsource(module))):  # type: ignore[arg-type]
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict) and getattr(node.targets[0], "id", "") == "present":
            found |= {key.value for key in node.value.keys if isinstance(key, ast.Constant)}
    return found


def test_every_flag_that_meter_and_workloads_can_raise_has_words_and_no_other_has() -> None:
    raised = keys_of_present(record) | keys_of_present(tasks)
    assert len(raised) > 8
    assert set(FLAGS) == raised == set(load_schema("record")["properties"]["flags"]["items"]["enum"])
    assert all(FLAG_WORDS.values())


def test_every_verdict_that_can_be_given_has_words() -> None:
    said = texts(verdict, record, tasks, sleep, refusal)
    assert [name for name in VERDICTS if name not in said | {"timeout", "interrupted"}] == []
    assert list(VERDICTS) == load_schema("cell")["properties"]["verdict"]["enum"]
    assert list(VERDICTS)[1:] == load_schema("record")["properties"]["verdict"]["enum"]
    assert set(VERDICT_WORDS) == set(VERDICTS)


def test_every_limit_that_can_bind_has_words() -> None:
    named = {limit.limit.name for limit in preflight.limits(4)} | {refusal.OWN_LIMIT}
    built = {name for name in texts(record) if name in {"timeout_seconds", "memory_limit_bytes", "memory_total_bytes"}}
    assert named | built <= set(LIMITS)
    assert len(built) == 3
    assert {*LIMIT_SOURCES, None} == set(load_schema("record")["properties"]["limit_source"]["enum"])


def test_every_kind_of_task_has_a_name_a_colour_and_a_shape() -> None:
    kinds = [kind for kind in load_schema("record")["properties"]["primitive"]["enum"] if kind]
    assert list(PRIMITIVE_NAMES) == kinds
    assert list(PRIMITIVE_COLOURS) == list(PRIMITIVE_SHAPES) == kinds
    assert PRIMITIVE_NAMES["os-thread"] == "OS thread"
    assert PRIMITIVE_NAMES["timer"] == "timer (runs no code of its own)"


@pytest.mark.parametrize("script", sorted((SCRIPTS / "view").rglob("*.js")), ids=lambda path: path.name)
def test_the_scripts_of_a_page_have_no_list_of_their_own(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    of_a_style = {"failed"}
    assert [word for word in (*VERDICTS, *FLAGS, *PRIMITIVE_NAMES) if f'"{word}"' in text and word not in of_a_style] == []


def test_words_are_made_of_ids() -> None:
    assert verdict_words("unsupported", "os-thread") == "above OS-thread limit"
    assert verdict_words("unsupported", "timer") == "above a limit"
    assert failed_words("ok=2;timeout=1") == "1 timed out"
    assert failed_words("oom=3") == "out of memory"
    assert limit_words("timeout_seconds", None) == "time limit"
