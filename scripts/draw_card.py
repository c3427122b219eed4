"""Draw the card of a sweep: one picture of 1200 x 630 pixels with its headline, card.png in the machine's folder."""

import argparse
from pathlib import Path

import vl_convert

from common.atomic_write import write_atomically
from common.command_line import UserError, run
from common.folders import PROJECT
from view.charts.card import specification
from view.charts.png import packed
from view.charts.sweep_tables import read_sweep

RESULTS = PROJECT / "results"


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machine-folder", type=Path, nargs="*", help="results/<machine>, with tables/ in it; default: all below results/")
    return parser.parse_args()


def measured_machines(results: Path) -> list[Path]:
    """The folders of machines that have tables. UserError where there is none."""
    found = sorted(tables.parents[1] for tables in results.glob("*/tables/runs.parquet"))
    if not found:
        raise UserError("nothing has been measured here yet, so that there is nothing to draw. First: make run (or make quick)")
    return found


def main() -> int:
    """Read, draw, write."""
    for machine in arguments().machine_folder or measured_machines(RESULTS):
        picture = machine / "card.png"
        write_atomically(
            picture, packed(vl_convert.svg_to_png(vl_convert.vegalite_to_svg(specification(read_sweep(machine / "tables"))), scale=1))
        )
        print(picture)
    return 0


if __name__ == "__main__":
    run(main)
