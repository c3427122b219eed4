"""Every mistake in the configuration is one line that names the key, and nothing runs."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.command_line import UserError
from plan.cells import list_cells
from plan.configuration import Configuration, checked, read_configuration
from plan.machine import Machine, machine_class
from records.sides import Side
from workloads.workload import Asked

KNOWN = ("go-goroutines", "rust-threads", "rust-tokio")


def read(**keys: Any) -> Configuration:
    return read_configuration({"machine": "here", **keys}, KNOWN, "config/config.yaml")


def compare(before: dict[str, Any]) -> dict[str, Any]:
    return {"compare": {"before": before, "after": {"machine": "here"}}}


def test_an_empty_configuration_measures_what_the_original_posts_did() -> None:
    configuration = read_configuration({"machine": "here"}, KNOWN)
    assert configuration.variants == KNOWN
    assert configuration.tasks == (1, 10_000, 100_000, 1_000_000)
    assert (configuration.repeats, configuration.workloads) == (3, (Asked("sleep", "10", ("30", "60")),))


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        pytest.param({"variants": ["cobol"]}, "variants: 'cobol' matches no program", id="unknown variant"),
        pytest.param({"variants": ["rust-*", "!x-*"]}, "'!x-*' matches no program", id="exclusion that matches nothing"),
        pytest.param({"variants": ["rust-*", "!rust-*"]}, "leaves nothing to measure", id="everything left out"),
        pytest.param({"variants": []}, "variants", id="no variants"),
        pytest.param({"variants": "rust-*"}, "variants", id="a word instead of a list"),
        pytest.param({"variants": [1]}, "variants.0", id="a number as a variant"),
        pytest.param({"variants": [""]}, "variants.0", id="an empty pattern"),
        pytest.param({"variants": None}, "variants", id="variants left empty"),
        pytest.param({"tasks": []}, "tasks", id="no N"),
        pytest.param({"tasks": [0]}, "tasks.0", id="N of 0"),
        pytest.param({"tasks": [-1]}, "tasks.0", id="negative N"),
        pytest.param({"tasks": [1.5]}, "tasks.0", id="half a task"),
        pytest.param({"tasks": ["10k"]}, "tasks.0", id="N as text"),
        pytest.param({"tasks": [True]}, "tasks.0", id="N as yes or no"),
        pytest.param({"tasks": [10, 10]}, "tasks", id="N twice"),
        pytest.param({"tasks": [10**9]}, "tasks.0", id="N beyond what programs take"),
        pytest.param({"tasks": 10}, "tasks", id="a number instead of a list"),
        pytest.param({"tasks": None}, "tasks", id="tasks left empty"),
        pytest.param({"repeats": 0}, "repeats", id="no repeats"),
        pytest.param({"repeats": -3}, "repeats", id="negative repeats"),
        pytest.param({"repeats": 2.5}, "repeats", id="half a repeat"),
        pytest.param({"repeats": "3"}, "repeats", id="repeats as text"),
        pytest.param({"repeats": 1001}, "repeats", id="too many repeats"),
        pytest.param({"repeats": [3]}, "repeats", id="a list of repeats"),
        pytest.param({"sleep_seconds": 0}, "sleep_seconds", id="no sleep"),
        pytest.param({"sleep_seconds": -1}, "sleep_seconds", id="negative sleep"),
        pytest.param({"sleep_seconds": "10s"}, "sleep_seconds", id="sleep with a unit"),
        pytest.param({"sleep_seconds": 4000}, "sleep_seconds", id="more than an hour of sleep"),
        pytest.param({"sleep_seconds": float("nan")}, "sleep_seconds", id="sleep that is no number"),
        pytest.param({"sleep_seconds": float("inf")}, "sleep_seconds", id="endless sleep"),
        pytest.param({"longer_sleep_seconds": 30}, "longer_sleep_seconds", id="longer sleep as a number"),
        pytest.param({"longer_sleep_seconds": [0]}, "longer_sleep_seconds.0", id="longer sleep of 0"),
        pytest.param({"longer_sleep_seconds": [30, 30]}, "longer_sleep_seconds", id="longer sleep twice"),
        pytest.param({"os_thread_limit": 0}, "os_thread_limit", id="no threads"),
        pytest.param({"os_thread_limit": "10k"}, "os_thread_limit", id="threads as text"),
        pytest.param({"timeout_seconds": 0}, "timeout_seconds", id="no time"),
        pytest.param({"timeout_seconds": "5m"}, "timeout_seconds", id="time as text"),
        pytest.param({"timeout_seconds": float("nan")}, "timeout_seconds", id="time that is no number"),
        pytest.param({"machine": "My Machine"}, "machine", id="a machine that is no folder name"),
        pytest.param({"machine": "../elsewhere"}, "machine", id="a machine outside results"),
        pytest.param({"machine": ""}, "machine", id="an empty machine"),
        pytest.param({"machine": 7}, "machine", id="a number as a machine"),
        pytest.param({"machine": "merged"}, "machine", id="a machine that has the name of the merged report"),
        pytest.param({"machines": ["epyc"]}, "machines", id="a list of classes"),
        pytest.param({"machines": None}, "machines", id="classes left empty"),
        pytest.param({"machines": {"EPYC": {}}}, "a class's name: lower-case letters", id="a class in capitals"),
        pytest.param({"machines": {"merged": {}}}, "merged is the folder of", id="a class that has the name of the merged report"),
        pytest.param({"machines": {"epyc": None}}, "machines.epyc", id="a class left empty"),
        pytest.param({"machines": {"epyc": {"partition": "long"}}}, "partition is not a key here", id="unknown key of a class"),
        pytest.param({"machines": {"epyc": {"constraint": ""}}}, "machines.epyc.constraint", id="an empty constraint"),
        pytest.param({"machines": {"epyc": {"constraint": "a b"}}}, "machines.epyc.constraint", id="a constraint of two words"),
        pytest.param({"machines": {"epyc": {"cpu_model": 7763}}}, "machines.epyc.cpu_model", id="a CPU model as a number"),
        pytest.param({"machines": {"epyc": {}}}, "machine: here stands beside machines:", id="a machine beside classes"),
        pytest.param({"merge": "results/epyc"}, "merge", id="a folder instead of a list of them"),
        pytest.param({"merge": ["results/epyc", "results/epyc"]}, "merge", id="a folder twice"),
        pytest.param({"merge": [""]}, "merge.0", id="a folder without a name"),
        pytest.param({"toolchains": ["go"]}, "toolchains", id="a list of toolchains"),
        pytest.param({"toolchains": None}, "toolchains", id="toolchains left empty"),
        pytest.param({"toolchains": {"Go": {}}}, "a toolchain's id such as go", id="a toolchain in capitals"),
        pytest.param({"toolchains": {"download": "maybe"}}, "toolchains.download", id="another word on downloads"),
        pytest.param({"toolchains": {"download": True}}, "toolchains.download", id="yes instead of always"),
        pytest.param({"toolchains": {"mirror": "/mnt"}}, "toolchains.mirror", id="a mirror that is no address"),
        pytest.param({"toolchains": {"go@": {}}}, "a toolchain's id such as go", id="a version without a name"),
        pytest.param({"toolchains": {"go@1.26": None}}, "toolchains.go@1.26", id="a version left empty"),
        pytest.param({"toolchains": {"go@1.26": {"find": "/opt"}}}, "toolchains.go@1.26.find", id="a folder instead of a list"),
        pytest.param({"toolchains": {"go@1.26": {"find": []}}}, "toolchains.go@1.26.find", id="no folder"),
        pytest.param({"toolchains": {"go@1.26": {"minimum": 1.26}}}, "toolchains.go@1.26.minimum", id="a version as a number"),
        pytest.param({"toolchains": {"go@1.26": {"below": "next"}}}, "toolchains.go@1.26.below", id="a version in words"),
        pytest.param({"toolchains": {"go": {"path": "/opt"}}}, "path is not a key here", id="unknown key of a toolchain"),
        pytest.param({"toolchains": {"go": {"conda_environment": "../x.yaml"}}}, "conda_environment", id="an environment elsewhere"),
        pytest.param({"preferred_toolchains": "conda"}, "preferred_toolchains", id="tools from elsewhere"),
        pytest.param({"preferred_toolchains": ["host"]}, "preferred_toolchains", id="a list of preferences"),
        pytest.param({"compare": "go"}, "compare", id="a word to compare"),
        pytest.param({"compare": {"before": {"toolchain": "go@1.26"}}}, "compare: after is missing", id="one side only"),
        pytest.param(compare({}), "compare.before", id="an empty side"),
        pytest.param(
            compare({"compiler": "go"}),
            "compiler is not a key here",
            id="unknown key of a side",
        ),
        pytest.param(compare({"digest": 1234}), "compare.before.digest", id="a digest as a number"),
        pytest.param(compare({"since": "2026-02-30"}), "is not a day", id="a day that is none"),
        pytest.param(
            compare({"machine": "here"}),
            "before and after are the same",
            id="a side with itself",
        ),
        pytest.param({"task": [1]}, "task is not a key here; the keys are", id="unknown key"),
        pytest.param({"Repeats": 3}, "Repeats is not a key here", id="a key in capitals"),
    ],
)
def test_bad_configuration_is_one_line_that_names_the_key(keys: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError) as raised:
        read(**keys)
    message = str(raised.value)
    assert message.startswith("config/config.yaml: ")
    assert told in message
    assert "\n" not in message


def test_a_day_that_yaml_has_read_is_text() -> None:
    sides = read(compare={"before": {"until": date(2026, 11, 1)}, "after": {"since": date(2026, 11, 2)}}).compare
    assert sides == (Side(until="2026-11-01"), Side(since="2026-11-02"))


def test_each_machine_class_has_a_folder_of_its_own() -> None:
    machines = {"epyc": {"constraint": "cpuA", "cpu_model": "AMD EPYC*"}, "xeon": {"constraint": "cpuB|cpuC"}}
    configuration = read_configuration({"machines": machines}, KNOWN)
    assert configuration.machines == (Machine("epyc", "cpuA", "AMD EPYC*"), Machine("xeon", "cpuB|cpuC"))
    assert configuration.machine_names == ("epyc", "xeon")
    assert configuration.machines_are_named


@pytest.mark.parametrize(
    ("keys", "named"), [({"machine": "here"}, True), ({"machines": {"here": {}}}, True), ({"machines": {}}, False), ({}, False)]
)
def test_without_classes_there_is_this_machine(keys: dict[str, Any], named: bool) -> None:
    configuration = read_configuration(keys, KNOWN)
    assert configuration.machine_names == ("here" if named else machine_class(),)
    assert configuration.machines_are_named is named


def test_an_exclamation_mark_takes_away() -> None:
    assert read(variants=["*", "!rust-*"]).variants == ("go-goroutines",)


def test_the_command_line_gives_numbers_in_a_list_as_text() -> None:
    assert read(tasks=["1", "30"], longer_sleep_seconds=["60", "30.5"]).tasks == (1, 30)


def test_a_number_on_the_command_line_that_may_be_octal_is_refused() -> None:
    with pytest.raises(UserError, match=r"tasks\.0: '010' is not of type 'integer'"):
        read(tasks=["010"])


def test_a_whole_number_written_with_a_point_is_that_number() -> None:
    configuration = read(tasks=[10.0], repeats=2.0)
    assert (configuration.tasks, configuration.repeats) == ((10,), 2)
    assert isinstance(configuration.tasks[0], int)


def test_only_sleeps_longer_than_the_configured_one_are_tried() -> None:
    assert read(sleep_seconds=30, longer_sleep_seconds=[60, 10, 30]).workloads == (Asked("sleep", "30", ("60",)),)


def test_the_first_repeat_of_every_cell_comes_before_the_second_of_any() -> None:
    cells = list_cells(read(tasks=[1, 10], repeats=3))
    assert [cell.repeat for cell in cells] == sorted(cell.repeat for cell in cells)
    assert len(cells) == len(set(cells)) == 3 * 2 * 3


NEW_KEYS = ("machines", "merge", "toolchains", "preferred_toolchains", "compare")
scalars = st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats() | st.text(max_size=8)
values = scalars | st.lists(scalars, max_size=4) | st.dictionaries(st.text(max_size=4), scalars, max_size=2)
keys = st.sampled_from(
    ["variants", "tasks", "repeats", "sleep_seconds", "longer_sleep_seconds", "os_thread_limit", "timeout_seconds", "machine", *NEW_KEYS]
)


@given(st.dictionaries(keys | st.text(max_size=6), values, max_size=6))
def test_any_document_is_either_a_configuration_or_one_line(document: dict[str, Any]) -> None:
    try:
        configuration = read_configuration(document, KNOWN)
    except UserError as refusal:
        lines = str(refusal).splitlines()
        assert len(lines) == 1
    else:
        assert set(configuration.variants) <= set(KNOWN)
        assert all(n >= 1 for n in configuration.tasks)
        assert configuration.repeats >= 1
        assert 0 < float(configuration.workloads[0].amount) <= 3600


def test_what_is_said_of_downloads_is_no_toolchain():
    said = {"download": "always", "mirror": "file:///mnt/archives", "go": {"minimum": "1.26"}}
    assert checked({"toolchains": said}, "config.yaml")["toolchains"] == {"go": {"minimum": "1.26"}}
