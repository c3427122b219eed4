"""Write the report page of a sweep: one self-contained HTML file from its tables, with the same charts that draw_charts.py draws."""

import argparse
from pathlib import Path

from common.atomic_write import write_atomically
from common.command_line import run
from common.folders import PUBLISHED
from view.charts.sweep_tables import read_sweep
from view.report.page import render


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machine-folder", type=Path, required=True, help="results/<machine>, with tables/ and runs/ in it")
    parser.add_argument("--reference", type=Path, default=PUBLISHED, help="published figures")
    parser.add_argument(
        "--charts",
        type=Path,
        help="folder with the charts that draw_charts.py drew from these tables, taken as they are; default: made anew",
    )
    parser.add_argument("--output", type=Path, required=True, help="the page to write")
    return parser.parse_args()


def main() -> int:
    """Read, render, write."""
    options = arguments()
    sweep = read_sweep(options.machine_folder / "tables")
    write_atomically(options.output, render(sweep, options.machine_folder, options.reference, options.charts))
    return 0


if __name__ == "__main__":
    run(main)
