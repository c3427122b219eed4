"""Draw one chart of a sweep from its tables, as .html (opens without network), .svg and .png."""

import argparse
from pathlib import Path

from charts.catalogue import NAMES, specification
from charts.files import write_chart
from charts.sweep import read_sweep
from command_line import run

CHECKOUT = Path(__file__).resolve().parent.parent


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


def main() -> int:
    """Read, draw, write."""
    options = arguments()
    sweep = read_sweep(options.tables)
    write_chart(specification(options.name, sweep, options.runs or options.tables.parent / "runs", options.reference), options.output_stem)
    return 0


if __name__ == "__main__":
    run(main)
