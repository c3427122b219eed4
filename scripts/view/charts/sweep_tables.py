"""What the charts and the page read: the tables of one sweep, and how to introduce it in a line or two."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import pandas as pd
from pyarrow.parquet import read_schema

from analysis.tables.older import NEEDED, current_table, lacks_columns
from common.command_line import UserError
from common.given_command import again_without, given_command
from common.units import GIB
from records.cell_columns import RUN
from records.vocabulary import primitive_name, version_words
from workloads import sleep_words

TEXTS = [
    *("workload", "amount", "limit_name", "limit_source"),
    "variant",
    "label",
    "language",
    "primitive",
    "toolchain_id",
    "toolchain_version",
    "program_library",
    "program_library_version",
    "verdicts",
    "reason",
    "flags",
    "cgroup_kind",
    "peak_bytes_interval_rule",
    "footprint_bytes_interval_rule",
]
FIT_COLUMNS = [
    *("variant", "label", "language", "primitive", "memory", "runs", "tasks_values", "n_smallest", "n_largest"),
    *(f"bytes_per_task{what}" for what in ("", "_low", "_high", "_theil_sen", "_theil_sen_low", "_theil_sen_high")),
    *("confidence", "base_bytes", "base_bytes_low", "base_bytes_high", "largest_residual_bytes", "largest_residual_n", "reason"),
]
# What the charts read of the runs.
RUN_COLUMNS = frozenset(
    [
        *(*RUN, "label", "language", "primitive", "verdict", "record", "started_at"),
        *("peak_bytes", "cgroup_kernel_bytes", "wall_seconds", "ready_seconds", "done_seconds", "sleep_seconds", "requested_sleep_seconds"),
        *("host_cpu_model", "host_cores_visible", "host_memory_total_bytes", "host_kernel", "host_libc"),
    ]
)


def no_fits() -> pd.DataFrame:
    """A table of fits without rows."""
    return pd.DataFrame(columns=FIT_COLUMNS)


@dataclass(frozen=True, slots=True)
class Sweep:
    """Runs (one row each), their summary (one row a variant and N, with `primitive_name` and `version` for display), the fitted lines."""

    runs: pd.DataFrame
    summary: pd.DataFrame
    fits: pd.DataFrame = field(default_factory=no_fits)
    claims: pd.DataFrame | None = None  # the posts' claims, judged (claims.csv); None where they were not

    @property
    def tasks(self) -> list[int]:
        """The values of N, ascending."""
        return sorted(int(n) for n in self.summary["n"].unique())

    def known(self, column: str) -> list[Any]:
        """Every value of a column of the runs that is known, most frequent first."""
        return list(self.runs[column].dropna().value_counts().index) if column in self.runs else []


def read_sweep(tables: Path, columns: Collection[str] | None = None) -> Sweep:
    """The tables that make_tables.py wrote, of the runs only `columns` (default: all). UserError where one is missing or empty."""
    paths = (tables / "runs.parquet", tables / "summary.csv")
    for path in paths:
        if not path.is_file():
            raise UserError(f"{path}: no such table. Make it: {given_command()}")
    try:
        runs, summary, fits = read_runs(paths[0], columns), read_summary(paths[1]), read_fits(tables / "fits.parquet")
    except (ValueError, OSError) as error:
        raise UserError(
            f"{tables}: damaged table ({str(error).splitlines()[0]}). Make it again: {again_without(tables, 'rm -r')}"
        ) from None
    if runs.empty or summary.empty:
        raise UserError(f"{paths[0]}: a table without rows. The configuration must name at least one variant and one N")
    names = summary["primitive"].map(primitive_name)
    return Sweep(runs, summary.assign(primitive_name=names, version=versions(summary)), fits, read_claims_table(tables / "claims.csv"))


def read_runs(path: Path, columns: Collection[str] | None) -> pd.DataFrame:
    """runs.parquet, only the wanted columns: the texts that a run left take longer to read than all figures."""
    there = read_schema(path).names
    if columns is None:
        return current_table(pd.read_parquet(path))
    if lacks_columns(there):  # made by an earlier version
        older = current_table(pd.read_parquet(path, columns=[name for name in there if name in {*columns, *NEEDED}]))
        return older[[name for name in older if name in columns]]
    return pd.read_parquet(path, columns=[name for name in there if name in columns])


def read_fits(path: Path) -> pd.DataFrame:
    """The fitted lines; none where the tables were made before there were fits."""
    fits = pd.read_parquet(path) if path.is_file() else no_fits()
    return fits.reindex(columns=list(dict.fromkeys([*FIT_COLUMNS, *fits.columns])))


def read_summary(path: Path) -> pd.DataFrame:
    """summary.csv with text as text: version 1.10 is not the number 1.1."""
    present = pd.read_csv(path, nrows=0).columns
    texts: dict[str, str] = dict.fromkeys((name for name in TEXTS if name in present), "string")
    summary = pd.read_csv(path, dtype_backend="numpy_nullable", dtype=texts)
    return current_table(summary) if lacks_columns(summary.columns) else summary


def read_claims_table(path: Path) -> pd.DataFrame | None:
    """claims.csv, all of it text; None where it is not there."""
    return pd.read_csv(path, dtype=str, keep_default_na=False) if path.is_file() else None


def versions(summary: pd.DataFrame) -> list[str]:
    """Versions of each row's toolchain and library; empty where nothing was found."""
    columns = ("toolchain_version", "program_library", "program_library_version")
    rows = zip(*(summary[name] if name in summary else [None] * len(summary) for name in columns), strict=True)
    return [version_words(*(None if pd.isna(value) else str(value) for value in row)) for row in rows]


