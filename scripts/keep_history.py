"""Make history.parquet: every run that was ever measured on a machine, one row each, across upgrades of what it was measured with.

Runs whose record lies under runs/ but is not kept yet are kept first, so that a lost history can be made again from what stands.
"""

import argparse
from pathlib import Path

from analysis.history_table import history_table
from common.atomic_write import write_atomically
from common.command_line import UserError, run
from common.folders import PROJECT
from records.history import FOLDER, keep, read_history, standing_records


def main() -> int:
    """Keep what is not kept yet, read everything that is, write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machine-folder", type=Path, required=True, help="results/<machine>; the table becomes its history.parquet")
    options = parser.parse_args()
    folder = options.machine_folder
    if not (folder / "runs").is_dir() and not (folder / FOLDER).is_dir():
        raise UserError(f"{folder}: has neither runs/ nor {FOLDER}/; give a folder of results such as results/<machine>")
    kept = [path for path in (keep(record, folder / FOLDER) for record in standing_records(folder / "runs")) if path is not None]
    history = history_table(read_history(folder / FOLDER), folder.name, PROJECT)
    write_atomically(folder / "history.parquet", history.to_parquet(index=False))
    print(f"{len(history)} runs in {folder / 'history.parquet'}, {len(kept)} of them kept now")
    return 0


if __name__ == "__main__":
    run(main)
