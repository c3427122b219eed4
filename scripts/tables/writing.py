"""All tables of a sweep, each in its formats, and the data package that describes them."""

from pathlib import Path

import pandas as pd
import pyarrow as pa

from measuring.files import write_atomically
from tables.fits import fits_table
from tables.formats import csv_text, json_bytes, markdown_text
from tables.package import package_text
from tables.summary import summary_table


def write_tables(folder: Path, runs: pd.DataFrame) -> None:
    """Write runs, summary and fits as CSV, Parquet and JSON, summary.md, and datapackage.json. Each file whole or not at all."""
    fits = fits_table(runs)
    tables = {"runs": runs, "summary": summary_table(runs, fits), "fits": fits}
    for name, table in tables.items():
        arrow = pa.Table.from_pandas(table, preserve_index=False)
        write_atomically(folder / f"{name}.parquet", table.to_parquet(index=False))
        write_atomically(folder / f"{name}.csv", csv_text(arrow))
        write_atomically(folder / f"{name}.json", json_bytes(arrow))
    write_atomically(folder / "summary.md", markdown_text(tables["summary"]))
    write_atomically(folder / "datapackage.json", package_text(folder, tables))
