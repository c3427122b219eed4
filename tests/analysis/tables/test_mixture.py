"""Runs of unlike machines do not share a table."""

from pathlib import Path

import pytest

import synthetic_sweep
from analysis.tables.flatten import runs_table
from analysis.tables.mixture import refuse_mixture
from common.command_line import UserError


def runs(*changes, variants=("go-goroutines", "go-goroutines")):
    records = [
        synthetic_sweep.cell_record(variant, 1, repeat)
        | {"host": synthetic_sweep.HOST | change, "record": f"runs/{variant}/repeat={repeat}.json"}
        for repeat, (variant, change) in enumerate(zip(variants, changes, strict=True), start=1)
    ]
    return runs_table(records, checkout=Path("/nowhere"), home=Path("/nobody"))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        pytest.param({"cpu_model": "Another 5000"}, "CPU models", id="CPU"),
        pytest.param({"thp_enabled": "always"}, "transparent huge page settings", id="THP"),
        pytest.param({"libc": "glibc 2.41"}, "C libraries", id="C library"),
        pytest.param({"cores_total": 64}, "numbers of cores", id="cores"),
        pytest.param({"cores_visible": 1}, "numbers of cores that the program sees", id="cores of a bound job"),
        pytest.param({"kernel": "6.1.0-25-amd64"}, "kernel series", id="kernel series"),
        pytest.param({"page_size_bytes": 65536}, "page sizes", id="page size"),
        pytest.param({"memory_total_bytes": 48 * 2**30}, "sizes of memory", id="memory"),
    ],
)
def test_unlike_machines_are_refused_in_one_line_that_names_two_records(change, what):
    with pytest.raises(UserError) as error:
        refuse_mixture(runs({}, change))
    message = str(error.value)
    assert what in message
    assert "runs/go-goroutines/repeat=1.json" in message
    assert "runs/go-goroutines/repeat=2.json" in message
    assert "machines: in the configuration" in message
    assert "--forcerun describe_machine" in message
    for value in change.values():
        assert str(next(iter(value.values())) if isinstance(value, dict) else value) in message
    assert "\n" not in message


def test_a_repaired_kernel_with_a_little_less_memory_is_no_mixture():
    refuse_mixture(runs({"kernel": "6.1.0-25-amd64"}, {"kernel": "6.1.0-31-amd64", "memory_total_bytes": 24 * 2**30 - 2**26}))


def test_a_static_program_beside_one_with_glibc_is_no_mixture():
    refuse_mixture(runs({"libc": "static"}, {"libc": "glibc 2.36"}, variants=("go-goroutines", "rust-tokio")))


def test_one_program_that_is_static_here_and_not_there_is_a_mixture():
    with pytest.raises(UserError, match="C libraries"):
        refuse_mixture(runs({"libc": "static"}, {"libc": "glibc 2.36"}))


def test_rows_that_were_never_run_say_nothing_of_the_machine():
    refuse_mixture(runs({"libc": "glibc 2.36"}, {"libc": None, "cpu_model": None}))
