"""All tables of a sweep, each in its formats, and the data package that describes them."""

from itertools import product
from pathlib import Path

import pandas as pd

from analysis.tables.fits import fits_table
from analysis.tables.formats import FORMATS, write_again
from analysis.tables.markdown import markdown_text
from analysis.tables.package import package_text
from analysis.tables.reading_parts import Apply
from analysis.tables.summary import summary_table
from common.atomic_write import replaced, write_atomically


def write_tables(folder: Path, runs: pd.DataFrame, apply: Apply = map) -> None:
    """Write runs, summary and fits as CSV, Parquet and JSON, summary.md, and datapackage.json. Each file whole or not at all.

    The large files are written again from runs.parquet by `apply` (reading_parts.workers), meanwhile the runs are summarised here.
    """
    write_parquet(folder / "runs.parquet", runs)
    large = apply(write_copy, product([folder / "runs.parquet"], FORMATS))
    fits = fits_table(runs)
    tables = {"runs": runs, "summary": summary_table(runs, fits), "fits": fits}
    for name in ("summary", "fits"):
        write_parquet(folder / f"{name}.parquet", tables[name])
        for ending in FORMATS:
            write_again(folder / f"{name}.parquet", ending)
    write_atomically(folder / "summary.md", markdown_text(tables["summary"]))
    list(large)
    write_atomically(folder / "datapackage.json", package_text(folder, tables))


def write_parquet(path: Path, table: pd.DataFrame) -> None:
    """Write one table, without its index."""
    with replaced(path) as temporary:
        table.to_parquet(temporary, index=False)


def write_copy(copy: tuple[Path, str]) -> None:
    """One Parquet file in one other format."""
    write_again(*copy)
