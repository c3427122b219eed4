"""Whether a program's first run, with nothing of it in the page cache, has another peak than the runs after it. After a sweep: make quick.

sudo .venv/bin/python benchmarks/warming.py [VARIANT ...]      root drops the page cache of the whole machine before each cold run
"""

import argparse
import json
import os
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "scripts"))

from common.units import mib  # noqa: E402
from meter.run import measure  # noqa: E402
from programs.running import Order, request_for  # noqa: E402
from records.cell import Cell  # noqa: E402

TASKS, SECONDS, RUNS = 10_000, "1", 5
DROP = Path("/proc/sys/vm/drop_caches")


def drop_caches() -> None:
    """Let the kernel forget every file that it holds."""
    os.sync()
    DROP.write_text("3")


def peaks(manifest: dict, folder: Path, *, cold: bool) -> list[int]:
    """Peaks of some runs that were ok, bytes; each cold one with nothing in the page cache."""
    found = []
    for _ in range(RUNS):
        if cold:
            drop_caches()
        cell = Cell(1, TASKS, manifest["variant"], "sleep", SECONDS)
        record = measure(request_for(manifest, TASKS, SECONDS, Order(cell, (), 120.0, None, None, folder / "series.csv")))
        found += [record["peak_bytes"]] if record["verdict"] == "ok" else []
    return found


def main() -> None:
    """Print a table: medians and ranges of cold and warm runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", help="default: every program that was built")
    wanted = parser.parse_args().variants
    os.chdir(PROJECT)
    manifests = [json.loads(path.read_text()) for path in sorted(PROJECT.glob("results/*/build/*/manifest.json"))]
    print(f"N = {TASKS:,}, {RUNS} runs each, MiB\n")
    print("| variant | cold, median [min to max] | warm, median [min to max] | medians |\n|---|---|---|---:|")
    with TemporaryDirectory() as folder:
        for manifest in manifests:
            if manifest["status"] == "built" and (not wanted or manifest["variant"] in wanted):
                measure(request_for(manifest, 1, "0", Order(Cell(1, 1, "x", "sleep", "0"), (), 120.0, None, None, Path(folder) / "s.csv")))
                cold, warm = (peaks(manifest, Path(folder), cold=kind) for kind in (True, False))
                shown = [f"{mib(median(values))} [{mib(min(values))} to {mib(max(values))}]" for values in (cold, warm)]
                print(f"| {manifest['variant']} | {' | '.join(shown)} | {median(cold) / median(warm):.4f} |", flush=True)


if __name__ == "__main__":
    main()
