"""Our programs beside those of the posts: the same meter, the same toolchain and libraries, in turn. See --help.

.venv/bin/python benchmarks/published_programs.py                          (all: half an hour on an idle machine)
.venv/bin/python benchmarks/published_programs.py go-goroutines --runs 5 --results there.json
.venv/bin/python benchmarks/published_programs.py --runs 0 --results there.json --write

A published program says nothing of its tasks, so that only its peak is read: that all its tasks were alive at once is proven of ours alone.
"""

import argparse
import json
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "scripts"))

from common.atomic_write import write_atomically  # noqa: E402
from common.command_line import UserError, run  # noqa: E402
from meter.request import Request  # noqa: E402
from meter.run import measure  # noqa: E402
from programs.building import build_program  # noqa: E402
from programs.describing import Program, collect_toolchains, load_programs  # noqa: E402
from toolchains.finding import Found, find_all  # noqa: E402

PUBLISHED = PROJECT / "benchmarks" / "published"
PAGE = PROJECT / "docs" / "published_programs.md"
MIB = 1 << 20
SLEEP_SECONDS = 10.0
GOAL = 1.02
MILLION = 1_000_000
THREADS = 10_000
# Ours alone: left out where the published source is built. Java's is named by a build command, and its class is never loaded.
CONTRACTS = {"contract.rs", "contract.go", "Contract.cs", "contract.js", "contract.py"}

NOT_YET = {"reason": "not yet"}

ASYNC_STD_BLOCK = (
    "the published task is the bare sleep, 112 bytes. Ours is a block around it that counts: with the pause that it captures (16 bytes) "
    "and its state (8) the allocation of a task grows from 216 to 240 bytes, for which glibc's malloc takes 256 instead of 224: 30.5 MiB "
    "for a million. It is what counting inside the task costs; tokio, which aligns its tasks, allocates 256 bytes with either."
)

GATHER_LEVELS = (
    "the peak comes when the tasks wake, and has levels: about 1,306 MiB, and up to 80 more where other work slows the program "
    "(runs of 37 to 50 s instead of 30): one run of the published program too, three of ours. "
    "Our guess, untested, is that more timers are then due in "
    "one turn of the event loop. Runs of about 30 s differ by less than 0.1 %."
)
ELIXIR_TASKS = "with 100,000 tasks: of a million, many of ours have ended after 10 s before the last has begun."

POST_2023 = "2023"
POST_2024 = "2024"
TAKE_2 = "2024, Take 2"


@dataclass(frozen=True, slots=True)
class Pair:
    """One of our variants and the published program (a folder of benchmarks/published) that it is held against."""

    variant: str
    published: str
    origin: str
    tasks: int = MILLION
    remark: str = ""  # why ours takes more, or what is unusual about the figures

    @property
    def key(self) -> str:
        """What its runs are kept under."""
        return f"{self.variant} {self.published}"


PAIRS = (
    Pair("python-asyncio-gather", "python/asyncio-gather", TAKE_2, remark=GATHER_LEVELS),
    Pair("rust-tokio", "rust/tokio", TAKE_2),
    Pair("go-goroutines", "go/goroutines", TAKE_2),
    Pair("node-promises", "node/promises", TAKE_2),
    Pair("rust-tokio-join-all", "rust/tokio-join-all", TAKE_2),
    Pair("rust-async-std", "rust/async-std", TAKE_2, remark=ASYNC_STD_BLOCK),
    Pair("csharp-task-delay", "csharp/task-delay", TAKE_2),
    Pair("java-virtual-threads", "java/virtual-threads", TAKE_2),
    Pair("node-async", "node/async", POST_2023),
    Pair("csharp-task-run", "csharp/task-run", POST_2023),
    Pair("rust-async-std-join-all", "rust/async-std-join-all", POST_2024),
    Pair("rust-threads", "rust/threads", POST_2023, THREADS),
    Pair("java-threads", "java/threads", POST_2023, THREADS),
    Pair("csharp-nativeaot-task-delay", "csharp/task-delay", TAKE_2),
    Pair("csharp-nativeaot-task-run", "csharp/task-run", POST_2023),
    Pair("elixir-tasks", "elixir/tasks", POST_2023, 100_000, ELIXIR_TASKS),
    Pair("python-asyncio", "python/asyncio", POST_2023),
    Pair("java-graalvm-virtual-threads", "java/virtual-threads", TAKE_2),
    Pair("java-graal-jit-virtual-threads", "java/virtual-threads", TAKE_2),
    Pair("java-graalvm-native-image", "java/virtual-threads", TAKE_2),
)


