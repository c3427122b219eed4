"""A sweep's cell records, invented for the tests: the contract's fields, values near those seen on a Debian 12 machine.

By hand: python tests/synthetic_sweep.py FOLDER writes a whole default sweep below FOLDER/runs.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

MIB = 2**20
TASKS = (1, 10_000, 100_000, 1_000_000)
SLEEP = "10"

# variant: label, language, primitive, toolchain, version, library, peak MiB at each of TASKS, seconds to READY at 1M
VARIANTS: dict[str, tuple[str, str, str, str, str | None, str | None, tuple[float, ...], float]] = {
    "rust-threads": ("Rust threads", "Rust", "os-thread", "rust", "1.96.0", None, (2.1, 95.3, 0, 0), 0.4),
    "rust-tokio": ("Rust tokio", "Rust", "scheduled-task", "rust", "1.96.0", "tokio 1.53.0", (2.8, 7.4, 46.2, 437), 0.9),
    "rust-tokio-join-all": ("Rust tokio join_all", "Rust", "timer", "rust", "1.96.0", "tokio 1.53.0", (2.8, 4.4, 21.2, 186), 0.5),
    "rust-async-std": ("Rust async-std", "Rust", "scheduled-task", "rust", "1.96.0", "async-std 1.13.2", (2.2, 5.4, 32.9, 304), 0.8),
    "rust-async-std-join-all": (
        "Rust async-std join_all",
        "Rust",
        "timer",
        "rust",
        "1.96.0",
        "async-std 1.13.2",
        (2.2, 4.1, 29.0, 270),
        0.7,
    ),
    "go-goroutines": ("Go goroutines", "Go", "green-thread", "go", "1.27.3", None, (1.7, 28.2, 265, 2626), 5.1),
    "java-threads": ("Java threads", "Java", "os-thread", "java", "25.0.2", None, (43, 310, 0, 0), 1.1),
    "java-virtual-threads": ("Java virtual threads", "Java", "green-thread", "java", "25.0.2", None, (44, 77, 200, 1010), 3.2),
    "java-graalvm-virtual-threads": ("Java virtual threads, GraalVM", "Java", "green-thread", "graalvm", None, None, (0, 0, 0, 0), 0),
    "java-graal-jit-virtual-threads": (
        "Java virtual threads, Graal JIT",
        "Java",
        "green-thread",
        "graal-jit",
        "25.0.2",
        None,
        (225, 199, 380, 2203),
        6.2,
    ),
    "java-graalvm-native-image": ("Java native image", "Java", "green-thread", "native-image", None, None, (0, 0, 0, 0), 0),
    "csharp-task-run": ("C# Task.Run", "C#", "scheduled-task", "dotnet", "10.0.12", None, (26.6, 33.1, 70.8, 448), 1.4),
    "csharp-task-delay": ("C# Task.Delay", "C#", "timer", "dotnet", "10.0.12", None, (26.7, 29.9, 46.9, 216), 0.9),
    "csharp-nativeaot-task-run": (
        "C# Task.Run, NativeAOT",
        "C#",
        "scheduled-task",
        "dotnet-aot",
        "10.0.12",
        None,
        (3.6, 8.0, 46.6, 417),
        1.2,
    ),
    "csharp-nativeaot-task-delay": ("C# Task.Delay, NativeAOT", "C#", "timer", "dotnet-aot", "10.0.12", None, (3.6, 5.4, 23.3, 182), 0.8),
    "node-promises": ("Node promises", "JavaScript", "timer", "node", "24.19.0", None, (40.8, 60.8, 157, 648), 1.6),
    "node-async": ("Node async functions", "JavaScript", "scheduled-task", "node", "24.19.0", None, (40.9, 62.4, 171, 731), 1.9),
    "python-asyncio": ("Python asyncio create_task", "Python", "scheduled-task", "python", "3.11.2", None, (21.5, 36.7, 171, 1503), 9.3),
    "python-asyncio-gather": ("Python asyncio gather", "Python", "scheduled-task", "python", "3.11.2", None, (21.4, 34.5, 151, 1305), 8.8),
    "elixir-tasks": ("Elixir tasks", "Elixir", "green-thread", "elixir", "1.14.0", None, (73, 116, 454, 3986), 19.0),
}

HOST = {
    "hostname": "synthetic",
    "kernel": "6.18.0",
    "architecture": "x86_64",
    "operating_system": "Debian GNU/Linux 12 (bookworm)",
    "libc": "glibc 2.36",
    "page_size_bytes": 4096,
    "thp_enabled": "madvise",
    "thp_defrag": "madvise",
    "thp_shmem": "never",
    "overcommit_memory": 0,
    "swappiness": 60,
    "memory_total_bytes": 24 * 2**30,
    "memory_available_bytes": 23 * 2**30,
    "swap_total_bytes": 0,
    "swap_free_bytes": 0,
    "cpu_model": "Synthetic CPU 3000",
    "cores_visible": 2,
    "cores_total": 2,
    "cgroup_limits": {},
    "limits": {"stack": [8 * MIB, None], "nproc": [96_365, 96_365]},
    "threads_max": 192_730,
    "pid_max": 32_768,
    "max_map_count": 65_530,
    "virtualisation": "vm",
    "uid": 0,
    "slurm_job_id": None,
    "slurm_node": None,
    "load_before": 0.25,
    "load_after": 0.5,
    "busy_cores_before": 0.0,
    "pressure_before": {"cpu": 0.0, "memory": 0.0, "io": 0.0},
    "pressure_after": {"cpu": 0.5, "memory": 0.0, "io": 0.0},
    "cgroup_kind": "v2",
}

MEASURED = [
    "peak_bytes",
    "peak_method",
    "main_hwm_bytes",
    "ru_maxrss_bytes",
    "ru_floor_bytes",
    "tree_rss_sampled_bytes",
    "peak_pss_bytes",
    "peak_uss_bytes",
    "plateau_rss_bytes",
    "footprint_bytes",
    "cgroup",
    "swap_bytes",
    "page_table_bytes",
    "threads_peak",
    "processes_peak",
    "processes",
    "started_at",
    "wall_seconds",
    "ready_seconds",
    "done_seconds",
    "cpu_user_seconds",
    "cpu_system_seconds",
    "ready_n",
    "ready_done",
    "done_n",
    "exit_code",
    "signal",
    "samples",
    "longest_gap_seconds",
    "wrapper_core_share",
    "stdout_bytes",
    "stderr_bytes",
]
NOTHING_SEEN = {
    "peak_method": "none",
    "samples": 0,
    "wrapper_peak_bytes": 28 * MIB,
    "stdout_head": "",
    "stderr_tail": "",
    "cgroup": {"kind": "none"} | dict.fromkeys(("anon_bytes", "shmem_bytes", "file_bytes", "kernel_bytes", "peak_bytes", "oom_kills")),
}
NO_LIMIT = dict.fromkeys(("limit_name", "limit_value", "limit_source"))


def measured(peak: int, n: int, times: tuple[float, float], primitive: str, randomness: random.Random) -> dict[str, Any]:
    """Measured fields of a run that went well. `times`: seconds to READY, seconds of sleep."""
    ready, sleep = times
    kernel = n * 22 * 1024 if primitive == "os-thread" else 2 * MIB
    cpu = 0.002 + ready * randomness.uniform(0.8, 1.6)
    wall = ready + sleep + 0.3 * ready
    return {
        "peak_bytes": peak,
        "peak_method": "hwm",
        "main_hwm_bytes": peak,
        "ru_maxrss_bytes": peak,
        "ru_floor_bytes": 10 * MIB,
        "tree_rss_sampled_bytes": peak - 4096,
        "peak_pss_bytes": peak - 2 * MIB if peak > 4 * MIB else peak,
        "peak_uss_bytes": peak - 2 * MIB if peak > 4 * MIB else peak,
        "plateau_rss_bytes": int(peak * 0.98),
        "footprint_bytes": peak + kernel,
        "cgroup": {
            "kind": "v2",
            "anon_bytes": peak,
            "shmem_bytes": 0,
            "file_bytes": 0,
            "kernel_bytes": kernel,
            "peak_bytes": peak + kernel,
            "oom_kills": 0,
        },
        "swap_bytes": 0,
        "page_table_bytes": MIB,
        "threads_peak": n + 1 if primitive == "os-thread" else 4,
        "processes_peak": 1,
        "processes": 1,
        "started_at": "2026-11-30T17:00:00Z",
        "wall_seconds": round(wall, 4),
        "ready_seconds": round(ready, 4),
        "done_seconds": round(wall - 0.01, 4),
        "cpu_user_seconds": round(cpu * 0.7, 6),
        "cpu_system_seconds": round(cpu * 0.3, 6),
        "ready_n": n,
        "ready_done": 0,
        "done_n": n,
        "exit_code": 0,
        "signal": None,
        "samples": 240,
        "longest_gap_seconds": 0.11,
        "wrapper_core_share": 0.006,
        "stdout_bytes": 24,
        "stdout_head": f"READY n={n} done=0\nDONE n={n}\n",
        "stderr_bytes": 0,
        "stderr_tail": "",
    }


def limit(name: str, value: float, source: str) -> dict[str, Any]:
    """What a record says of the limit that bound."""
    return {"limit_name": name, "limit_value": value, "limit_source": source}


def as_before(record: dict[str, Any]) -> dict[str, Any]:
    """The same record as it was written before records named their limit and their workload."""
    return {key: value for key, value in record.items() if key not in {*NO_LIMIT, "workload", "amount"}}


def attempt(record: dict[str, Any]) -> dict[str, Any]:
    """What a record keeps of one attempt."""
    keys = ("sleep_seconds", "verdict", "reason", "flags", "peak_bytes", "ready_seconds", "ready_done", "wall_seconds")
    return {key: record[key] for key in keys}


def cell_record(variant: str, n: int, repeat: int, seed: int = 1) -> dict[str, Any]:
    """One cell's record. Fails, is measured again and is missing where the real machine would do so."""
    label, language, primitive, toolchain, version, library, peaks, ready_at_million = VARIANTS[variant]
    randomness = random.Random(f"{seed}/{variant}/{n}/{repeat}")
    record: dict[str, Any] = {
        "schema_version": 1,
        "wrapper_version": "1.0",
        "variant": variant,
        "label": label,
        "language": language,
        "primitive": primitive,
        "n": n,
        "repeat": repeat,
        "workload": "sleep",
        "amount": SLEEP,
        "requested_sleep_seconds": 10.0,
        "sleep_seconds": 10.0,
        "tasks": n,
        "timeout_seconds": 310.0,
        "memory_limit_bytes": None,
        "verdict": "ok",
        "reason": "",
        **NO_LIMIT,
        "flags": [],
        "command": [f"results/synthetic/build/{variant}/program", str(n), "10"],
        "environment": {"PATH": "/usr/bin:/bin", "HOME": str(Path.home()), "LANG": "C.UTF-8"},
        "tags": {},
        "host": HOST,
        "toolchain": {
            "id": toolchain,
            "status": "found" if version else "missing",
            "version": version,
            "path": f"{Path.home()}/.tools/{toolchain}" if version else None,
            "folder": f"{Path.home()}/.tools" if version else None,
            "raw": f"{toolchain} {version}" if version else None,
            "libc": "glibc 2.36",
            "fallback": False,
            "reason": None if version else "not found",
            "hint": None,
        },
        "program": {
            "digest": f"sha256:{sum(map(ord, variant)) % 16**12:012x}" if version else None,
            "build_commands": [["build", variant]],
            "run": ["{build}/program"],
            "library": library.split()[0] if library else None,
            "library_version": library.split()[1] if library else None,
        },
        "attempts": [],
        **dict.fromkeys(MEASURED),
        **NOTHING_SEEN,
    }
    if version is None:
        what = "native-image" if "native" in variant else "GraalVM's java"
        return record | {"verdict": "toolchain_missing", "reason": f"no {what} found. Set GRAALVM_HOME, or leave it: the row says so"}
    if primitive == "os-thread" and n > 10_000:
        reason = f"{n:,} OS threads are more than the limit of 10,000 (os_thread_limit in the configuration)"
        return record | {"verdict": "unsupported", "reason": reason} | limit("os_thread_limit", 10_000, "configuration")
    peak = int(peaks[TASKS.index(n)] * MIB * randomness.uniform(0.98, 1.02)) // 4096 * 4096
    ready = max(0.01, ready_at_million * n / 1_000_000) * randomness.uniform(0.95, 1.1)
    record |= measured(peak, n, (ready, 10.0), primitive, randomness)
    fate = (variant, n, repeat)
    if fate == ("node-async", 1_000_000, 3):
        record |= {
            "verdict": "timeout",
            "reason": "still running after 300 s",
            "done_n": None,
            "done_seconds": None,
            "exit_code": None,
            "signal": 9,
            **limit("timeout_seconds", 310.0, "configuration"),
        }
    if fate == ("python-asyncio-gather", 1_000_000, 2):
        record |= {"flags": ["loaded_host", "series_missed_peak"]}
    if fate[:2] == ("java-graal-jit-virtual-threads", 1_000_000):
        record |= {
            "verdict": "oom",
            "reason": "killed by the kernel's out-of-memory killer at 23.1 GiB",
            "done_n": None,
            "done_seconds": None,
            "exit_code": None,
            "signal": 9,
            **limit("memory_total_bytes", HOST["memory_total_bytes"], "machine"),
        }
    if fate[:2] == ("elixir-tasks", 1_000_000):
        early = record | {
            "verdict": "not_concurrent",
            "reason": "647,324 of 1,000,000 had ended before the last began",
            "ready_done": 647_324,
        }
        record |= measured(peak, n, (ready, 30.0), primitive, randomness) | {"sleep_seconds": 30.0}
        return record | {"attempts": [attempt(early), attempt(record)]}
    return record | {"attempts": [attempt(record)]}


