"""What is on disk is as cell.schema.json says, and what is not is one line with the file, the field and the way out."""

import json
from pathlib import Path
from typing import Any

import pytest

import synthetic_sweep
from common.command_line import UserError
from common.schemas import load_schema, violation
from records.reader import LEAVE_OUT, MEASURE_AGAIN, checked, read_record
from synthetic_sweep import as_before, cell_record


def record(**changes: Any) -> dict[str, Any]:
    return cell_record("go-goroutines", 10_000, 2) | changes


def test_every_record_of_the_invented_sweep_keeps_the_schema() -> None:
    for variant in synthetic_sweep.VARIANTS:
        for n in synthetic_sweep.TASKS:
            for repeat in (1, 2, 3):
                assert violation(cell_record(variant, n, repeat), "cell") is None


def test_the_schema_of_a_cell_has_every_field_that_the_meter_writes() -> None:
    meter, cell = load_schema("record"), load_schema("cell")
    assert set(meter["properties"]) - set(cell["properties"]) == set()
    of_workloads = {"sleep_seconds"}
    assert set(meter["required"]) - set(cell["required"]) - of_workloads == set()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        pytest.param({"verdict": "great"}, 'verdict is "great", not toolchain_missing, unsupported', id="an unknown verdict"),
        pytest.param({"flags": ["odd"]}, 'flags.0 is "odd", not not_sampled', id="an unknown flag"),
        pytest.param({"flags": ["swapped", "swapped"]}, "flags is", id="a flag twice"),
        pytest.param({"wall_seconds": -1.0}, "wall_seconds is -1.0, less than 0", id="a time below zero"),
        pytest.param({"wall_seconds": "10"}, 'wall_seconds is "10", not a number or null', id="a time as text"),
        pytest.param({"peak_bytes": 0}, "peak_bytes is 0, not above 0", id="a peak of nothing"),
        pytest.param({"n": True}, "n is true, not a whole number", id="a truth value"),
        pytest.param({"host": synthetic_sweep.HOST | {"cores_total": "2"}}, 'host.cores_total is "2"', id="inside the host"),
        pytest.param({"attempts": [{"verdict": "ok"}]}, "without reason in attempts.0", id="inside an attempt"),
        pytest.param({"phase_of_the_moon": 1}, "'phase_of_the_moon' does not match", id="a field that there is not"),
        pytest.param({"tasks": 7}, "tasks is 7, n is 10000", id="two different N"),
    ],
)
def test_a_fault_is_told_with_the_field_however_many_like_it_were_right(changes: dict[str, Any], told: str) -> None:
    checked(record())
    with pytest.raises(ValueError, match=r"\w") as error:
        checked(record(**changes))
    assert told in str(error.value)


@pytest.mark.parametrize("changes", [{"flags": ["odd"]}, {"wall_seconds": -1.0}, {"peak_bytes": 0}, {"verdict": "great"}])
def test_a_wrong_value_of_the_right_type_is_seen_among_records_of_one_shape(changes: dict[str, Any]) -> None:
    alike = record(flags=["swapped"])
    checked(alike)
    with pytest.raises(ValueError, match=next(iter(changes))):
        checked(alike | changes)


def test_a_further_figure_that_is_named_by_its_unit_is_one() -> None:
    assert checked(record(binary_bytes=5))["binary_bytes"] == 5
    with pytest.raises(ValueError, match="binary_bytes"):
        checked(record(binary_bytes=5.5))


def test_without_a_field_it_is_named() -> None:
    missing = {key: value for key, value in record().items() if key not in {"verdict", "label"}}
    with pytest.raises(ValueError, match="without label and verdict"):
        checked(missing)


@pytest.mark.parametrize(("way_out", "end"), [(MEASURE_AGAIN, "rm {} && make run"), (LEAVE_OUT, "Leave it out: rm {}")])
def test_the_line_ends_with_the_way_out(tmp_path: Path, way_out: str, end: str) -> None:
    path = tmp_path / "repeat=1.json"
    path.write_text(json.dumps(record(verdict="great")))
    with pytest.raises(UserError) as error:
        read_record(path, way_out)
    assert str(error.value).startswith(f"{path}: damaged record (verdict is")
    assert str(error.value).endswith(end.format(path))


def test_the_way_out_names_the_command_that_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIVEN_COMMAND", "make quick")
    path = tmp_path / "repeat=1.json"
    path.write_text("{")
    with pytest.raises(UserError, match=r"&& make quick$"):
        read_record(path, MEASURE_AGAIN)


def test_a_record_of_before_is_read_as_one_of_today(tmp_path: Path) -> None:
    path = tmp_path / "repeat=1.json"
    path.write_text(json.dumps(as_before(record())))
    assert read_record(path, LEAVE_OUT) == record()
