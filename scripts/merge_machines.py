"""Put the results of several machine classes side by side: a row for each class, variant and N; and the ratio of each two of them.

Reads each folder's tables. Nothing is averaged across machines, and results of unlike machines under one name are refused.
"""

import argparse
from pathlib import Path

from analysis.merging.folders import read_all
from analysis.merging.side_by_side import machine_classes, machine_ratios
from common.atomic_write import write_atomically
from common.command_line import run


def main() -> int:
    """Read, check, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", help="folders of results, each named after its machine class, with tables/ in it")
    parser.add_argument("--output-folder", type=Path, required=True, help="where the tables go, such as results/merged")
    options = parser.parse_args()
    results = read_all(options.folders)
    for name, table in (("machine_classes", machine_classes(results)), ("machine_ratios", machine_ratios(results))):
        write_atomically(options.output_folder / f"{name}.csv", table.to_csv(index=False))
        write_atomically(options.output_folder / f"{name}.parquet", table.to_parquet(index=False))
    print(f"{', '.join(each.name for each in results)} side by side in {options.output_folder}")
    return 0


if __name__ == "__main__":
    run(main)
