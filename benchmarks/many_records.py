"""Many invented records of one sweep, with every field that a real record has. Nothing here was measured."""

import math
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

import synthetic_sweep
from synthetic_sweep import MIB, TASKS, VARIANTS, measured

MOST_TASKS = 1_000_000
LIMITS = {"stack": [8388608, None], "nofile": [20000, 20000], "nproc": [96364, 96364], "as": [None, None], "core": [0, None]}
HOST = {name: value for name, value in synthetic_sweep.HOST.items() if name != "thp"} | {
    "architecture": "x86_64",
    "operating_system": "Debian GNU/Linux 12 (bookworm)",
    "thp_enabled": "madvise",
    "thp_defrag": "madvise",
    "thp_shmem": "never",
    "overcommit_memory": 0,
    "swappiness": 60,
    "swap_free_bytes": 0,
    "cgroup_limits": {},
    "limits": LIMITS,
    "threads_max": 192729,
    "pid_max": 32768,
    "max_map_count": 65530,
    "uid": 0,
    "slurm_job_id": None,
    "slurm_node": None,
    "cgroup_kind": "v2",
}


def values_of_tasks(count: int) -> list[int]:
    """1 and then `count` - 1 values from 1,000 to 1,000,000, evenly spaced on a logarithmic axis."""
    return [1, *(round(1000 ** (1 + place / max(1, count - 2))) for place in range(count - 1))]


def peak_bytes(variant: str, n: int) -> int:
    """Peak between the known ones of synthetic_sweep, on a line; of the last known one where there is none."""
    known = [(tasks, peak * MIB) for tasks, peak in zip(TASKS, VARIANTS[variant][6], strict=True) if peak]
    below = max((point for point in known if point[0] <= n), default=known[0])
    above = min((point for point in known if point[0] >= n), default=known[-1])
    share = (n - below[0]) / (above[0] - below[0]) if above[0] > below[0] else 0.0
    return int(below[1] + share * (above[1] - below[1]))


def cell_records(variant: str, n: int, repeats: int) -> Iterator[dict[str, Any]]:
    """All repeats of one cell. About one in two hundred timed out."""
    randomness = random.Random(f"{variant}/{n}")
    base = synthetic_sweep.cell_record(variant, 1, 1)
    runs = base["wall_seconds"] is not None and (base["primitive"] != "os-thread" or n <= 10_000)
    for repeat in range(1, repeats + 1):
        volatile = {"memory_available_bytes": 23 * 2**30 + randomness.randrange(2**29), "load_before": randomness.random()}
        pressure = {"cpu": round(randomness.random(), 2), "memory": 0.0, "io": 0.0}
        host = HOST | volatile | {"load_after": randomness.random(), "pressure_before": pressure, "pressure_after": pressure}
        record = base | {"n": n, "repeat": repeat, "tasks": n, "host": host, "tags": {"variant": variant}}
        record |= {"timeout_seconds": 310.0, "memory_limit_bytes": None, "wrapper_peak_bytes": 28438528}
        if not runs:
            empty = dict.fromkeys(synthetic_sweep.MEASURED)
            verdict = "unsupported" if base["wall_seconds"] is not None else "toolchain_missing"
            yield record | empty | {"verdict": verdict, "reason": f"{n:,} tasks of {variant} cannot be run here", "attempts": []}
            continue
        ready = max(0.01, VARIANTS[variant][7] * n / MOST_TASKS) * randomness.uniform(0.95, 1.1)
        peak = int(peak_bytes(variant, n) * randomness.gauss(1, 0.01)) // 4096 * 4096
        record |= measured(peak, n, (ready, 10.0), record["primitive"], randomness)
        output = f"READY n={n} done=0\nDONE n={n}\n"
        record |= {"stdout_bytes": len(output), "stdout_head": output, "stderr_bytes": 0}
        record["started_at"] = f"2026-11-{1 + repeat % 28:02d}T{randomness.randrange(24):02d}:{randomness.randrange(60):02d}:12.345+00:00"
        if randomness.random() < 1 / 200:
            record |= {"verdict": "timeout", "reason": "still running after 310 s", "done_n": None, "exit_code": None, "signal": 9}
        yield record | {"attempts": [synthetic_sweep.attempt(record)]}


def write_many(machine: Path, tasks: list[int], repeats: int) -> int:
    """Write all records below machine/runs, each with its series beside it (one file a cell, hard-linked). The number of records."""
    count = 0
    for variant in VARIANTS:
        for n in tasks:
            folder = machine / "runs" / variant / f"n={n}" / f"sleep={synthetic_sweep.SLEEP}"
            folder.mkdir(parents=True)
            first: str | None = None
            for record in cell_records(variant, n, repeats):
                path = f"{folder}/repeat={record['repeat']}"
                with open(f"{path}.json", "wb") as file:  # noqa: PTH123 a hundred thousand times
                    file.write(orjson.dumps(record, option=orjson.OPT_INDENT_2))
                if record["wall_seconds"] is not None:
                    if first is None:
                        first = f"{path}.series.csv"
                        Path(first).write_text(synthetic_sweep.series(record), encoding="utf-8")
                    else:
                        os.link(first, f"{path}.series.csv")
                count += 1
    return count


def repeats_for(records: int, tasks: int) -> int:
    """Repeats that make at least this many records of all variants at so many values of N."""
    return math.ceil(records / (len(VARIANTS) * tasks))
