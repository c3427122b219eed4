"""Compare measuring tools on programs whose memory is known, and write docs/measuring_tools.md. Ten minutes on an idle machine."""

import argparse
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "scripts"))

from targets import MIB, TARGETS, build, command, end_daemon, true_bytes  # noqa: E402
from tools import Tool, make_rivals, ours, rivals  # noqa: E402

from common.atomic_write import write_atomically  # noqa: E402
from meter.request import Request  # noqa: E402
from meter.run import measure  # noqa: E402

Values = dict[tuple[str, str], list[int | None]]
SHARE_SECONDS = 10.0


def is_right(value: int | None, truth: int) -> bool:
    """Within 0.3 % or 256 KiB."""
    return value is not None and abs(value - truth) <= max(0.003 * truth, 256 * 1024)


def compare(tools: Sequence[Tool], repeats: int, folder: Path) -> tuple[Values, dict[str, int]]:
    """Every tool on every target, one after the other, round by round."""
    truths = {target.name: true_bytes(target, folder) for target in TARGETS}
    values: Values = {}
    for repeat in range(repeats):
        for target in TARGETS:
            for tool in [Tool("measure.py", ours("footprint_bytes" if target.counts_footprint else "peak_bytes")), *tools]:
                value = tool.measure(command(target, folder), folder)
                end_daemon(folder)
                values.setdefault((target.name, tool.name), []).append(value)
                print(f"round {repeat + 1}  {target.name:12} {tool.name:24} {_mib(value)}", file=sys.stderr, flush=True)
    return values, truths


def operations(folder: Path, rounds: int) -> tuple[list[int], list[int]]:
    """How often a program maps, touches and unmaps 1 MiB in 3 s, alone and measured, interleaved."""
    program = (str(folder / "churn"), "3")
    alone, measured = [], []
    for _ in range(rounds):
        alone.append(int(subprocess.run(program, capture_output=True, text=True, check=True).stdout))
        measured.append(int(measure(Request(program, sample_interval_seconds=0.02))["stdout_head"]))
    return alone, measured


def shares(folder: Path, rounds: int) -> dict[str, list[float]]:
    """The meter's share of a core over 10 s: at a fixed 20 ms and 100 ms, and on its own schedule."""
    hold = (str(folder / "hold"), "100", str(SHARE_SECONDS))
    contract = (str(folder / "contract"), "ok", "10", str(SHARE_SECONDS))
    requests = {
        "every 20 ms": Request(hold, sample_interval_seconds=0.02),
        "every 100 ms": Request(hold, sample_interval_seconds=0.1),
        "its own schedule": Request(contract, tasks=10, sleep_seconds=SHARE_SECONDS),
    }
    found: dict[str, list[float]] = {name: [] for name in requests}
    for _ in range(rounds):
        for name, request in requests.items():
            found[name].append(measure(request)["wrapper_core_share"])
    return found


def tools_table(values: Values, truths: dict[str, int], names: Sequence[str]) -> list[str]:
    """One row a target: the truth, and each tool's median, struck out where not every run was right."""
    lines = ["| program | truth | " + " | ".join(names) + " |", "|---" * (len(names) + 2) + "|"]
    for target in TARGETS:
        cells = [_cell(values[target.name, name], truths[target.name]) for name in names]
        lines.append(f"| {target.meaning} | {_mib(truths[target.name])} | " + " | ".join(cells) + " |")
    right = [sum(_all_right(values[target.name, name], truths[target.name]) for target in TARGETS) for name in names]
    lines.append("| **right, of " + str(len(TARGETS)) + "** | | " + " | ".join(f"**{count}**" for count in right) + " |")
    return lines


def _all_right(values: Sequence[int | None], truth: int) -> bool:
    return all(is_right(value, truth) for value in values)


def _cell(values: Sequence[int | None], truth: int) -> str:
    seen = [value for value in values if value is not None]
    text = _mib(int(statistics.median(seen))) if seen else "no figure"
    return text if _all_right(values, truth) else f"~~{text}~~"


def _mib(value: int | None) -> str:
    return "no figure" if value is None else f"{value / MIB:,.2f}"


PAGE = """# Measuring tools side by side

Written by `python benchmarks/compare_tools.py`; do not edit by hand.
{date}, {cpu}, {cores} cores, kernel {kernel}, {system}, cgroup {cgroup}, load before {load:.2f}.

## Who is right

Peak memory in MiB, the median of {repeats} runs, the tools taking turns. Struck out: not every run lay within 0.3 % or 256 KiB
of the truth. The truth is the program's own high-water mark, read by itself at its end while nobody watched. For the daemon and
the memory file it is what the program was told to take, and half a MiB for itself. Sampling tools look each 100 ms and follow children.

{table}

`measure.py` reports its headline, and its footprint for the memory file, which is not resident in any process.

## What measuring costs

A program that maps, touches and unmaps 1 MiB as often as it can, alone and measured each 20 ms, {pairs} runs of 3 s each in turn:
{alone:,.0f} operations alone, {measured:,.0f} measured; ratio of the medians **{ratio:.3f}** (pair by pair {lowest:.3f} to {highest:.3f}).

CPU time of the meter, its supervisor with it, over runs of 10 s:

| sampling | mean share of one core | highest |
|---|---|---|
{shares}

The schedule is 20 ms while memory moves and 100 ms through the plateau.
"""


def document(parts: dict[str, Any], host: dict[str, Any], repeats: int) -> str:
    """The page docs/measuring_tools.md."""
    alone, measured = parts["operations"]
    ratios = [with_it / without for without, with_it in zip(alone, measured, strict=True)]
    return PAGE.format(
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        cpu=host["cpu_model"],
        cores=host["cores_visible"],
        kernel=host["kernel"],
        system=host["operating_system"],
        cgroup=host["cgroup_kind"],
        load=host["load_before"],
        repeats=repeats,
        table="\n".join(tools_table(parts["values"], parts["truths"], parts["names"])),
        pairs=len(alone),
        alone=statistics.median(alone),
        measured=statistics.median(measured),
        ratio=statistics.median(measured) / statistics.median(alone),
        lowest=min(ratios),
        highest=max(ratios),
        shares="\n".join(f"| {name} | {statistics.mean(found):.2%} | {max(found):.2%} |" for name, found in parts["shares"].items()),
    )


def main() -> None:
    """Run it all and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3, help="rounds over all tools and targets; default: 3")
    parser.add_argument("--rounds", type=int, default=6, help="pairs of the operations benchmark; default: 6")
    parser.add_argument("--output", type=Path, default=PROJECT / "docs" / "measuring_tools.md", help="the page to write")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="measuring tools ") as name:
        folder = Path(name)
        build(folder)
        tools = rivals(make_rivals(folder))
        host = measure(Request(("true",)))["host"]
        values, truths = compare(tools, arguments.repeats, folder)
        parts = {
            "values": values,
            "truths": truths,
            "names": ["measure.py", *(tool.name for tool in tools)],
            "operations": operations(folder, arguments.rounds),
            "shares": shares(folder, 3),
        }
    write_atomically(arguments.output, document(parts, host, arguments.repeats))
    print(f"written: {arguments.output}", file=sys.stderr)


if __name__ == "__main__":
    main()
