"""Runs of unlike machines must not share a table: their memory differs for reasons that have nothing to do with the programs."""

import pandas as pd

from command_line import UserError

# What must be alike in one machine class, and the column of runs.csv each reads. THP is a mapping, one column a setting.
ALIKE = {
    "CPU models": r"host_cpu_model",
    "transparent huge page settings": r"host_(thp|transparent_hugepages?)(_\w+)?",
    "C libraries of the host": r"host_libc(_version)?",
}


def refuse_mixture(runs: pd.DataFrame) -> None:
    """UserError where the runs of one machine class come from machines that are not alike."""
    for what, pattern in ALIKE.items():
        for column in runs.columns[runs.columns.str.fullmatch(pattern)]:
            known = runs.dropna(subset=[column])
            first = known.drop_duplicates(subset=[column])
            if len(first) > 1:
                one, other = first.iloc[0], first.iloc[1]
                raise UserError(
                    f"results of one machine class mix {what}: {one['record']} has {one[column]}, {other['record']} has {other[column]}. "
                    "Give each kind of machine a name of its own (machine: in the configuration), or measure again on one."
                )
