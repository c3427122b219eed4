"""Compare before and after: any two toolchain versions, program digests, libraries, machines or dates, cell by cell.

Without --before and --after: of every cell that was measured with more than one setup, the newest against the one before it.

  python scripts/compare.py --history results/<machine>/history.parquet --before toolchain=go@1.26 --after toolchain=go@1.27 --output go.csv
"""

import argparse
from pathlib import Path

import pandas as pd

from analysis.comparison.comparing import compare_sides, compare_upgrades, select
from analysis.comparison.console_lines import cell_words, counted_words
from analysis.tables.older import current_table
from common.atomic_write import write_atomically
from common.command_line import UserError, run
from records.sides import COLUMNS, NAMES, Side, read_words

UPGRADES = "Of each cell: the newest setup against the one before it."


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    keys = ", ".join(NAMES)
    parser.add_argument("--history", type=Path, nargs="+", required=True, help="history.parquet of one machine or of several")
    parser.add_argument("--before", nargs="+", metavar="KEY=VALUE", help=f"what runs must have to stand on this side; keys: {keys}")
    parser.add_argument("--after", nargs="+", metavar="KEY=VALUE", help="the same for the other side")
    parser.add_argument("--output", type=Path, required=True, help="the table to write (CSV)")
    parser.add_argument("--chart-stem", type=Path, help="path without ending; .html, .svg and .png are added")
    return parser.parse_args()


def read_sides(options: argparse.Namespace) -> tuple[Side, Side] | None:
    """Both sides, or None for the upgrades. UserError when only one is given, or both are the same."""
    if options.before is None and options.after is None:
        return None
    if options.before is None or options.after is None:
        raise UserError("--before and --after: give both, or none for the last upgrade of each cell")
    sides = read_words(options.before, "--before"), read_words(options.after, "--after")
    if sides[0] == sides[1]:
        raise UserError("--before and --after: are the same; they must select different runs")
    return sides


def require_runs(history: pd.DataFrame, side: Side, where: str) -> None:
    """UserError where no run stands on a side, with what there is instead."""
    if select(history, side).empty:
        there = (f"{key}: {', '.join(known_values(history, key)) or 'nothing'}" for key in side.given())
        raise UserError(f"{where}: no run in the history has {side.words()}; there is {'; '.join(there)}")


def known_values(history: pd.DataFrame, key: str) -> list[str]:
    """What a key can select, as it is written: go@1.26.8; the day of a time. Twenty at most."""
    rows = history[list(COLUMNS[key])].dropna().drop_duplicates()
    values = sorted({"@".join(row)[: 10 if key in {"since", "until"} else None] for row in rows.itertuples(index=False)})
    return values[:20]


def read_histories(paths: list[Path]) -> pd.DataFrame:
    """The histories as one table. UserError for one that is missing or no table."""
    try:
        return pd.concat([current_table(pd.read_parquet(path)) for path in paths], ignore_index=True)
    except FileNotFoundError as error:
        raise UserError(f"{error.filename}: no such history. Make it: python scripts/keep_history.py --machine-folder ...") from None
    except (OSError, ValueError) as error:
        raise UserError(f"{' '.join(map(str, paths))}: not a history ({str(error).splitlines()[0]})") from None


def main() -> int:
    """Read, compare, write, say."""
    options = parse_arguments()
    sides = read_sides(options)
    history = read_histories(options.history)
    for side, where in zip(sides or (), ("--before", "--after"), strict=False):
        require_runs(history, side, where)
    compared = compare_upgrades(history) if sides is None else compare_sides(history, *sides)
    words = UPGRADES if sides is None else f"Before: {sides[0].words()}. After: {sides[1].words()}."
    write_atomically(options.output, compared.to_csv(index=False))
    if options.chart_stem is not None:
        from view.charts.before_after import specification  # noqa: PLC0415 slow to import, and a table alone does not need it
        from view.charts.chart_files import write_chart  # noqa: PLC0415

        write_chart(specification(compared, words), options.chart_stem)
    rows = compared.to_dict("records")
    print("\n".join([words, *map(cell_words, rows), counted_words(rows) or "No cell was measured with more than one setup."]))
    return 0


if __name__ == "__main__":
    run(main)
