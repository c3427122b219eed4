"""Make the tables of a sweep: runs (one row a run), summary (one row a variant and N) and fits (one row a variant and kind of memory).

Each as CSV, Parquet and JSON; summary.md is for pasting, and datapackage.json describes every column.
Reads exactly the records that were asked for, and refuses to leave one out.
"""

import argparse
from pathlib import Path

from analysis.tables.columns import as_frame
from analysis.tables.planned_records import planned_cells
from analysis.tables.reading_parts import Place, read_parts, workers
from common.command_line import UserError, run
from common.folders import PROJECT
from programs.describing import load_programs
from workloads.options import add_workload_options, asked_workload


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machine-folder", type=Path, required=True, help="results/<machine>; the tables go to its tables/ folder")
    parser.add_argument("--variants", nargs="+", required=True, metavar="ID", help="for example go-goroutines")
    parser.add_argument("--tasks", nargs="+", type=int, required=True, metavar="N", help="numbers of tasks")
    parser.add_argument("--repeats", type=int, required=True, help="runs of each variant and N")
    add_workload_options(parser)
    return parser.parse_args()


def main() -> int:
    """Read, check, write."""
    options = arguments()
    if options.repeats < 1 or min(options.tasks) < 1:
        raise UserError("--repeats and --tasks: must be 1 or more")
    cells = planned_cells(options.variants, options.tasks, options.repeats, asked_workload(options))
    labels = {program.id: program.label for program in load_programs().values()}
    with workers(len(cells)) as apply:
        runs = as_frame(read_parts(apply, Place(options.machine_folder, PROJECT, Path.home(), labels), cells))
        # Only now: they are slow to import and start threads, and the processes that read do without them.
        from analysis.tables.mixture import refuse_mixture  # noqa: PLC0415
        from analysis.tables.writing import write_tables  # noqa: PLC0415

        refuse_mixture(runs)
        write_tables(options.machine_folder / "tables", runs, apply)
    return 0


if __name__ == "__main__":
    run(main)
