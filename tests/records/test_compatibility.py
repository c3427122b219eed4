"""Records of earlier versions are read as those of today; what they only said in a sentence becomes data, here and nowhere else."""

from typing import Any

import pandas as pd
import pytest

import synthetic_sweep
from analysis.tables.older import current_table
from common.schemas import violation
from records.compatibility import current, limit_of
from synthetic_sweep import as_before, cell_record

OURS = (
    "100,000 OS threads are more than the limit of 10,000 (os_thread_limit in the configuration): a machine at its limit of threads locks "
    "everybody out"
)


def threads(limit: str) -> str:
    """What preflight said of a limit."""
    return f"20000 threads do not fit: {limit} is 16384, which leaves room for 16000"


@pytest.mark.parametrize(
    ("row", "limit"),
    [
        pytest.param({"verdict": "unsupported", "reason": OURS}, ("os_thread_limit", 10_000, "configuration"), id="our own"),
        pytest.param(
            {"verdict": "unsupported", "reason": threads("vm.max_map_count (4 mappings a thread)")},
            ("vm.max_map_count", 16_384, "kernel"),
            id="mappings",
        ),
        pytest.param(
            {"verdict": "unsupported", "reason": threads("kernel.threads-max (212 in use)")},
            ("kernel.threads-max", 16_384, "kernel"),
            id="kernel",
        ),
        pytest.param({"verdict": "unsupported", "reason": threads("ulimit -u (3 in use)")}, ("ulimit -u", 16_384, "user"), id="user"),
        pytest.param(
            {"verdict": "unsupported", "reason": threads("pids.max of cgroup /user.slice/a (5 in use)")},
            ("pids.max", 16_384, "cgroup"),
            id="cgroup",
        ),
        pytest.param({"verdict": "unsupported", "reason": "no memory cgroup to lay a limit on"}, None, id="no limit at all"),
        pytest.param({"verdict": "oom", "memory_limit_bytes": 512}, ("memory_limit_bytes", 512, "scheduler"), id="memory of the job"),
        pytest.param(
            {"verdict": "oom", "memory_limit_bytes": None, "host_memory_total_bytes": 4096},
            ("memory_total_bytes", 4096, "machine"),
            id="memory of the machine",
        ),
        pytest.param({"verdict": "timeout", "timeout_seconds": 310.0}, ("timeout_seconds", 310.0, "configuration"), id="time"),
        pytest.param({"verdict": "not_concurrent", "sleep_seconds": 10.0}, ("sleep_seconds", 10.0, "configuration"), id="sleep"),
        pytest.param({"verdict": "failed", "reason": OURS}, None, id="a program that says so itself"),
        pytest.param({"verdict": "ok", "timeout_seconds": 310.0}, None, id="nothing bound"),
    ],
)
def test_the_limit_that_bound_is_found_where_a_record_does_not_name_it(row: dict[str, Any], limit: object) -> None:
    assert limit_of(row) == limit


def test_every_record_of_before_becomes_the_one_of_today() -> None:
    for variant in ("rust-threads", "node-async", "java-graal-jit-virtual-threads", "elixir-tasks", "java-graalvm-native-image"):
        for n in synthetic_sweep.TASKS:
            record = cell_record(variant, n, 3)
            assert current(as_before(record)) == record


def test_what_hosts_and_reasons_lacked_once_is_added() -> None:
    old = as_before(cell_record("go-goroutines", 1, 1))
    old["host"] = {key: value for key, value in old["host"].items() if key != "busy_cores_before"}
    assert violation(current({**old, "reason": None}), "cell") is None


def test_a_record_of_today_is_returned_as_it_is() -> None:
    record = cell_record("go-goroutines", 1, 1)
    assert current(record) is record


def test_rows_of_tables_of_before_get_the_same_columns() -> None:
    rows = pd.DataFrame({"verdict": ["ok", "unsupported"], "reason": ["", OURS], "requested_sleep_seconds": [10.0, 0.5], "n": [1, 100_000]})
    made = current_table(rows)
    assert made["amount"].tolist() == ["10", "0.5"]
    assert made["limit_name"].tolist() == [pd.NA, "os_thread_limit"]
    assert made["limit_value"].tolist() == [pd.NA, 10_000]
    assert current_table(made) is made
