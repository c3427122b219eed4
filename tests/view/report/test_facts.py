"""What the page says beside its charts."""

import pandas as pd
import pytest

from view.charts.sweep_tables import read_sweep
from view.report.facts import (
    FLAG_WORDS,
    answer,
    failure_rows,
    flag_rows,
    host_text,
    limits_words,
    longer_rows,
    machine_rows,
    reasons_words,
    toolchain_rows,
)


@pytest.fixture(scope="module")
def sweep(sweep_folder):
    return read_sweep(sweep_folder / "tables")


def test_every_run_that_is_not_ok_is_told_with_its_reason(sweep):
    rows = failure_rows(sweep.runs)
    told = sum(int(row["runs"].split(" of ")[0]) for row in rows)
    assert told == (sweep.runs["verdict"] != "ok").sum() > 0
    assert all(len(row["reason"]) > 10 for row in rows)
    assert {"label": "Node async functions", "runs": "1 of 3", "verdict": "timed out"}.items() <= next(
        row for row in rows if row["label"].startswith("Node")
    ).items()


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("os_thread_limit", 10_000, "os_thread_limit 10,000"),
        ("ulimit -u", 8, "ulimit -u 8"),
        ("memory_limit_bytes", 512 * 2**20, "memory limit of the run, 512 MiB"),
        ("memory_total_bytes", 24 * 2**30, "memory of the machine, 24,576 MiB"),
        ("timeout_seconds", 310.0, "time limit, 310 s"),
        ("sleep_seconds", 10.0, "sleep, 10 s"),
        ("a limit of tomorrow", 5, "a limit of tomorrow 5"),
        (None, None, "\N{EN DASH}"),
    ],
)
def test_a_failure_names_the_limit_that_bound_whatever_its_reason_says(name, value, expected):
    rows = pd.DataFrame({"limit_name": [name, name], "limit_value": [value, value], "reason": "limit of 7 (os_thread_limit)"})
    assert limits_words(rows) == expected


def test_the_limits_of_the_sweep_stand_beside_its_failures(sweep):
    limits = {(row["label"], row["verdict"]): row["limit"] for row in failure_rows(sweep.runs)}
    assert limits["Rust threads", "above OS-thread limit"] == "os_thread_limit 10,000"
    assert limits["Java virtual threads, Graal JIT", "out of memory"] == "memory of the machine, 24,576 MiB"


def test_a_cell_with_a_longer_sleep_tells_what_the_shorter_one_proved(sweep):
    assert longer_rows(sweep.runs) == [
        {
            "label": "Elixir tasks",
            "tasks": "1,000,000",
            "amount": "30 s",
            "reason": "10 s: 647,324 of 1,000,000 had ended before the last began",
        }
    ]


def test_flags_are_explained_and_counted(sweep):
    rows = {row["flag"]: row for row in flag_rows(sweep.runs)}
    assert set(rows) == {"loaded_host", "series_missed_peak"}
    assert rows["loaded_host"]["runs"] == "1 of 240"
    assert all(row["meaning"] == FLAG_WORDS[flag] for flag, row in rows.items())


def test_every_variant_has_its_toolchain_or_the_way_to_get_it(sweep):
    rows = toolchain_rows(sweep.runs)
    assert len(rows) == 20
    assert all(row["toolchain_version"] or "GRAALVM_HOME" in row["missing"] for row in rows)


def test_the_answer_compares_only_within_a_kind(sweep):
    rows = answer(sweep)
    assert [(row["kind"], row["tasks"]) for row in rows] == [
        ("OS thread", "10,000"),
        ("Green thread", "1,000,000"),
        ("Scheduled task", "1,000,000"),
        ("Timer", "1,000,000"),
    ]
    assert rows[0]["least"] == "Rust threads"
    assert rows[0]["most"] == "Java threads"


def test_reasons_that_differ_only_in_numbers_are_said_once():
    assert reasons_words(["100,000 is above 10", "1,000,000 is above 10", "killed"]) == "100,000 is above 10 (and 1 more like it) / killed"


def test_the_machine_is_told_with_units_and_what_changed_as_a_range(sweep):
    machine = dict(machine_rows(sweep.runs))
    assert machine["memory total"] == "24,576 MiB"
    assert host_text(pd.Series([0.25, 1.5], name="host_load_before")) == "0.25 to 1.50"
    assert host_text(pd.Series(["a", "b", "c", "d", "a"], name="host_hostname")) == "a; b; c; and 1 more"
