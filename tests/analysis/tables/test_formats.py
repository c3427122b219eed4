"""The formats of a table: nothing changes its type, and what is missing stays missing."""

import csv
import io
import json

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analysis.tables.formats import ROWS_AT_ONCE, write_again

TABLE = pd.DataFrame(
    {
        "label": pd.Series(['C, "quoted"', "two\nlines", None], dtype="string"),
        "peak_bytes": pd.Series([2**53 + 1, None, 7], dtype="Int64"),
        "wall_seconds": pd.Series([10.0, 0.1, None], dtype="Float64"),
        "toolchain_fallback": pd.Series([True, None, False], dtype="boolean"),
    }
)
ARROW = pa.Table.from_pandas(TABLE, preserve_index=False)


@pytest.fixture
def written(tmp_path):
    def write(table, ending):
        pq.write_table(table, tmp_path / "table.parquet")
        write_again(tmp_path / "table.parquet", ending)
        assert {path.suffix for path in tmp_path.iterdir()} <= {".parquet", ".csv", ".json"}
        return (tmp_path / f"table{ending}").read_text()

    return write


def test_a_csv_has_what_is_missing_empty_and_text_as_it_was(written):
    assert list(csv.reader(io.StringIO(written(ARROW, ".csv"), newline=""))) == [
        list(TABLE.columns),
        ['C, "quoted"', "9007199254740993", "10.0", "True"],
        ["two\nlines", "", "0.1", ""],
        ["", "7", "", "False"],
    ]


def test_json_has_an_object_a_row_with_every_key_and_whole_numbers_whole(written):
    rows = json.loads(written(ARROW, ".json"))
    assert rows == [
        {"label": 'C, "quoted"', "peak_bytes": 2**53 + 1, "wall_seconds": 10.0, "toolchain_fallback": True},
        {"label": "two\nlines", "peak_bytes": None, "wall_seconds": 0.1, "toolchain_fallback": None},
        {"label": None, "peak_bytes": 7, "wall_seconds": None, "toolchain_fallback": False},
    ]
    assert isinstance(rows[2]["peak_bytes"], int)


def test_json_has_no_nan(written):
    table = pa.table({"share": pa.array([float("nan"), float("inf"), 0.5])})
    assert json.loads(written(table, ".json"), parse_constant=pytest.fail) == [{"share": None}, {"share": None}, {"share": 0.5}]


@pytest.mark.parametrize("count", [0, 1, ROWS_AT_ONCE, 2 * ROWS_AT_ONCE + 1])
def test_no_row_is_lost_between_parts(written, count):
    table = pa.table({"n": pa.array(range(count), pa.int64())})
    assert [row["n"] for row in json.loads(written(table, ".json"))] == list(range(count))
    assert written(table, ".csv").split() == ["n", *map(str, range(count))]


def test_what_cannot_be_written_leaves_the_old_file(tmp_path):
    (tmp_path / "table.csv").write_text("old")
    (tmp_path / "table.parquet").write_bytes(b"no Parquet")
    with pytest.raises(pa.ArrowInvalid):
        write_again(tmp_path / "table.parquet", ".csv")
    assert (tmp_path / "table.csv").read_text() == "old"
