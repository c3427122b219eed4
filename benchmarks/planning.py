"""What a plan costs: 10,000 cells from nothing, and a start at which nothing is to be done; writes its part of docs/speed.md.

    python benchmarks/planning.py                    # this checkout, beside the figures in docs/speed.md
    python benchmarks/planning.py --checkout FOLDER  # another one, such as that of an earlier commit; prints only

Works in a copy of the checkout, which has no results. Nothing is measured: what a finished sweep would have are empty files there.
"""

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
COPIED = ("Snakefile", "rules", "scripts", "config", "profiles", "envs", "programs")
MANY = "tasks: [1, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]\nrepeats: 50\nmachine: here\n"
HEADING = "## Planning"
OUTPUT = re.compile(r"^    output: (.*)$", re.MULTILINE)


# In a process of its own each time: the kernel keeps the largest of all children of a process.
STOPWATCH = """\
import resource, subprocess, sys, time
begun = time.monotonic()
subprocess.run(sys.argv[1:], capture_output=True, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.monotonic() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


# What nothing of ours can be faster than: a workflow of one rule that is done, and the tools being asked what they are.
ONE_RULE = 'rule all:\n    output: "done"\n    shell: "touch {output}"\n'
TOOLS = """\
import sys, time
sys.path.insert(0, "scripts")
from programs.describing import collect_toolchains, load_programs
from toolchains.finding import find_all
known = collect_toolchains(load_programs())
begun = time.monotonic()
find_all(known)
print(time.monotonic() - begun)
"""


def snakemake(folder: Path, *arguments: str) -> str:
    """What Snakemake says in a copy."""
    command = [sys.executable, "-m", "snakemake", "--cores", "1", *arguments]
    finished = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return finished.stdout + finished.stderr


def cost(folder: Path, *arguments: str) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds and MiB at the peak of one start of Snakemake."""
    command = [sys.executable, "-c", STOPWATCH, sys.executable, "-m", "snakemake", *arguments]
    wall, cpu, peak = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.split()
    return float(wall), float(cpu), float(peak)


def copy_of(checkout: Path, folder: Path) -> Path:
    """The parts of a checkout that a plan is made from, and nothing else."""
    for name in COPIED:
        source = checkout / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, folder / name)
    (folder / "many.yaml").write_text(MANY)
    return folder


def pretend_finished(folder: Path, *options: str) -> None:
    """Let every output be there, as an empty document, and be accepted as it is. Exits where something is still to be done."""
    planned = snakemake(folder, "--dry-run", "--quiet", "host", *options)
    for listed in OUTPUT.findall(planned):
        for name in listed.split(", "):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("{}\n")
    snakemake(folder, "--touch", *options)
    if "Nothing to be done" not in snakemake(folder, *options):
        sys.exit("the copy is not finished: something is still to be done in it")


def least(folder: Path, pairs: int) -> tuple[float, float]:
    """Nothing to do in a workflow of one rule, over `snakemake --version`; and the seconds in which all tools answer, side by side."""
    alone = folder / "one_rule"
    alone.mkdir()
    (alone / "Snakefile").write_text(ONE_RULE)
    snakemake(alone)
    ratios = [cost(alone, "--cores", "1")[0] / cost(alone, "--version")[0] for _ in range(pairs)]
    asked = [subprocess.run([sys.executable, "-c", TOOLS], cwd=folder, capture_output=True, text=True, check=True) for _ in range(pairs)]
    return statistics.median(ratios), statistics.median(float(each.stdout) for each in asked)


Figures = tuple[float, float, float, float, float]


def figures(checkout: Path, pairs: int) -> Figures:
    """CPU seconds and MiB of planning 10,000 cells (medians of three); nothing to do, over `snakemake --version`; least()."""
    with tempfile.TemporaryDirectory(prefix="planning-") as temporary:
        folder = copy_of(checkout, Path(temporary))
        planned = [cost(folder, "--dry-run", "--cores", "1", "--configfile", "many.yaml") for _ in range(3)]
        quick = ("--configfile", "config/quick.yaml")
        pretend_finished(folder, *quick)
        ratios = [cost(folder, "--cores", "1", *quick)[0] / cost(folder, "--version")[0] for _ in range(pairs)]
        floor = least(folder, pairs)
    cpu, peak = (statistics.median(each[place] for each in planned) for place in (1, 2))
    return cpu, peak, statistics.median(ratios), *floor


def row(name: str, found: Figures) -> str:
    """A line of the table."""
    return f"| {name} | {found[0]:.1f} s | {found[1]:.0f} MiB | {found[2]:.2f} |"


def part(rows: list[str], found: Figures) -> str:
    """The part of docs/speed.md."""
    return "\n".join(
        [
            HEADING,
            "",
            "Written by `python benchmarks/planning.py`: a dry run of 10,000 cells of which none is there (20 variants, 10 values of N,",
            "50 repeats; goal: 12 s of CPU, 300 MiB); and the wall time of the quick preset at which nothing is to be done over that of",
            "`snakemake --version`, in turn (goal: 1.4). On a machine on which others work.",
            "",
            "| | CPU | peak memory | nothing to do / `--version` |",
            "|---|---:|---:|---:|",
            *rows,
            "",
            f"A workflow of one rule that is done takes {found[3]:.2f} times `--version`: nothing of ours can be faster. Beside it",
            "each start asks the tools what they are, as an upgrade must be seen at once, while Snakemake reads the rules: all have",
            f"answered after {found[4]:.2f} s.",
            "",
        ]
    )


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkout", type=Path, default=PROJECT, help="measure another checkout, and only print")
    parser.add_argument("--pairs", type=int, default=9, help="starts of each kind for the ratio (default: 9)")
    options = parser.parse_args()
    found = figures(options.checkout.resolve(), options.pairs)
    print(row(str(options.checkout), found))
    if options.checkout == PROJECT:
        speed = PROJECT / "docs" / "speed.md"
        others, _, own = speed.read_text(encoding="utf-8").partition(f"{HEADING}\n")
        before = [line for line in own.splitlines() if line.startswith("| before")]
        speed.write_text(f"{others.rstrip()}\n\n{part([*before, row('now', found)], found)}", encoding="utf-8")


if __name__ == "__main__":
    main()
