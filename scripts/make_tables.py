"""Make the tables of a sweep: runs (one row a run), summary (one row a variant and N) and fits (one row a variant and kind of memory).

Each as CSV, Parquet and JSON; summary.md is for pasting, and datapackage.json describes every column.

Reads exactly the records that were asked for, and refuses to leave one out.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from command_line import UserError, run
from tables.cells import planned_cells, read_records
from tables.flatten import runs_table
from tables.mixture import refuse_mixture
from tables.writing import write_tables
from workflow.programs import load_programs
from workflow.versions import base_id, version_label

CHECKOUT = Path(__file__).resolve().parent.parent


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machine-folder", type=Path, required=True, help="results/<machine>; the tables go to its tables/ folder")
    parser.add_argument("--variants", nargs="+", required=True, metavar="ID", help="for example go-goroutines")
    parser.add_argument("--tasks", nargs="+", type=int, required=True, metavar="N", help="numbers of tasks")
    parser.add_argument("--repeats", type=int, required=True, help="runs of each variant and N")
    parser.add_argument("--sleep-seconds", type=float, required=True, help="the configured sleep")
    return parser.parse_args()


def label_now(record: Mapping[str, Any], labels: Mapping[str, str]) -> str:
    """The label as it is described now, by the program's id; the record's own where the program is gone."""
    label = labels.get(base_id(record["variant"]))
    return str(record["label"]) if label is None else version_label(label, record["variant"])


def main() -> int:
    """Read, check, write."""
    options = arguments()
    if options.repeats < 1 or min(options.tasks) < 1:
        raise UserError("--repeats and --tasks: must be 1 or more")
    cells = planned_cells(options.variants, options.tasks, options.repeats, f"{options.sleep_seconds:g}")
    labels = {program.id: program.label for program in load_programs().values()}
    records = read_records(options.machine_folder, cells)
    labelled = [{**record, "label": label_now(record, labels)} for record in records]
    runs = runs_table(labelled, checkout=CHECKOUT, home=Path.home())
    refuse_mixture(runs)
    write_tables(options.machine_folder / "tables", runs)
    return 0


if __name__ == "__main__":
    run(main)
