"""The machine a figure was measured on, as far as it can change the figure."""

import os
import platform
import re
import resource
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from meter import cgroup

LIMIT_NAMES = ("STACK", "NOFILE", "NPROC", "AS", "DATA", "MEMLOCK", "CORE")


def describe_host(program: str | None = None, environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Everything about this machine that a record keeps; bytes and seconds. `libc` is the program's where one is given."""
    memory = _memory_info()
    path = (environment or os.environ).get("PATH", os.defpath)
    executable = shutil.which(program, path=path) if program else None
    return {
        "hostname": socket.gethostname(),
        "kernel": platform.release(),
        "architecture": platform.machine(),
        "operating_system": _operating_system(),
        "libc": libc_of(executable) if executable else _own_libc(),
        "page_size_bytes": os.sysconf("SC_PAGE_SIZE"),
        "thp_enabled": _chosen("/sys/kernel/mm/transparent_hugepage/enabled"),
        "thp_defrag": _chosen("/sys/kernel/mm/transparent_hugepage/defrag"),
        "thp_shmem": _chosen("/sys/kernel/mm/transparent_hugepage/shmem_enabled"),
        "overcommit_memory": _number("/proc/sys/vm/overcommit_memory"),
        "swappiness": _number("/proc/sys/vm/swappiness"),
        "memory_total_bytes": memory.get("MemTotal"),
        "memory_available_bytes": memory.get("MemAvailable"),
        "swap_total_bytes": memory.get("SwapTotal"),
        "swap_free_bytes": memory.get("SwapFree"),
        "cpu_model": _cpu_model(),
        "cores_visible": len(os.sched_getaffinity(0)),
        "cores_total": os.cpu_count(),
        "cgroup_limits": _cgroup_limits(),
        "limits": {name.lower(): _limit(name) for name in LIMIT_NAMES},
        "threads_max": _number("/proc/sys/kernel/threads-max"),
        "pid_max": _number("/proc/sys/kernel/pid_max"),
        "max_map_count": _number("/proc/sys/vm/max_map_count"),
        "virtualisation": _virtualisation(),
        "uid": os.geteuid(),
        "slurm_job_id": os.environ.get("SLURM_JOB_ID"),
        "slurm_node": os.environ.get("SLURMD_NODENAME"),
        "load_before": load(),
        "pressure_before": pressure(),
        "busy_cores_before": None,
    }


def load() -> float | None:
    """Load average of the last minute."""
    try:
        return os.getloadavg()[0]
    except OSError:
        return None


def _busy_ticks() -> int:
    user, nice, system, _idle, _iowait, irq, softirq, steal = (int(word) for word in _text("/proc/stat").split("\n", 1)[0].split()[1:9])
    return user + nice + system + irq + softirq + steal


def busy_cores(seconds: float = 0.25) -> float | None:
    """Cores' worth of work that everybody does while we wait (proc(5), stat). The load average would still show the run before this one."""
    try:
        before, began = _busy_ticks(), time.monotonic()
        time.sleep(seconds)
        return round((_busy_ticks() - before) / os.sysconf("SC_CLK_TCK") / (time.monotonic() - began), 2)
    except (OSError, ValueError):
        return None


def pressure() -> dict[str, float] | None:
    """Share of the last ten seconds in which some task waited for cpu, memory or io. Percent; None where the kernel does not count it."""
    values = {}
    for name in ("cpu", "memory", "io"):
        match = re.search(r"some avg10=([\d.]+)", _text(f"/proc/pressure/{name}"))
        if match:
            values[name] = float(match[1])
    return values or None


def libc_of(executable: str) -> str:
    """The C library a program is linked with: "glibc 2.36", "musl 1.2.4", "static" or "unknown". Its own loader is asked."""
    try:
        return _libc(os.path.realpath(executable), 0)
    except (OSError, ValueError):
        return "unknown"


def _libc(executable: str, depth: int) -> str:
    with Path(executable).open("rb") as file:
        head = file.read(1 << 16)
    if head.startswith(b"#!") and depth < 4:
        words = head[2:].split(b"\n", 1)[0].decode(errors="replace").split()
        name = words[1] if len(words) > 1 and words[0].endswith("/env") else words[0]
        found = shutil.which(name)
        return _libc(os.path.realpath(found), depth + 1) if found else "unknown"
    if not head.startswith(b"\x7fELF"):
        return "unknown"
    match = re.search(rb"/[\w./-]*/?ld[\w.-]*\.so[.\d]*\x00", head)
    return _loader_version(match[0][:-1].decode()) if match else "static"


@cache
def _loader_version(loader: str) -> str:
    try:
        done = subprocess.run([loader, "--version"], stdin=subprocess.DEVNULL, capture_output=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    text = (done.stdout + done.stderr).decode(errors="replace")
    if match := re.search(r"musl.*?Version (\S+)", text, re.DOTALL):
        return f"musl {match[1]}"
    if match := re.search(r"(?:release version|\(.*?\)) (\d+\.\d+)", text):
        return f"glibc {match[1]}"
    return "unknown"


def _own_libc() -> str:
    name, version = platform.libc_ver()
    return f"{name} {version}".strip() or "unknown"


def _text(path: str) -> str:
    try:
        return Path(path).read_text(errors="replace")
    except OSError:
        return ""


def _number(path: str) -> int | None:
    text = _text(path).strip()
    return int(text) if text.lstrip("-").isdigit() else None


def _chosen(path: str) -> str | None:
    match = re.search(r"\[([\w+]+)\]", _text(path))
    return match[1] if match else None


def _memory_info() -> dict[str, int]:
    return {name: int(kib) * 1024 for name, kib in re.findall(r"^(\w+):\s+(\d+) kB", _text("/proc/meminfo"), re.MULTILINE)}


def _operating_system() -> str | None:
    match = re.search(r'^PRETTY_NAME="?([^"\n]+)', _text("/etc/os-release"), re.MULTILINE)
    return match[1] if match else None


def _cpu_model() -> str | None:
    return cpu_model_in(_text("/proc/cpuinfo")) or platform.processor() or None


def cpu_model_in(cpuinfo: str) -> str | None:
    """The processor's name in the text of /proc/cpuinfo. arm64 seldom has one: the board's, else who made it and which part it is."""
    match = re.search(r"^(?:model name|Model|Hardware)\s*:\s*(.+)$", cpuinfo, re.MULTILINE)
    if match:
        return match[1].strip()
    parts = dict(re.findall(r"^(CPU implementer|CPU part)\s*:\s*(\S+)$", cpuinfo, re.MULTILINE))
    return f"arm implementer {parts['CPU implementer']} part {parts['CPU part']}" if len(parts) == 2 else None


def _limit(name: str) -> list[int | None]:
    return limit_or_none(resource.getrlimit(getattr(resource, f"RLIMIT_{name}")))


def limit_or_none(limit: tuple[int, int]) -> list[int | None]:
    """Soft and hard limit; None is unlimited."""
    return [None if value == resource.RLIM_INFINITY else value for value in limit]


def _cgroup_limits() -> dict[str, int]:
    """Limits that the group of this process lays on memory, bytes, and on pids; those that are set."""
    mounts = cgroup.current_mounts()
    found = {}
    folders = {"memory.max": mounts.unified_own, "memory.high": mounts.unified_own, "pids.max": mounts.unified_own}
    for name, folder in (folders | {"memory.limit_in_bytes": mounts.memory_v1_own}).items():
        if folder is not None:
            value = _number(f"{folder}/{name}")
            if value is not None and value < cgroup.NO_LIMIT:
                found[name] = value
    return found


def _virtualisation() -> str:
    """wsl, container, vm or none, as far as it shows."""
    if "microsoft" in _text("/proc/version").lower():
        return "wsl"
    if Path("/.dockerenv").exists() or Path("/run/.containerenv").exists() or "container=" in _text("/proc/1/environ"):
        return "container"
    return "vm" if re.search(r"^flags.*\bhypervisor\b", _text("/proc/cpuinfo"), re.MULTILINE) else "none"
