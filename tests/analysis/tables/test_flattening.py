"""One row a run: flat, typed, and without a path of one machine."""

from pathlib import Path

import pandas as pd
import pytest

from analysis.tables.columns import as_frame
from analysis.tables.flatten import flat_columns, hidden_folders, runs_table, shown

CHECKOUT, HOME = Path("/home/ada/work/main"), Path("/home/ada")


def table(*records):
    return runs_table(records, checkout=CHECKOUT, home=HOME)


def row(record):
    return {name: value for name, value in table(record).loc[0].items() if not pd.isna(value)}


def test_a_mapping_becomes_columns_and_a_list_becomes_text():
    nested = {"cgroup": {"kind": "v2", "limits": {"max": 5}}, "flags": ["swapped", "no_cgroup"], "command": ["./a", 1, None]}
    assert row(nested) == {"cgroup_kind": "v2", "cgroup_limits_max": 5, "flags": "swapped;no_cgroup", "command": "./a;1;null"}


def test_a_list_of_mappings_stays_readable_by_a_program():
    assert row({"attempts": [{"reason": "a; b", "sleep_seconds": 10.0}]}) == {"attempts": '[{"reason":"a; b","sleep_seconds":10.0}]'}


def test_the_environment_is_one_column_whatever_is_in_it():
    assert row({"environment": {"LANG": "C", "A": "b"}}) == {"environment": "LANG=C;A=b"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("/home/ada/work/main/results/x", "./results/x", id="the checkout"),
        pytest.param("PATH=/home/ada/.cargo/bin:/usr/bin", "PATH=~/.cargo/bin:/usr/bin", id="the home folder, inside a list"),
        pytest.param("/home/adam/x", "/home/adam/x", id="another person's folder that begins alike"),
        pytest.param("/mnt/home/ada/x", "/mnt/home/ada/x", id="a folder that ends alike"),
        pytest.param("line one\nline two", "line one\\nline two", id="two lines"),
    ],
)
def test_a_row_shows_no_path_of_one_machine_and_stays_on_one_line(text, expected):
    assert shown(text, hidden_folders({}, CHECKOUT, HOME)) == expected


def test_the_home_of_the_machine_that_measured_is_hidden_too():
    runs = table({"environment": {"HOME": "/users/grace"}, "toolchain": {"path": "/users/grace/go/bin/go"}})
    assert runs.loc[0, "toolchain_path"] == "~/go/bin/go"
    assert runs.loc[0, "environment"] == "HOME=~"


def test_a_missing_integer_does_not_turn_its_column_into_floats():
    runs = table({"n": 1, "peak_bytes": 2**53 + 1}, {"n": 1, "peak_bytes": None})
    assert runs["peak_bytes"].dtype == pd.Int64Dtype()
    assert runs["peak_bytes"].tolist() == [2**53 + 1, pd.NA]


@pytest.mark.parametrize(
    ("name", "dtype"), [("peak_bytes", "Int64"), ("ready_seconds", "Float64"), ("reason", "string"), ("exit_code", "Int64")]
)
def test_a_column_without_any_value_has_the_type_that_its_name_says(name, dtype):
    assert table({"n": 1, name: None})[name].dtype == pd.api.types.pandas_dtype(dtype)


def test_a_mapping_that_is_null_in_one_record_leaves_no_column_of_its_own():
    runs = table({"n": 1, "cgroup": {"kind": "v2"}}, {"n": 1, "cgroup": None})
    assert "cgroup" not in runs
    assert runs["cgroup_kind"].tolist() == ["v2", pd.NA]


def test_each_row_hides_the_home_that_it_was_measured_in():
    runs = table(*({"environment": {"HOME": home}, "toolchain": {"path": f"{home}/go"}} for home in ("/users/grace", "/users/ida")))
    assert runs["toolchain_path"].tolist() == ["~/go", "~/go"]


def test_rows_stay_in_the_order_of_the_records_whatever_keys_these_have():
    runs = table(*({"n": n} | ({"cgroup": {"kind": "v2"}} if n % 3 else {"cgroup": None, "odd": n}) for n in range(9)))
    assert runs["n"].tolist() == list(range(9))
    assert runs["odd"].dropna().tolist() == [0, 3, 6]


def parts(*lots):
    return as_frame([flat_columns(lot, CHECKOUT, HOME) for lot in lots])


def test_the_table_is_the_same_in_whichever_parts_the_records_are_read():
    records = [
        {"n": 1, "wall_seconds": None, "reason": None, "cgroup": None, "flags": []},
        {"n": 2, "wall_seconds": 10, "reason": "why", "cgroup": {"kind": "v2"}, "flags": ["swapped"]},
        {"n": 3, "wall_seconds": 10.5, "reason": None, "cgroup": None, "flags": [], "new": True},
    ]
    whole = parts(records)
    for lots in ([[record] for record in records], [records[:1], records[1:]], [records, []]):
        pd.testing.assert_frame_equal(parts(*lots), whole)
    assert whole["wall_seconds"].dtype == pd.Float64Dtype()
    assert whole["new"].dtype == pd.BooleanDtype()
    assert "cgroup" not in whole


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([1, "a"], ["1", "a"], id="a number and text"),
        pytest.param([True, 1], ["true", "1"], id="a truth value and a number"),
        pytest.param([2**64 - 1, 1], [str(2**64 - 1), "1"], id="a number of more than 63 bits"),
    ],
)
def test_values_of_no_common_type_are_text_in_one_part_and_in_two(values, expected):
    records = [{"n": 1, "odd": value} for value in values]
    for lots in ([records], [records[:1], records[1:]]):
        assert parts(*lots)["odd"].tolist() == expected
