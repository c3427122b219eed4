"""Make the tables of a sweep: runs.csv and runs.parquet (one row a run), summary.csv (one row a variant and N).

Reads exactly the records that were asked for, and refuses to leave one out.
"""

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from command_line import UserError, run
from tables.cells import planned_cells, read_records
from tables.flatten import runs_table
from tables.mixture import refuse_mixture
from tables.summary import summary_table

CHECKOUT = Path(__file__).resolve().parent.parent


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machine-folder", type=Path, required=True, help="results/<machine>; the tables go to its tables/ folder")
    parser.add_argument("--variants", nargs="+", required=True, metavar="ID", help="for example go-goroutines")
    parser.add_argument("--tasks", nargs="+", type=int, required=True, metavar="N", help="numbers of tasks")
    parser.add_argument("--repeats", type=int, required=True, help="runs of each variant and N")
    parser.add_argument("--sleep-seconds", required=True, help="the configured sleep, as it is written in the records' paths")
    return parser.parse_args()


def replace(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` fill a file beside `path`, then rename it: a reader sees the old table or the new one, never a part."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    try:
        write(Path(name))
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def main() -> int:
    """Read, check, write."""
    options = arguments()
    if options.repeats < 1 or min(options.tasks) < 1:
        raise UserError("--repeats and --tasks: must be 1 or more")
    cells = planned_cells(options.variants, options.tasks, options.repeats, options.sleep_seconds)
    runs = runs_table(read_records(options.machine_folder, cells), checkout=CHECKOUT, home=Path.home())
    refuse_mixture(runs)
    summary = summary_table(runs)
    folder = options.machine_folder / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    replace(folder / "runs.csv", lambda path: runs.to_csv(path, index=False))
    replace(folder / "runs.parquet", lambda path: runs.to_parquet(path, index=False))
    replace(folder / "summary.csv", lambda path: summary.to_csv(path, index=False))
    return 0


if __name__ == "__main__":
    run(main)
