"""make doctor says beforehand what a sweep will do on this machine; what it cannot do has its reason."""

import json
from typing import Any

import pytest

from glue.invocation import checked_sweep
from meter.limits import Limit
from meter.preflight import ThreadLimit
from plan import sweep
from plan.configuration import read_configuration
from programs.describing import load_programs
from toolchains.finding import Found
from view import doctor as examination
from view.doctor import examine, lines, outlook, warnings

FOUND = {"rust": Found("rust", "found", "1.96.0", "/opt/rustc")}
MISSING = {"rust": Found("rust", "missing", reason="no rustc found. Get it.")}
HOST: dict[str, Any] = {
    "load_before": 0.1,
    "cores_visible": 2,
    "cores_total": 2,
    "cgroup_limits": {},
    "swap_total_bytes": 0,
    "thp_enabled": "madvise",
    "virtualisation": "vm",
}
METER: dict[str, Any] = {"flags": [], "verdict": "ok", "reason": None}


def bound(name: str, value: int, room: int) -> ThreadLimit:
    return ThreadLimit(Limit(name, value, "kernel"), room, "96 in use")


def look(variant: str, found: dict[str, Found], room: list[ThreadLimit]) -> dict[str, Any]:
    programs = load_programs()
    configuration = read_configuration({"machine": "here", "variants": [variant], "os_thread_limit": 20_000}, programs)
    return outlook(programs[variant], configuration, found, room)


def test_a_thread_program_is_measured_up_to_the_limit_and_the_rest_has_its_reason() -> None:
    seen = look("rust-threads", FOUND, [])
    assert seen["measured_up_to"] == 10_000
    assert [cell["n"] for cell in seen["not_measured"]] == [100_000, 1_000_000]
    assert "limit of 20,000 (os_thread_limit" in seen["not_measured"][0]["reason"]


def test_a_limit_of_the_machine_is_named() -> None:
    seen = look("rust-threads", FOUND, [bound("kernel.pid_max", 4096, 4000), bound("kernel.threads-max", 9999, 9000)])
    assert seen["measured_up_to"] == 1
    assert "kernel.pid_max (96 in use) is 4096" in seen["not_measured"][0]["reason"]


def test_other_programs_are_measured_at_every_n() -> None:
    assert look("rust-tokio", FOUND, [bound("kernel.pid_max", 4096, 4000)]) | {"label": ""} == {
        "variant": "rust-tokio",
        "label": "",
        "primitive": "scheduled-task",
        "toolchain": "rust",
        "measured_up_to": 1_000_000,
        "not_measured": [],
    }


def test_a_missing_toolchain_is_the_reason_at_every_n() -> None:
    seen = look("rust-tokio", MISSING, [])
    assert seen["measured_up_to"] is None
    assert {cell["reason"] for cell in seen["not_measured"]} == {"no rustc found. Get it."}


@pytest.mark.parametrize(
    ("host", "meter", "told"),
    [
        ({"load_before": 141.9}, {"flags": ["loaded_host"]}, "others keep this machine busy"),
        ({"swap_total_bytes": 1 << 30}, {}, "swap is on"),
        ({"thp_enabled": "always"}, {}, "transparent huge pages are `always`"),
        ({"cgroup_limits": {"memory.max": 1 << 30}}, {}, "may use 1.0 GiB only"),
        ({"virtualisation": "wsl"}, {}, "WSL"),
        ({}, {"flags": ["no_cgroup"]}, "no memory cgroup"),
        ({}, {"verdict": "spawn_failed", "reason": "no sleep"}, "the meter does not work here: spawn_failed, no sleep"),
    ],
)
def test_what_would_spoil_the_figures_is_a_warning(
    monkeypatch: pytest.MonkeyPatch, host: dict[str, Any], meter: dict[str, Any], told: str
) -> None:
    monkeypatch.setattr(examination.os, "cpu_count", lambda: 2)
    found = warnings(HOST | host, METER | meter)
    assert len(found) == 1
    assert told in found[0]


def test_a_quiet_machine_has_no_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination.os, "cpu_count", lambda: 2)
    assert warnings(HOST, METER) == []


def test_the_facts_are_json_and_the_lines_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "find_all", lambda toolchains: FOUND)
    facts = examine(checked_sweep({"machine": "here", "variants": ["rust-threads", "rust-tokio"], "tasks": [1, 100_000]}, "config"))
    assert json.loads(json.dumps(facts)) == facts
    assert (facts["cells"], facts["cells_to_measure"]) == (12, 9)
    assert facts["meter"]["verdict"] == "ok"
    text = "\n".join(lines(facts))
    assert "rust: 1.96.0, /opt/rustc" in text
    assert "  rust-tokio: will be measured up to N = 100,000" in text
    assert "    not at 100,000: 100,000 OS threads are more than" in text
    assert "transparent huge pages: enabled " in text
    assert "12 cells, 9 of them with something to run: about " in text
    for limit in facts["thread_limits"]:
        assert limit["name"] in text


def test_of_each_class_it_is_said_whether_this_machine_can_measure_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "find_all", lambda toolchains: FOUND)
    machines = {"mine": {"cpu_model": "*"}, "epyc": {"constraint": "cpuA"}, "other": {"cpu_model": "Abacus"}}
    facts = examine(checked_sweep({"machines": machines, "variants": ["rust-tokio"], "tasks": [1]}, "config"))
    assert [each["not_here"] is None for each in facts["classes"]] == [True, False, False]
    assert json.loads(json.dumps(facts)) == facts
    text = "\n".join(lines(facts))
    assert "  mine: this machine can measure it" in text
    assert "  epyc: machines: epyc is bound to nodes with cpuA" in text
    assert "  other: machines: other has the CPU model Abacus, this machine has" in text


def test_one_class_that_is_this_machine_needs_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "find_all", lambda toolchains: FOUND)
    facts = examine(checked_sweep({"machine": "here", "variants": ["rust-tokio"], "tasks": [1]}, "config"))
    assert "Machine classes" not in "\n".join(lines(facts))


def test_why_a_toolchain_is_missing_is_said_once_for_all_its_variants() -> None:
    line = examination.toolchain_line({"id": "rust", "status": "missing", "reason": "no rustc found. Get it."})
    assert line == "  rust: missing. no rustc found. Get it."
    assert examination.variant_lines(look("rust-tokio", MISSING, [])) == ["  rust-tokio: not measured, rust is missing"]
