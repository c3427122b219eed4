"""Draw the charts of a sweep from its tables: each as .html (opens without network), .svg, .png and .vl.json (its Vega-Lite specification).

Two workers draw them at the same time. One process for each chart would take longer to import the libraries than to draw.
"""

import argparse
from functools import cache
from pathlib import Path
from typing import Any

from common.atomic_write import write_atomically
from common.command_line import run
from common.folders import PUBLISHED
from common.workers import worker_pool
from view.charts.catalogue import NAMES, specification
from view.charts.chart_files import RUNTIME, runtime, write_page, write_pictures, write_specification
from view.charts.sweep_tables import RUN_COLUMNS, Sweep, read_sweep

WORKERS = 2


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", default=NAMES, help=f"default: all of {', '.join(NAMES)}")
    parser.add_argument("--tables", type=Path, required=True, help="folder with runs.parquet, summary.csv and fits.parquet")
    parser.add_argument(
        "--runs", type=Path, help="folder with the records and their series (memory_over_time); default: runs/ beside the tables"
    )
    parser.add_argument("--reference", type=Path, default=PUBLISHED, help="published figures (published_figures)")
    parser.add_argument("--output-folder", type=Path, required=True, help=f"gets NAME.html, .svg, .png and .vl.json, and {RUNTIME}")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in NAMES]:
        parser.error(f"no chart is called {', '.join(unknown)}; there are {', '.join(NAMES)}")
    return options


def draw(name: str, tables: Path, runs: Path, reference: Path, stem: Path) -> dict[str, Any]:
    """In a worker: one chart's pictures, and its specification, which is returned."""
    chart = specification(name, sweep_of(tables), runs, reference)
    write_pictures(chart, stem)
    write_specification(chart, stem)
    return chart


@cache
def sweep_of(tables: Path) -> Sweep:
    """The tables, read once in each worker."""
    return read_sweep(tables, RUN_COLUMNS)


def main() -> int:
    """Draw and write."""
    options = arguments()
    folder = options.output_folder
    folder.mkdir(parents=True, exist_ok=True)
    with worker_pool(WORKERS) as pool:
        runs = options.runs or options.tables.parent / "runs"
        script = pool.submit(runtime)
        drawn = {name: pool.submit(draw, name, options.tables, runs, options.reference, folder / name) for name in options.names}
        for name, chart in drawn.items():
            write_page(chart.result(), folder / name, script.result())
        write_atomically(folder / RUNTIME, script.result())
    return 0


if __name__ == "__main__":
    run(main)
