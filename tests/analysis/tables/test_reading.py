"""Reading records: nothing is left out, and what is unusable is said in one line with what mends it."""

import json

import pytest

import synthetic_sweep
from analysis.tables.planned_records import planned_cells, read_record, read_records
from common.command_line import UserError
from plan.cells import Cell
from workloads.workload import Asked

CELL = Cell(2, 10_000, "go-goroutines", "sleep", "10")


def write(machine, text):
    path = machine / CELL.record_name()
    path.parent.mkdir(parents=True)
    path.write_text(text)


def record(**changes):
    return json.dumps(synthetic_sweep.cell_record(CELL.subject, CELL.n, CELL.repeat) | changes)


def test_every_planned_cell_is_read_and_carries_its_own_path(tmp_path):
    synthetic_sweep.write_sweep(tmp_path, ("rust-threads", "elixir-tasks"), (1, 1_000_000), repeats=2)
    records = read_records(tmp_path, planned_cells(["rust-threads", "elixir-tasks"], [1, 1_000_000], 2, Asked("sleep", "10")))
    assert len(records) == 8
    assert all(json.loads((tmp_path / item["record"]).read_text())["repeat"] == item["repeat"] for item in records)


def test_a_missing_record_is_named_with_the_command_that_measures_it(tmp_path):
    with pytest.raises(UserError) as error:
        read_record(tmp_path, CELL)
    assert str(error.value) == f"{tmp_path}/runs/go-goroutines/n=10000/sleep=10/repeat=2.json: no record of this run. Measure it: make run"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param("", "not JSON", id="empty"),
        pytest.param(record()[:300], "not JSON", id="cut short"),
        pytest.param("[]", "not a JSON object", id="a list"),
        pytest.param(record(wall_seconds=float("nan")), "NaN is no JSON number", id="NaN"),
        pytest.param(record(wall_seconds=float("inf")), "Infinity is no JSON number", id="infinity"),
        pytest.param(record(variant="rust-tokio"), "variant is rust-tokio, its place says go-goroutines", id="another variant's"),
        pytest.param(record(n=100, tasks=100), "n is 100, its place says 10000", id="another N's"),
        pytest.param(record(tasks=100), "tasks is 100, n is 10000", id="two different N"),
        pytest.param(record(peak_bytes=0), "peak_bytes is 0", id="a peak of zero"),
        pytest.param(record(peak_bytes=12.5), "peak_bytes is 12.5", id="a peak that is not whole"),
        pytest.param(record(verdict=None), "verdict is null, not toolchain_missing, unsupported,", id="no verdict"),
        pytest.param(record(repeat=True), "repeat is true, not a whole number", id="a truth value for a number"),
    ],
)
def test_a_damaged_record_is_one_line_with_the_fault_and_the_command_that_mends_it(tmp_path, text, fault):
    write(tmp_path, text)
    with pytest.raises(UserError) as error:
        read_record(tmp_path, CELL)
    message = str(error.value)
    assert fault in message
    assert "\n" not in message
    assert message.endswith(f"rm {tmp_path}/{CELL.record_name()} && make run")


def test_the_command_that_mends_it_can_be_pasted_where_the_path_has_spaces_and_quotes(tmp_path):
    machine = tmp_path / "it's a place"
    write(machine, "{")
    with pytest.raises(UserError, match=r"rm '.*it'\"'\"'s a place"):
        read_record(machine, CELL)


def test_a_record_that_is_no_text_is_damaged_and_not_a_traceback(tmp_path):
    path = tmp_path / CELL.record_name()
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="damaged record"):
        read_record(tmp_path, CELL)


def test_half_a_surrogate_pair_in_a_text_costs_the_character_and_not_the_record(tmp_path):
    write(tmp_path, record(stderr_tail="\ud83d!"))
    assert read_record(tmp_path, CELL)["stderr_tail"] == "?!"
