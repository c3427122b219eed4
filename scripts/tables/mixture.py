"""Runs of unlike machines must not share a table: their memory differs for reasons that have nothing to do with the programs."""

import pandas as pd

from command_line import UserError

ALIKE = {
    "CPU models": r"host_cpu_model",
    "transparent huge page settings": r"host_thp(_\w+)?",
}


def refuse_mixture(runs: pd.DataFrame) -> None:
    """UserError where the runs of one machine class come from machines that are not alike."""
    for what, pattern in ALIKE.items():
        for column in runs.columns[runs.columns.str.fullmatch(pattern)]:
            refuse_difference(runs, column, what)
    if "host_libc" in runs:
        # host_libc is the program's: a static program has none, and that is no difference between machines.
        refuse_difference(runs[runs["host_libc"].fillna("").str.startswith("glibc ")], "host_libc", "C libraries")
        for _, of_variant in runs[runs["host_libc"].fillna("unknown") != "unknown"].groupby("variant", sort=False):
            refuse_difference(of_variant[of_variant["wall_seconds"].notna()], "host_libc", "C libraries")


def refuse_difference(runs: pd.DataFrame, column: str, what: str) -> None:
    """UserError that names two runs whose known values of a column differ."""
    first = runs.dropna(subset=[column]).drop_duplicates(subset=[column])
    if len(first) > 1:
        one, other = first.iloc[0], first.iloc[1]
        raise UserError(
            f"results of one machine class mix {what}: {one['record']} has {one[column]}, {other['record']} has {other[column]}. "
            "Give each kind of machine a name of its own (machine: in the configuration), or measure again on one."
        )
