"""A measured cell is found again exactly as long as nobody has accepted it, and only by a measurement from the same."""

from pathlib import Path

import pytest

from records.unconfirmed import forget, key_of, place_of, set_aside, take_back

RECORD = {"variant": "go-goroutines", "n": 1, "verdict": "ok"}
OUTPUT = Path("results/here/runs/go-goroutines/n=1/sleep=10/repeat=1.json")


def test_a_cell_lies_aside_under_its_own_path() -> None:
    assert place_of(OUTPUT) == Path("results/here/unconfirmed/go-goroutines/n=1/sleep=10/repeat=1.json")
    assert place_of(Path("/runs/of/mine") / OUTPUT).parts[:4] == ("/", "runs", "of", "mine")


def test_what_was_measured_from_the_same_is_taken_back(tmp_path: Path) -> None:
    place = tmp_path / place_of(OUTPUT)
    set_aside(place, "key", RECORD, "seconds\n0.1\n")
    assert take_back(place, "key") == (RECORD, "seconds\n0.1\n")
    assert take_back(place, "another key") is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"key": "key"}', '{"key": "key", "record": 3, "series": ""}'])
def test_a_damaged_one_is_measured_again(tmp_path: Path, text: str) -> None:
    place = tmp_path / "repeat=1.json"
    place.write_text(text)
    assert take_back(place, "key") is None


def test_another_input_or_option_is_another_measurement(tmp_path: Path) -> None:
    manifest, meter = tmp_path / "manifest.json", tmp_path / "wrapper.sha256"
    manifest.write_text("built")
    meter.write_text("meter")
    key = key_of((manifest, meter), {"tasks": 1})
    assert key == key_of((manifest, meter), {"tasks": 1})
    assert key != key_of((manifest, meter), {"tasks": 2})
    assert key != key_of((meter, manifest), {"tasks": 1})
    manifest.write_text("built with another compiler")
    assert key != key_of((manifest, meter), {"tasks": 1})


def test_a_forgotten_cell_leaves_no_empty_folders_and_nothing_of_others(tmp_path: Path) -> None:
    first, second = (tmp_path / place_of(OUTPUT.with_name(f"repeat={repeat}.json")) for repeat in (1, 2))
    for place in (first, second):
        set_aside(place, "key", RECORD, "")
    forget(first)
    assert second.exists()
    forget(second)
    forget(second)
    assert list((tmp_path / "results/here/unconfirmed").iterdir()) == []
