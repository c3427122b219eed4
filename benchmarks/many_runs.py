"""How the tables, the charts and the page grow with the number of runs, on invented records; writes docs/speed.md.

While tuning one stage: python benchmarks/many_runs.py --records 10000 --stages charts --each-chart --keep FOLDER
(the records are made where FOLDER does not have them, else used again).
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(PROJECT / "scripts"), str(PROJECT / "tests")]

from many_records import repeats_for, values_of_tasks, write_many  # noqa: E402

from common.atomic_write import write_atomically  # noqa: E402
from meter.request import Request  # noqa: E402
from meter.run import measure  # noqa: E402
from synthetic_sweep import MIB, SLEEP, VARIANTS  # noqa: E402
from view.charts.catalogue import NAMES  # noqa: E402

STAGES = ("tables", "charts", "report")
GOAL_RECORDS, GOAL_SECONDS, GOAL_BYTES = 100_000, 20, 10**9


@dataclass(frozen=True, slots=True)
class Cost:
    """What one stage took: seconds of wall and CPU time, and the largest memory of all its processes together (bytes)."""

    stage: str
    records: int
    wall_seconds: float
    cpu_seconds: float
    peak_bytes: int


def commands(machine: Path, tasks: Sequence[int], repeats: int, *, each_chart: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each stage with its command: what the rules call."""
    script = {name: str(PROJECT / "scripts" / f"{name}.py") for name in ("make_tables", "draw_charts", "write_report")}
    selection = ["--variants", *VARIANTS, "--tasks", *map(str, tasks), "--repeats", str(repeats), "--sleep-seconds", SLEEP]
    yield "tables", (sys.executable, script["make_tables"], "--machine-folder", str(machine), *selection)
    charts = ("--output-folder", str(machine / "charts"), "--tables", str(machine / "tables"))
    for names in [[name] for name in NAMES] if each_chart else [NAMES]:
        yield f"charts ({names[0] if each_chart else len(names)})", (sys.executable, script["draw_charts"], *names, *charts)
    drawn = ("--charts", str(machine / "charts"), "--output", str(machine / "report.html"))
    yield "report", (sys.executable, script["write_report"], "--machine-folder", str(machine), *drawn)


def cost(stage: str, command: tuple[str, ...], records: int) -> Cost:
    """Measure one stage with the project's own meter. Exits where the stage fails."""
    environment = {"HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8"}
    found = measure(Request(command, environment=environment, working_directory=PROJECT))
    if found["verdict"] != "ok":
        sys.exit(f"{stage}: {found['verdict']}, {found['reason']}\n{found['stderr_tail']}")
    cpu = found["cpu_user_seconds"] + found["cpu_system_seconds"]
    print(
        f"{records:>9,} records  {stage:30} {found['wall_seconds']:7.1f} s  {cpu:7.1f} s CPU  {mib(found['peak_bytes']):>8} MiB", flush=True
    )
    return Cost(stage, records, found["wall_seconds"], cpu, found["peak_bytes"])


def costs(records: int, options: argparse.Namespace, folder: Path) -> list[Cost]:
    """Every wanted stage over so many records (a few more, so that all cells have the same number of repeats)."""
    tasks = values_of_tasks(options.values)
    repeats = repeats_for(records, len(tasks))
    machine = folder / f"{len(VARIANTS)} variants, {len(tasks)} N, {repeats} repeats"
    if not (machine / "runs").is_dir():
        write_many(machine, tasks, repeats)
    (machine / "charts").mkdir(exist_ok=True)
    count = len(VARIANTS) * len(tasks) * repeats
    stages = commands(machine, tasks, repeats, each_chart=options.each_chart)
    return [cost(stage, command, count) for stage, command in stages if stage.split()[0] in options.stages]


def mib(size: int) -> str:
    """Bytes as whole MiB."""
    return f"{size / MIB:,.0f}"


PAGE = """# How tables, charts and page grow

Written by `python benchmarks/many_runs.py`; do not edit by hand.
{date}, {cpu}, {cores} cores, kernel {kernel}, Python {python}.

Invented records, with every field of a real one: {variants} variants at {values} values of N, more and more repeats. Each stage is
the command that the rule of the workflow calls, measured with `scripts/measure.py`. Memory is the
largest sum over all processes of a stage at one instant. Goal: {goal_records:,} runs in {goal_seconds} s, under {goal_gb} GB, on two cores.

| runs | stage | wall | CPU | peak memory |
|---:|---|---:|---:|---:|
{rows}
"""


def document(found: Sequence[Cost], values: int, host: dict[str, object]) -> str:
    """The page docs/speed.md."""
    rows = []
    for records in dict.fromkeys(one.records for one in found):
        stages = [one for one in found if one.records == records]
        rows += [row(f"{records:,}", one.stage, one.wall_seconds, one.cpu_seconds, one.peak_bytes) for one in stages]
        totals = sum(one.wall_seconds for one in stages), sum(one.cpu_seconds for one in stages), max(one.peak_bytes for one in stages)
        rows.append(row(f"**{records:,}**", "**all**", *totals))
    return PAGE.format(
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        cpu=host["cpu_model"],
        cores=host["cores_visible"],
        kernel=host["kernel"],
        python=sys.version.split()[0],
        variants=len(VARIANTS),
        values=values,
        goal_records=GOAL_RECORDS,
        goal_seconds=GOAL_SECONDS,
        goal_gb=GOAL_BYTES // 10**9,
        rows="\n".join(rows),
    )


def row(records: str, stage: str, wall: float, cpu: float, peak: int) -> str:
    """One line of the table."""
    return f"| {records} | {stage} | {wall:.1f} s | {cpu:.1f} s | {mib(peak)} MiB |"


def main() -> None:
    """Make the records, run the stages, print, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, nargs="+", default=[1_000, 10_000, 100_000], help="default: 1000 10000 100000")
    parser.add_argument("--values", type=int, default=11, help="values of N; default: 11, as in config/full.yaml")
    parser.add_argument(
        "--stages", nargs="+", choices=STAGES, default=STAGES, help="default: all; the later ones read what the earlier wrote"
    )
    parser.add_argument("--each-chart", action="store_true", help="measure the charts one by one instead of all in one call")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the records and all that is made here, and use them again")
    parser.add_argument("--output", type=Path, help="the page to write, for example docs/speed.md; default: none")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="many runs ") as name:
        folder = options.keep or Path(name)
        found = [one for records in options.records for one in costs(records, options, folder)]
    if options.output:
        host = measure(Request(("true",)))["host"]
        planning = options.output.read_text(encoding="utf-8").partition("## Planning")[1:] if options.output.exists() else ()
        write_atomically(options.output, "\n".join([document(found, options.values, host), "".join(planning)]))  # of planning.py
        print(f"written: {options.output}", file=sys.stderr)


if __name__ == "__main__":
    main()
