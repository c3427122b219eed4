"""The record: its schema, and the flags, which are decided from values alone."""

import dataclasses
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from meter.host import busy_cores
from meter.peak import Highest, Peak
from meter.record import BUSY_CORES, Circumstances, flags, is_loaded
from meter.request import Request
from meter.run import measure
from meter.vocabulary import FLAGS
from workloads.plain import Plain
from workloads.sleep import Sleeping
from workloads.tasks import Tasks

MIB = 1024 * 1024
SCHEMA = json.loads((Path(__file__).parents[2] / "config" / "schemas" / "record.schema.json").read_text())
UNREMARKABLE = Circumstances(
    ran=True,
    peak=Peak(100 * MIB, "hwm"),
    highest=Highest(tree_resident=100 * MIB),
    charged_peak=None,
    swap_bytes=0,
    hugetlb_bytes=0,
    left_processes=0,
    surviving_processes=0,
    output_truncated=False,
    counted=True,
    left_cgroup=False,
    meter_share=0.01,
    wall_seconds=10.0,
    loaded=False,
)


def objects(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """A schema and every object schema inside it."""
    inner = [part for part in schema.get("properties", {}).values() if "properties" in part]
    return [schema, *(found for part in inner for found in objects(part))]


@pytest.mark.parametrize(
    ("command", "options"),
    [
        pytest.param(("sleep", "0.2"), {}, id="a run"),
        pytest.param(("sleep", "0.2"), {"use_cgroup": False}, id="without a cgroup"),
        pytest.param(("no-such-program",), {}, id="could not be launched"),
        pytest.param(("true",), {"promise": Sleeping(Tasks(10**8, "os-thread"), 1.0)}, id="does not fit"),
        pytest.param(("true",), {"promise": Sleeping(Tasks(1), 1.0)}, id="broke the contract"),
        pytest.param(("sleep", "9"), {"timeout_seconds": 0.2}, id="timed out"),
    ],
)
def test_every_record_fits_the_schema_whatever_happened(command: tuple[str, ...], options: dict[str, Any]) -> None:
    record = measure(Request(command, **{"promise": Plain(), **options}))
    jsonschema.validate(json.loads(json.dumps(record)), SCHEMA)


def test_the_schema_is_one_and_says_of_every_field_what_it_is() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for schema in objects(SCHEMA):
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])
        for name, part in schema["properties"].items():
            assert part["description"], name
            if name.endswith(("_bytes", "_seconds")):
                assert part["unit"] == name.rpartition("_")[2], name


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param({}, [], id="nothing to say"),
        pytest.param({"peak": Peak(None, "none")}, ["not_sampled"], id="never seen"),
        pytest.param({"highest": Highest(tree_resident=97 * MIB)}, ["series_missed_peak"], id="samples below the peak"),
        pytest.param({"left_processes": 1}, ["left_processes"], id="left a process"),
        pytest.param({"swap_bytes": 4096}, ["swapped"], id="swapped"),
        pytest.param({"hugetlb_bytes": 2 * MIB}, ["huge_pages"], id="huge pages"),
        pytest.param({"output_truncated": True}, ["output_truncated"], id="printed much"),
        pytest.param({"surviving_processes": 1}, ["surviving_processes"], id="something of it would not end"),
        pytest.param({"loaded": True}, ["loaded_host"], id="busy machine"),
        pytest.param({"meter_share": 0.031}, ["slow_wrapper"], id="costly measuring"),
        pytest.param({"meter_share": 0.5, "wall_seconds": 0.1}, [], id="costly for a moment only"),
        pytest.param({"counted": False}, ["no_cgroup"], id="no cgroup"),
        pytest.param({"left_cgroup": True}, ["left_cgroup"], id="moved out of its cgroup"),
        pytest.param({"ran": False, "counted": False, "peak": Peak(None, "none")}, [], id="never began"),
    ],
)
def test_flags_say_what_a_reader_should_know(change: dict[str, Any], expected: list[str]) -> None:
    assert flags(dataclasses.replace(UNREMARKABLE, **change)) == expected


def test_every_flag_has_its_words() -> None:
    everything = dataclasses.replace(
        UNREMARKABLE,
        peak=Peak(1, "hwm"),
        highest=Highest(),
        swap_bytes=1,
        hugetlb_bytes=1,
        left_processes=1,
        surviving_processes=1,
        output_truncated=True,
        counted=False,
        left_cgroup=True,
        meter_share=1.0,
        loaded=True,
    )
    assert {*flags(everything), "not_sampled"} == set(FLAGS)


def test_a_process_that_spins_keeps_a_core_busy() -> None:
    spinning = subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"])
    try:
        assert (busy_cores(1.0) or 0.0) >= BUSY_CORES
    finally:
        spinning.kill()
        spinning.wait()


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ({"busy_cores_before": 0.49, "pressure_before": None}, False),
        ({"busy_cores_before": 0.5, "pressure_before": None}, True),
        ({"busy_cores_before": None, "pressure_before": None}, False),
        ({"busy_cores_before": 0.0, "load_before": 141.9, "cores_visible": 2, "pressure_before": {"cpu": 90.0}}, False),
        ({"busy_cores_before": 0.0, "pressure_before": {"cpu": 0.0, "memory": 2.0, "io": 0.0}}, True),
    ],
)
def test_a_busy_machine_shows_in_its_work_or_its_pressure(host: dict[str, Any], expected: bool) -> None:
    assert is_loaded(host) is expected


def test_a_limit_that_cannot_be_laid_on_is_unsupported(monkeypatch: pytest.MonkeyPatch, target: Callable[[str], str]) -> None:
    monkeypatch.setattr("meter.cgroup.set_memory_limit", lambda _group, _limit: False)
    record = measure(Request((target("hold"), "1", "0"), memory_limit_bytes=64 * MIB))
    assert record["verdict"] == "unsupported"
    assert record["started_at"] is None


@pytest.mark.parametrize(
    ("command", "options", "expected"),
    [
        pytest.param(("sleep", "9"), {"timeout_seconds": 0.2}, ("timeout_seconds", 0.2, "request"), id="a time limit"),
        pytest.param(("true",), {}, (None, None, None), id="none"),
        pytest.param(("false",), {}, (None, None, None), id="failing is no limit"),
    ],
)
def test_the_limit_that_a_run_met_is_data(command: tuple[str, ...], options: dict[str, Any], expected: tuple[Any, ...]) -> None:
    record = measure(Request(command, **options))
    assert (record["limit_name"], record["limit_value"], record["limit_source"]) == expected
