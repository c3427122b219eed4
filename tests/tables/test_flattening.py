"""One row a run: flat, typed, and without a path of one machine."""

from pathlib import Path

import pandas as pd
import pytest

from tables.flatten import flat_row, hidden_folders, runs_table, shown

CHECKOUT, HOME = Path("/home/ada/work/main"), Path("/home/ada")


def table(*records):
    return runs_table(records, checkout=CHECKOUT, home=HOME)


def test_a_mapping_becomes_columns_and_a_list_becomes_text():
    row = flat_row({"cgroup": {"kind": "v2", "limits": {"max": 5}}, "flags": ["swapped", "no_cgroup"], "command": ["./a", "1"]}, {})
    assert row == {"cgroup_kind": "v2", "cgroup_limits_max": 5, "flags": "swapped;no_cgroup", "command": "./a;1"}


def test_a_list_of_mappings_stays_readable_by_a_program():
    assert flat_row({"attempts": [{"reason": "a; b", "sleep_seconds": 10.0}]}, {}) == {
        "attempts": '[{"reason": "a; b", "sleep_seconds": 10.0}]'
    }


def test_the_environment_is_one_column_whatever_is_in_it():
    assert flat_row({"environment": {"LANG": "C", "A": "b"}}, {}) == {"environment": "LANG=C;A=b"}


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