def published_program(program: Program, pair: Pair, folder: Path) -> Program:
    """Our program with the published source laid over its own: the same lock files and commands, so that only the program differs."""
    language = shutil.copytree(program.language_folder, folder, ignore=shutil.ignore_patterns(*CONTRACTS, "__pycache__"))
    source = language / program.source.relative_to(program.language_folder)
    shutil.copytree(PUBLISHED / pair.published, source, dirs_exist_ok=True)
    return replace(program, folder=language / program.folder.name, source=source)


def build_both(program: Program, found: Found, pair: Pair, folder: Path) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The manifests of ours and of the published program."""
    theirs = published_program(program, pair, folder / program.language_folder.name)
    return build_program(program, found, folder / "ours"), build_program(theirs, found, folder / "theirs")


def request(manifest: Mapping[str, Any], tasks: int, seconds: float | None) -> Request:
    """A run of a built program; without `seconds` it is one that is told N alone and keeps no contract."""
    ours: dict[str, Any] = {"tasks": tasks, "sleep_seconds": seconds, "primitive": manifest["primitive"]} if seconds is not None else {}
    return Request(
        command=(*manifest["program"]["run"], str(tasks), *([] if seconds is None else [f"{seconds:g}"])),
        timeout_seconds=300.0,
        environment=manifest["environment"],
        path=manifest["path"],
        mappings_per_thread=manifest["mappings_per_thread"],
        working_directory=PROJECT,
        **ours,
    )


def peak_of(record: Mapping[str, Any], name: str) -> int:
    """The run's peak. A run that failed is no figure."""
    if record["verdict"] != "ok" or record["peak_bytes"] is None:
        raise UserError(f"{name}: {record['verdict']}: {record['reason']}")
    print(f"{name}: {record['peak_bytes'] / MIB:,.1f} MiB in {record['wall_seconds']:.1f} s", file=sys.stderr, flush=True)
    return int(record["peak_bytes"])


def in_turn(pair: Pair, ours: Mapping[str, Any], theirs: Mapping[str, Any], runs: int) -> Iterator[tuple[int, int]]:
    """Peaks of ours and of the published program, A B A B, after one short run that warms the caches for both."""
    measure(request(ours, 1, 0.0))
    for number in range(1, runs + 1):
        name = f"{pair.variant} {number}/{runs}"
        yield (
            peak_of(measure(request(ours, pair.tasks, SLEEP_SECONDS)), f"{name} ours"),
            peak_of(measure(request(theirs, pair.tasks, None)), f"{name} published"),
        )


def measure_pair(pair: Pair, program: Program, found: Found, runs: int) -> dict[str, Any]:
    """Both peaks of every run, and what they were measured with."""
    with tempfile.TemporaryDirectory(prefix="published programs ") as name:
        ours, theirs = build_both(program, found, pair, Path(name))
        peaks = list(in_turn(pair, ours, theirs, runs))
    library = f"{program.library} {ours['program']['library_version']}" if program.library else ""
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "tasks": pair.tasks,
        "ours": [peak for peak, _ in peaks],
        "theirs": [peak for _, peak in peaks],
        "versions": ", ".join(part for part in (f"{program.language} {found.version}", library) if part),
    }


def added(before: Mapping[str, Any] | None, result: Mapping[str, Any]) -> dict[str, Any]:
    """The runs of before and the new ones, as long as they were measured with the same."""
    same = before is not None and all(before.get(name) == result[name] for name in ("tasks", "versions"))
    return {**result, **{name: [*before[name], *result[name]] for name in ("ours", "theirs")}} if before and same else dict(result)


def ratio_of(result: Mapping[str, Any]) -> float:
    """Ours over theirs, medians."""
    return statistics.median(result["ours"]) / statistics.median(result["theirs"])


def peaks_in_words(peaks: Sequence[int]) -> str:
    """The median and, of several, the range. MiB."""
    middle, *rest = (f"{value / MIB:,.1f}" for value in (statistics.median(peaks), min(peaks), max(peaks)))
    return middle if len(peaks) == 1 else f"{middle} ({rest[0]} to {rest[1]})"


