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

from meter import Request, measure
from meter.host import busy_cores
from meter.peak import Highest, Peak
from meter.record import BUSY_CORES, Circumstances, flags, is_loaded
from meter.verdict import VERDICTS

MIB = 1024 * 1024
SCHEMA = json.loads((Path(__file__).parents[2] / "config" / "schemas" / "record.schema.json").read_text())
UNREMARKABLE = Circumstances(
    ran=True,
    peak=Peak(100 * MIB, "hwm"),
    highest=Highest(tree_resident=100 * MIB),
    threads_peak=100_001,
    swap_bytes=0,
    left_processes=0,
    output_truncated=False,
    other_lines=0,
    counted=True,
    wrapper_share=0.01,
    wall_seconds=10.0,
    loaded=False,
)
THREADS = Request(("program",), tasks=100_000, sleep_seconds=1.0, primitive="os-thread")


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
        pytest.param(("true",), {"tasks": 10**8, "sleep_seconds": 1.0, "primitive": "os-thread"}, id="does not fit"),
        pytest.param(("true",), {"tasks": 1, "sleep_seconds": 1.0}, id="broke the contract"),
        pytest.param(("sleep", "9"), {"timeout_seconds": 0.2}, id="timed out"),
    ],
)
def test_every_record_fits_the_schema_whatever_happened(command: tuple[str, ...], options: dict[str, Any]) -> None:
    record = measure(Request(command, **options))
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
    assert SCHEMA["properties"]["verdict"]["enum"] == list(VERDICTS)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param({}, [], id="nothing to say"),
        pytest.param({"peak": Peak(None, "none")}, ["not_sampled"], id="never seen"),
        pytest.param({"highest": Highest(tree_resident=97 * MIB)}, ["series_missed_peak"], id="samples below the peak"),
        pytest.param({"left_processes": 1}, ["left_processes"], id="left a process"),
        pytest.param({"swap_bytes": 4096}, ["swapped"], id="swapped"),
        pytest.param({"output_truncated": True}, ["output_truncated"], id="printed much"),
        pytest.param({"other_lines": 1}, ["extra_output"], id="printed something else"),
        pytest.param({"loaded": True}, ["loaded_host"], id="busy machine"),
        pytest.param({"wrapper_share": 0.031}, ["slow_wrapper"], id="costly measuring"),
        pytest.param({"wrapper_share": 0.5, "wall_seconds": 0.1}, [], id="costly for a moment only"),
        pytest.param({"counted": False}, ["no_cgroup"], id="no cgroup"),
        pytest.param({"threads_peak": 100_000}, ["threads_missing"], id="the main thread does not count"),
        pytest.param(
            {"peak": Peak(32 * 100_000 - 1, "hwm"), "highest": Highest(tree_resident=32 * 100_000)},
            ["implausible_bytes_per_task"],
            id="31 bytes a task",
        ),
        pytest.param({"ran": False, "counted": False, "peak": Peak(None, "none")}, [], id="never began"),
    ],
)
def test_flags_say_what_a_reader_should_know(change: dict[str, Any], expected: list[str]) -> None:
    assert flags(THREADS, dataclasses.replace(UNREMARKABLE, **change)) == expected


def test_every_flag_is_in_the_schema() -> None:
    everything = dataclasses.replace(
        UNREMARKABLE,
        peak=Peak(1, "hwm"),
        highest=Highest(),
        threads_peak=0,
        swap_bytes=1,
        left_processes=1,
        output_truncated=True,
        other_lines=1,
        counted=False,
        wrapper_share=1.0,
        loaded=True,
    )
    found = {*flags(THREADS, everything), "not_sampled"}
    assert found == set(SCHEMA["properties"]["flags"]["items"]["enum"])


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
    monkeypatch.setattr("measuring.cgroup.set_memory_limit", lambda _group, _limit: False)
    record = measure(Request((target("hold"), "1", "0"), memory_limit_bytes=64 * MIB))
    assert record["verdict"] == "unsupported"
    assert record["started_at"] is None