def series(record: dict[str, Any]) -> str:
    """Ramp, plateau and drain of a record, as the meter's series file."""
    ready, done, peak = record["ready_seconds"], record["done_seconds"] or record["wall_seconds"], record["peak_bytes"]
    lines, moment = ["seconds,resident_bytes,footprint_bytes,threads,processes"], 0.0
    while moment < record["wall_seconds"]:
        share = min(1.0, 0.1 + 0.9 * moment / ready) if moment < done else 0.4
        resident = int(peak * share)
        lines.append(f"{moment:.4f},{resident},{resident + 2 * MIB},{record['threads_peak']},1")
        moment += 0.02 if moment < ready + 1 or moment > done - 0.5 else 0.1
    return "\n".join(lines) + "\n"


def write_sweep(machine: Path, variants: tuple[str, ...] = tuple(VARIANTS), tasks: tuple[int, ...] = TASKS, repeats: int = 3) -> list[Path]:
    """Write every cell's record, and the series of those that ran. Returns the records' paths."""
    written = []
    for repeat in range(1, repeats + 1):
        for variant in variants:
            for n in tasks:
                record = cell_record(variant, n, repeat)
                path = machine / "runs" / variant / f"n={n}" / f"sleep={SLEEP}" / f"repeat={repeat}.json"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(json.dumps(record), encoding="utf-8")
                if record["wall_seconds"] is not None:
                    path.with_suffix(".series.csv").write_text(series(record), encoding="utf-8")
                written.append(path)
    return written


if __name__ == "__main__":
    print(len(write_sweep(Path(sys.argv[1]))), "records")
