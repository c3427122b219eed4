"""What stands on a side is said in a few keys; a mistake in them is one line."""

from datetime import date

import pytest

from common.command_line import UserError
from records.sides import Side, is_version, read_side, read_words


def test_words_and_keys_say_the_same() -> None:
    assert read_words(["toolchain=go@1.26", "machine=here"], "--before") == Side(toolchain="go@1.26", machine="here")
    assert read_side({"toolchain": "go@1.26", "machine": "here"}, "compare") == Side(toolchain="go@1.26", machine="here")
    assert Side(toolchain="go@1.26", machine="here").pairs() == ["toolchain=go@1.26", "machine=here"]


def test_a_day_that_yaml_has_read_is_that_day() -> None:
    assert read_side({"since": date(2026, 11, 30)}, "compare").since == "2026-11-30"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "names nothing"),
        (["go"], "'go' is not KEY=VALUE"),
        (["compiler=go"], "compiler is not a key here; the keys are toolchain"),
        (["toolchain="], "toolchain: '' is not text"),
        (["since=yesterday"], "since: 'yesterday' is not a day such as 2026-11-30"),
        (["until=2026-02-30"], "until: '2026-02-30' is not a day"),
    ],
)
def test_a_mistake_is_one_line_that_names_the_side(words: list[str], told: str) -> None:
    with pytest.raises(UserError) as raised:
        read_words(words, "--before")
    assert str(raised.value).startswith("--before: ")
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("version", "wanted", "fits"),
    [("1.26.8", "1.26", True), ("1.26", "1.26", True), ("1.260", "1.26", False), ("1.26.8", "1.2", False), (None, "1.26", False)],
)
def test_a_version_is_one_of_its_line(version: str | None, wanted: str, fits: bool) -> None:
    assert is_version(version, wanted) is fits
