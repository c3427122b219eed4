"""Measuring tools, each as its users run it: a command in, bytes out."""

import json
import re
import shlex
import subprocess
import sys
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

MIB = 1024 * 1024
PROJECT = Path(__file__).resolve().parents[1]
RIVALS = ("memory_profiler==0.61.0", "psrecord==1.4", "psutil==7.0.0")
PSUTIL_LOOP = """
import subprocess, sys, time, psutil
program = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
peak, main = 0, psutil.Process(program.pid)
while program.poll() is None:
    total = 0
    try:
        for process in [main, *main.children(recursive=True)]:
            try:
                total += process.memory_info().rss
            except psutil.Error:
                pass
    except psutil.Error:
        pass
    peak = max(peak, total)
    time.sleep(0.1)
print(peak)
"""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool's name and how it measures a command in a folder. None: it gave no figure."""

    name: str
    measure: Callable[[Sequence[str], Path], int | None]


def run(command: Sequence[str], folder: Path) -> str:
    """Run a tool to its end; its standard output. Through a file: a daemon that a tool leaves behind would hold a pipe open."""
    with (folder / "stdout.txt").open("w+") as output:
        subprocess.run(command, cwd=folder, stdout=output, stderr=subprocess.DEVNULL, check=False, timeout=120)
        output.seek(0)
        return output.read()


def ours(field: str) -> Callable[[Sequence[str], Path], int | None]:
    """This project's meter; the field that a target is about."""

    def measure(command: Sequence[str], folder: Path) -> int | None:
        words = [sys.executable, str(PROJECT / "scripts" / "measure.py"), "--output", "record.json", "--", *command]
        run(words, folder)
        value = json.loads((folder / "record.json").read_text())[field]
        return None if value is None else int(value)

    return measure


def gnu_time(command: Sequence[str], folder: Path) -> int | None:
    """GNU time: the largest ru_maxrss."""
    run(["/usr/bin/time", "-f", "%M", "-o", "time.txt", *command], folder)
    lines = (folder / "time.txt").read_text().split()
    return int(lines[-1]) * 1024 if lines else None


def make_rivals(folder: Path) -> Path:
    """A throw-away environment with the rivals; the folder of its programs."""
    venv.create(folder / "rivals", with_pip=True)
    programs = folder / "rivals" / "bin"
    subprocess.run([str(programs / "python"), "-m", "pip", "install", "--quiet", "setuptools", *RIVALS], check=True)
    return programs


def psutil_loop(programs: Path) -> Callable[[Sequence[str], Path], int | None]:
    """What people write themselves: the summed RSS of the tree each 100 ms."""
    return lambda command, folder: int(run([str(programs / "python"), "-c", PSUTIL_LOOP, *command], folder) or 0) or None


def mprof(programs: Path) -> Callable[[Sequence[str], Path], int | None]:
    """memory_profiler's mprof, with children, each 100 ms."""

    def measure(command: Sequence[str], folder: Path) -> int | None:
        data = folder / "mprof.dat"
        data.unlink(missing_ok=True)
        run(
            [str(programs / "mprof"), "run", "--nopython", "--include-children", "--interval", "0.1", "--output", str(data), *command],
            folder,
        )
        values = re.findall(r"^MEM ([\d.]+)", data.read_text() if data.exists() else "", re.MULTILINE)
        return int(max(map(float, values)) * MIB) if values else None

    return measure


def psrecord(programs: Path) -> Callable[[Sequence[str], Path], int | None]:
    """psrecord, with children, each 100 ms."""

    def measure(command: Sequence[str], folder: Path) -> int | None:
        log = folder / "psrecord.txt"
        log.unlink(missing_ok=True)
        run([str(programs / "psrecord"), shlex.join(command), "--log", str(log), "--interval", "0.1", "--include-children"], folder)
        rows = [line.split() for line in (log.read_text() if log.exists() else "").splitlines() if line and not line.startswith("#")]
        return int(max(float(row[2]) for row in rows) * MIB) if rows else None

    return measure


def snakemake_benchmark(command: Sequence[str], folder: Path) -> int | None:
    """Snakemake's `benchmark:`: its max_rss column."""
    work = folder / "workflow"
    work.mkdir(exist_ok=True)
    table = work / "benchmark.tsv"
    table.unlink(missing_ok=True)
    shell = json.dumps(shlex.join(command).replace("{", "{{").replace("}", "}}"))
    (work / "Snakefile").write_text(f'rule all:\n    benchmark: "benchmark.tsv"\n    shell: {shell}\n')
    run(
        [
            sys.executable,
            "-m",
            "snakemake",
            "--cores",
            "1",
            "--forceall",
            "--quiet",
            "all",
            "--directory",
            str(work),
            "--snakefile",
            str(work / "Snakefile"),
        ],
        work,
    )
    if not table.exists():
        return None
    header, row = (line.split("\t") for line in table.read_text().splitlines()[:2])
    value = dict(zip(header, row, strict=True))["max_rss"]
    return int(float(value) * MIB) if re.fullmatch(r"[\d.]+", value) and float(value) > 0 else None


def rivals(programs: Path) -> list[Tool]:
    """Every tool but ours."""
    return [
        Tool("GNU time", gnu_time),
        Tool("psutil, 100 ms", psutil_loop(programs)),
        Tool("mprof", mprof(programs)),
        Tool("psrecord", psrecord(programs)),
        Tool("Snakemake `benchmark:`", snakemake_benchmark),
    ]