def machine_words(sweep: Sweep) -> str:
    """The machine in one line: CPU, cores, memory, kernel, C library."""
    host = {name: (sweep.known(f"host_{name}") or [None])[0] for name in ("cpu_model", "cores_visible", "memory_total_bytes", "kernel")}
    parts = [
        host["cpu_model"],
        host["cores_visible"] and f"{host['cores_visible']} cores",
        host["memory_total_bytes"] and f"{host['memory_total_bytes'] / GIB:.0f} GiB",
        host["kernel"] and f"Linux {host['kernel']}",
        next((libc for libc in sweep.known("host_libc") if " " in str(libc)), None),  # a static program has none
    ]
    return ", ".join(str(part) for part in parts if part) or "machine unknown"


def date_words(sweep: Sweep) -> str:
    """The day or days of the runs, in UTC: 30 November 2026."""
    days = sorted({str(moment)[:10] for moment in sweep.known("started_at")})
    return " to ".join(day_words(day) for day in dict.fromkeys(days[:1] + days[-1:])) or "date unknown"


def day_words(day: str) -> str:
    """2026-11-30 as 30 November 2026; left as it is where it is no date."""
    try:
        moment = datetime.fromisoformat(day)
    except ValueError:
        return day
    return f"{moment.day} {moment:%B %Y}"


def setting_words(sweep: Sweep) -> str:
    """What the tasks do and how often: `sleep 10 s, median of 3 runs`."""
    repeats = int(sweep.runs["repeat"].max())
    asked = sleep_words.setting_words(sweep.known("requested_sleep_seconds"))
    return f"{asked}, " + ("one run each" if repeats == 1 else f"median of {repeats} runs each")


def dot_words(sweep: Sweep) -> str:
    """What a dot and its line are: of several runs, or of the only one."""
    several = int(sweep.runs["repeat"].max()) > 1
    return "Dot: median. Line: smallest to largest run." if several else "Dot: the one run that was made."


def introduction(sweep: Sweep, extra: Sequence[str] = ()) -> list[str]:
    """Subtitle of every chart: what is seen, then the machine, the date and the settings."""
    return [*extra, f"{machine_words(sweep)}. {date_words(sweep)}, {setting_words(sweep)}."]
