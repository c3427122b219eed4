"""What was found out about contents is there at the next start."""

from pathlib import Path

import pytest

from common.kept import Kept


@pytest.fixture(autouse=True)
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("common.kept.PROJECT", tmp_path)
    return tmp_path


def test_what_was_found_out_is_known_at_the_next_start() -> None:
    first = Kept("answers")
    assert "a" not in first
    first["a"] = {"one": 1}
    first.save()
    assert "a" in Kept("answers")
    assert Kept("answers")["a"] == {"one": 1}


def test_nothing_is_written_where_nothing_is_new(checkout: Path) -> None:
    Kept("answers").save()
    assert not list(checkout.iterdir())


@pytest.mark.parametrize("damage", ["", "{", "[1]", "\xff"])
def test_a_damaged_file_is_as_good_as_none(checkout: Path, damage: str) -> None:
    (checkout / ".snakemake").mkdir()
    (checkout / ".snakemake/answers.json").write_text(damage, encoding="latin-1")
    kept = Kept("answers")
    assert not list(kept)
    kept["a"] = True
    kept.save()
    assert list(Kept("answers")) == ["a"]


def test_a_checkout_that_cannot_be_written_to_is_no_mistake(checkout: Path) -> None:
    (checkout / ".snakemake").write_text("a file where the folder should be")
    kept = Kept("answers")
    kept["a"] = True
    kept.save()
    assert "a" in kept
