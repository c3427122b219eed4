"""Draw one chart of a sweep from its tables, as .html (opens without network), .svg and .png."""

import argparse
from pathlib import Path
from typing import Any

from charts import memory_against_tasks, memory_over_time, peak_by_tasks, published_figures, wall_and_cpu_time
from charts.files import write_chart
from charts.sweep import read_sweep
from command_line import UserError, run

CHECKOUT = Path(__file__).resolve().parent.parent
NAMES = ("peak_by_tasks", "memory_against_tasks", "memory_over_time", "wall_and_cpu_time", "published_figures")


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("--tables", type=Path, required=True, help="folder with runs.parquet and summary.csv")
    parser.add_argument(
        "--runs", type=Path, help="folder with the records and their series (memory_over_time); default: runs/ beside the tables"
    )
    parser.add_argument(
        "--reference", type=Path, default=CHECKOUT / "config/reference/published_results.csv", help="published figures (published_figures)"
    )
    parser.add_argument("--output-stem", type=Path, required=True, help="path without ending; .html, .svg and .png are added")
    return parser.parse_args()


def specification(options: argparse.Namespace) -> dict[str, Any]:
    """Vega-Lite specification of the chart that was asked for."""
    sweep = read_sweep(options.tables)
    match options.name:
        case "peak_by_tasks":
            return peak_by_tasks.specification(sweep)
        case "memory_against_tasks":
            return memory_against_tasks.specification(sweep)
        case "memory_over_time":
            return memory_over_time.specification(sweep, options.runs or options.tables.parent / "runs")
        case "wall_and_cpu_time":
            return wall_and_cpu_time.specification(sweep)
        case "published_figures":
            return published_figures.specification(sweep, options.reference)
    raise UserError(f"{options.name}: no such chart. There are: {', '.join(NAMES)}")


def main() -> int:
    """Read, draw, write."""
    options = arguments()
    write_chart(specification(options), options.output_stem)
    return 0


if __name__ == "__main__":
    run(main)
