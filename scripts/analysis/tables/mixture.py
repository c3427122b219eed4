"""Runs of unlike machines must not share a table: their memory differs for reasons that have nothing to do with the programs."""

import pandas as pd

from common.command_line import UserError
from records.same_machine import GIBIBYTE, kernel_series

ALIKE = {
    "CPU models": r"host_cpu_model",
    "architectures": r"host_architecture",
    "numbers of cores": r"host_cores_total",
    "page sizes": r"host_page_size_bytes",
    "transparent huge page settings": r"host_thp(_\w+)?",
}
WAY_OUT = (
    "Give each kind of machine a name of its own (machine: or machines: in the configuration); where it is one machine that was changed, "
    "measure all of it again: --forcerun describe_machine"
)


def refuse_mixture(runs: pd.DataFrame) -> None:
    """UserError where the runs of one machine class come from machines that are not alike."""
    runs = runs.filter(regex=r"^(host_.*|record|variant|wall_seconds)$")  # the other columns are many, and would be copied
    for what, pattern in ALIKE.items():
        for column in runs.columns[runs.columns.str.fullmatch(pattern)]:
            refuse_difference(runs, column, what)
    if "host_cores_visible" in runs:  # runtimes size their pools by it; taskset or a scheduler bounds it
        refuse_difference(runs[runs["wall_seconds"].notna()], "host_cores_visible", "numbers of cores that the program sees")
    if "host_kernel" in runs:
        refuse_difference(runs, "host_kernel", "kernel series", runs["host_kernel"].map(kernel_series, na_action="ignore"))
    if "host_memory_total_bytes" in runs:
        refuse_other_memory(runs.dropna(subset=["host_memory_total_bytes"]))
    if "host_libc" in runs:
        # host_libc is the program's: a static program has none, and that is no difference between machines.
        refuse_difference(runs[runs["host_libc"].fillna("").str.startswith("glibc ")], "host_libc", "C libraries")
        for _, of_variant in runs[runs["host_libc"].fillna("unknown") != "unknown"].groupby("variant", sort=False):
            refuse_difference(of_variant[of_variant["wall_seconds"].notna()], "host_libc", "C libraries")


def refuse_difference(runs: pd.DataFrame, column: str, what: str, kinds: "pd.Series[str] | None" = None) -> None:
    """UserError that names two runs whose known values of a column differ, or are of different kinds."""
    compared = runs[column] if kinds is None else kinds
    first = runs[compared.notna() & ~compared.duplicated()]
    if len(first) > 1:
        refuse(first.iloc[0], first.iloc[1], column, what)


def refuse_other_memory(runs: pd.DataFrame) -> None:
    """UserError where the memory of two machines differs by more than a kernel keeps for itself (records.same_machine: 1 GiB or 2 %)."""
    by_memory = runs.sort_values("host_memory_total_bytes", kind="stable")
    if len(by_memory):
        least, most = by_memory.iloc[0], by_memory.iloc[-1]
        if most["host_memory_total_bytes"] - least["host_memory_total_bytes"] > max(GIBIBYTE, most["host_memory_total_bytes"] / 50):
            refuse(least, most, "host_memory_total_bytes", "sizes of memory")


def refuse(one: "pd.Series[str]", other: "pd.Series[str]", column: str, what: str) -> None:
    """The line that names both runs and their values."""
    raise UserError(
        f"results of one machine class mix {what}: {one['record']} has {one[column]}, {other['record']} has {other[column]}. {WAY_OUT}"
    )