def row(pair: Pair, result: Mapping[str, Any]) -> str:
    """One line of the table."""
    if "reason" in result:
        return f"| {pair.variant} | {pair.origin} | {pair.tasks:,} | not measured: {result['reason']} | | | | |"
    ratio = f"{ratio_of(result):.3f}"
    peaks = f"{peaks_in_words(result['ours'])} | {peaks_in_words(result['theirs'])}"
    bold = f"**{ratio}**" if ratio_of(result) > GOAL else ratio
    return f"| {pair.variant} | {pair.origin} | {result['tasks']:,} | {peaks} | {bold} | {len(result['ours'])} | {result['versions']} |"


def remarks(results: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """What is to be said of a pair: why ours takes more, for each that is beyond the goal."""
    measured = [pair for pair in PAIRS if "ours" in results.get(pair.key, {})]
    told = [pair for pair in measured if pair.remark or ratio_of(results[pair.key]) > GOAL]
    return [f"* **{pair.variant}**: {pair.remark or 'not explained yet.'}" for pair in told]


TEXT = """# Ours beside the published programs

Written by `python benchmarks/published_programs.py --write`; do not edit by hand.
{date}, {cpu}, {cores} cores, kernel {kernel}, {system}.

Peak memory in MiB, the median (and range) of the runs. Ours and the published program took turns under the same meter with the same
toolchain, the same locked libraries and the same environment, 10 s of sleep each. The published programs are
[written anew](../benchmarks/published/README.md) in the form of the post that is named. The goal is a ratio of {goal} at most.

**Only ours carries a proof.** A published program says nothing of its tasks, so that its peak alone is read: whether all its tasks
were alive at once is not known. Durations depend on what else the machine does, and none is given.

| ours | post | N | ours, MiB | published, MiB | ratio | runs | with |
|---|---|--:|--:|--:|--:|--:|---|
{rows}

{measured} of {all} variants measured on this machine, {reached} within the goal.

{remarks}
"""


def document(results: Mapping[str, Mapping[str, Any]], host: Mapping[str, Any]) -> str:
    """The page docs/published_programs.md."""
    known = [(pair, results.get(pair.key, NOT_YET)) for pair in PAIRS]
    ratios = [ratio_of(result) for _, result in known if "ours" in result]
    return TEXT.format(
        date=max((result["date"] for _, result in known if "date" in result), default="not measured"),
        cpu=host["cpu_model"],
        cores=host["cores_visible"],
        kernel=host["kernel"],
        system=host["operating_system"],
        goal=GOAL,
        rows="\n".join(row(pair, result) for pair, result in known),
        measured=len(ratios),
        all=len(PAIRS),
        reached=sum(ratio <= GOAL for ratio in ratios),
        remarks="\n".join(remarks(results)),
    )


def chosen(words: Sequence[str]) -> list[Pair]:
    """The pairs of these variants; all for none."""
    unknown = set(words) - {pair.variant for pair in PAIRS}
    if unknown:
        raise UserError(f"{', '.join(sorted(unknown))}: no such pair; there are {', '.join(pair.variant for pair in PAIRS)}")
    return [pair for pair in PAIRS if not words or pair.variant in words]


def main() -> int:
    """Measure the pairs, keep the figures, and write the page if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="our variants to hold against theirs; default: all")
    parser.add_argument("--runs", type=int, default=3, help="runs of each program, in turn; 0 measures nothing; default: 3")
    parser.add_argument("--results", type=Path, help="keep the figures here (JSON); runs are added to those that are there")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(PROJECT)}")
    arguments = parser.parse_args()
    kept = arguments.results is not None and arguments.results.exists()
    results: dict[str, Any] = json.loads(arguments.results.read_text()) if kept else {}
    programs = load_programs()
    found = find_all(collect_toolchains(programs))
    for pair in chosen(arguments.variants) if arguments.runs else []:
        program = programs[pair.variant]
        tool = found[program.toolchain.id]
        if tool.status == "missing":
            results[pair.key] = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "reason": tool.reason}
        else:
            results[pair.key] = added(results.get(pair.key), measure_pair(pair, program, tool, arguments.runs))
        if arguments.results is not None:
            write_atomically(arguments.results, json.dumps(results, indent=1) + "\n")
    if arguments.write:
        write_atomically(PAGE, document(results, measure(Request(("true",)))["host"]))
    print("\n".join(row(pair, results[pair.key]) for pair in PAIRS if pair.key in results))
    return 0


if __name__ == "__main__":
    run(main)
