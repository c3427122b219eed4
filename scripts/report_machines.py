"""Draw the chart of several machine classes (.html, .svg, .png) and write their page, from the tables that merge_machines.py made."""

import argparse
from pathlib import Path

import pandas as pd

from common.atomic_write import write_atomically
from common.command_line import UserError, run
from view.charts.chart_files import write_chart
from view.charts.machine_classes import specification
from view.merged.merged_page import machine_words, render, report_links


def main() -> int:
    """Read, draw, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="the folders that were merged; the page links to the report.html of each")
    parser.add_argument("--merged", type=Path, required=True, help="the folder with machine_classes.parquet and machine_ratios.parquet")
    options = parser.parse_args()
    try:
        classes, ratios = (pd.read_parquet(options.merged / f"machine_{name}.parquet") for name in ("classes", "ratios"))
    except (OSError, ValueError) as error:
        raise UserError(f"{options.merged}: no merged tables ({str(error).splitlines()[0]}). Make them: snakemake merge") from None
    chart, page = specification(classes, machine_words(classes)), options.merged / "report.html"
    write_chart(chart, options.merged / "charts" / "machine_classes")
    folders = {folder.resolve().name: folder for folder in options.folders}
    write_atomically(page, render(classes, ratios, chart, report_links(folders, page)))
    return 0


if __name__ == "__main__":
    run(main)
