"""The data package: every column is described, and the file keeps to the rules of Frictionless Data."""

import hashlib
import json

import jsonschema
import pandas as pd
import pytest

import synthetic_sweep
from analysis.tables.fields import describe, fields
from analysis.tables.fits import COLUMNS
from analysis.tables.package import package_name
from common.schemas import load_schema

# The rules of https://datapackage.org/profiles/1.0/ and of Table Schema that a package of CSV files can break, in our own words.
FIELD = {
    "type": "object",
    "required": ["name", "type", "description", "unit"],
    "properties": {
        "name": {"type": "string", "minLength": 1},
        "type": {"enum": ["string", "number", "integer", "boolean", "datetime"]},
        "description": {"type": "string", "minLength": 5},
        "unit": {"type": "string", "minLength": 1},
    },
}
RESOURCE = {
    "type": "object",
    "required": ["name", "path", "profile", "schema", "bytes", "hash", "format", "mediatype", "encoding"],
    "properties": {
        "name": {"type": "string", "pattern": r"^([-a-z0-9._/])+$"},
        "path": {"type": "string", "pattern": r"^(?=^[^./~])(^((?!\.{2}).)*$).*$"},
        "profile": {"const": "tabular-data-resource"},
        "bytes": {"type": "integer", "minimum": 1},
        "hash": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
        "schema": {
            "type": "object",
            "required": ["fields", "primaryKey", "missingValues"],
            "properties": {
                "fields": {"type": "array", "minItems": 1, "items": FIELD},
                "missingValues": {"type": "array", "items": {"type": "string"}},
                "primaryKey": {"type": "array", "minItems": 1, "uniqueItems": True, "items": {"type": "string"}},
            },
        },
    },
}
LINKED = {"type": "object", "properties": {"path": {"type": "string", "pattern": "^https://"}}}
PACKAGE = {
    "type": "object",
    "required": ["name", "title", "licenses", "sources", "resources"],
    "properties": {
        "name": {"type": "string", "pattern": r"^([-a-z0-9._/])+$"},
        "licenses": {"type": "array", "minItems": 1, "items": LINKED | {"anyOf": [{"required": ["name"]}, {"required": ["path"]}]}},
        "sources": {"type": "array", "minItems": 1, "items": LINKED | {"required": ["title"]}},
        "resources": {"type": "array", "minItems": 1, "items": RESOURCE},
    },
}


@pytest.fixture(scope="module")
def package(sweep_folder):
    return json.loads((sweep_folder / "tables/datapackage.json").read_text())


def tables(sweep_folder, package):
    return [(entry, pd.read_csv(sweep_folder / "tables" / entry["path"], dtype=str, na_values=[""])) for entry in package["resources"]]


def test_the_package_keeps_to_the_rules(package):
    jsonschema.validate(package, PACKAGE)
    names = [entry["name"] for entry in package["resources"]]
    assert names == ["runs", "summary", "fits"]


def test_sizes_and_hashes_are_those_of_the_files(sweep_folder, package):
    for entry in package["resources"]:
        data = (sweep_folder / "tables" / entry["path"]).read_bytes()
        assert (entry["bytes"], entry["hash"]) == (len(data), f"sha256:{hashlib.sha256(data).hexdigest()}")


def test_the_fields_are_the_columns_and_their_types_hold_for_every_value(sweep_folder, package):
    patterns = {"integer": r"-?\d+", "number": r"-?\d+(\.\d+)?(e[+-]?\d+)?", "boolean": "True|False", "string": r"(?s).*"}
    for entry, table in tables(sweep_folder, package):
        assert [field["name"] for field in entry["schema"]["fields"]] == list(table.columns)
        for field in entry["schema"]["fields"]:
            assert table[field["name"]].dropna().str.fullmatch(patterns[field["type"]]).all(), field


def test_the_primary_key_tells_every_row_apart(sweep_folder, package):
    for entry, table in tables(sweep_folder, package):
        key = table[entry["schema"]["primaryKey"]]
        assert not key.isna().any(axis=None)
        assert not key.duplicated().any()


def test_every_column_has_a_description_and_its_unit_is_that_of_its_name(package):
    for entry in package["resources"]:
        for field in entry["schema"]["fields"]:
            assert describe(entry["name"], field["name"]) is not None, f"{entry['name']}.{field['name']}: describe it in fields.yaml"
            expected = [unit for unit in ("bytes", "seconds") if field["name"].endswith((f"_{unit}", f"_{unit}_median", f"_{unit}_low"))]
            assert field["unit"] in (expected or [field["unit"]]), field


def test_whatever_the_meter_writes_is_described():
    record = synthetic_sweep.cell_record("go-goroutines", 1, 1)
    schema = load_schema("record")["properties"]
    assert [name for name in schema if "properties" not in schema[name] and not fields()["runs"].keys() & {name, f"{name}_*"}] == []
    assert [name for name, value in record.items() if not isinstance(value, dict) and describe("runs", name) is None] == []
    for name in ("host_limits_stack", "host_pressure_before_cpu", "host_cgroup_limits_pids.max", "cgroup_kind", "host_slurm_node"):
        assert describe("runs", name) is not None


def test_nothing_is_described_that_no_table_has(package):
    columns = {entry["name"]: {field["name"] for field in entry["schema"]["fields"]} for entry in package["resources"]}
    assert set(fields()["summary"]) == columns["summary"]
    assert set(fields()["fits"]) == columns["fits"] == set(COLUMNS)


def test_a_column_that_nobody_has_described_is_none():
    assert describe("runs", "phase_of_the_moon") is None


@pytest.mark.parametrize(
    ("machine", "name"), [("amd-epyc-2-cores", "memory-of-tasks-amd-epyc-2-cores"), ("a machine's", "memory-of-tasks-a-machine-s")]
)
def test_the_name_is_one_that_the_specification_allows(machine, name):
    assert package_name(machine) == name
