"""A document that was found to be right is not checked again, until it or a schema is another one."""

from pathlib import Path

import pytest

from common import schemas
from common.command_line import UserError
from common.kept import Kept

RIGHT, WRONG = {"tasks": [1, 2]}, {"tasks": "many"}


@pytest.fixture
def checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The documents that were held against a schema."""
    held: list[object] = []
    look = schemas.violation
    monkeypatch.setattr(schemas, "RIGHT", Kept("nothing"))
    monkeypatch.setattr(schemas.RIGHT, "path", tmp_path / "checked.json")
    monkeypatch.setattr(schemas, "violation", lambda document, schema: held.append(document) or look(document, schema))
    return held


def test_what_is_right_is_checked_once(checks: list[object]) -> None:
    for _ in range(2):
        schemas.check(RIGHT, "config", "here")
    assert checks == [RIGHT]


def test_what_is_wrong_is_told_each_time(checks: list[object]) -> None:
    for _ in range(2):
        with pytest.raises(UserError, match=r"here: tasks: "):
            schemas.check(WRONG, "config", "here")
    assert checks == [WRONG, WRONG]


def test_numbers_that_only_look_alike_are_told_apart(checks: list[object]) -> None:
    for document in ({"repeats": 1}, {"repeats": 1.0}, {"repeats": True}):
        try:
            schemas.check(document, "config", "here")
        except UserError:
            continue
    assert len(checks) == 3


def test_another_schema_makes_all_be_checked_again(checks: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    schemas.check(RIGHT, "config", "here")
    monkeypatch.setattr(schemas, "schemas_digest", lambda: "another one")
    schemas.check(RIGHT, "config", "here")
    assert len(checks) == 2
