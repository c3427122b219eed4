"""Runs of unlike machines must not share a table: their memory differs for reasons that have nothing to do with the programs."""

import pandas as pd

from common.command_line import UserError
from records.same_machine import ALIKE, Alike

VISIBLE = Alike("cores_visible", "cores", "numbers of cores that the program sees", "cores_visible")
WAY_OUT = (
    "Give each kind of machine a name of its own (machine: or machines: in the configuration); where it is one machine that was changed, "
    "measure all of it again: --forcerun describe_machine"
)


def refuse_mixture(runs: pd.DataFrame) -> None:
    """UserError where the runs of one machine class come from machines that are not alike."""
    runs = runs.filter(regex=r"^(host_.*|record|variant|wall_seconds)$")  # the other columns are many, and would be copied
    for alike in ALIKE.values():
        if alike.name != "libc":
            refuse_difference(runs, alike)
    began = runs[runs["wall_seconds"].notna()]
    refuse_difference(began, VISIBLE)  # runtimes size their pools by it; taskset or a scheduler bounds it
    if "host_libc" in runs:
        # host_libc is the program's: a static program has none, and that is no difference between machines.
        refuse_difference(runs[runs["host_libc"].fillna("").str.startswith("glibc ")], ALIKE["libc"])
        for _, of_variant in began[began["host_libc"].fillna("unknown") != "unknown"].groupby("variant", sort=False):
            refuse_difference(of_variant, ALIKE["libc"])


def refuse_difference(runs: pd.DataFrame, alike: Alike) -> None:
    """UserError that names two runs whose known values of a property differ."""
    column = f"host_{alike.field}"
    if column not in runs:
        return
    first = runs[runs[column].notna() & ~runs[column].duplicated()]  # few: most runs are of one machine
    compared = first[column].map(alike.of).sort_values(kind="stable")
    if len(compared) > 1 and alike.differ(compared.iloc[0], compared.iloc[-1]):
        refuse(first.loc[compared.index[0]], first.loc[compared.index[-1]], column, alike.several)


def refuse(one: "pd.Series[str]", other: "pd.Series[str]", column: str, what: str) -> None:
    """The line that names both runs and their values."""
    raise UserError(
        f"results of one machine class mix {what}: {one['record']} has {one[column]}, {other['record']} has {other[column]}. {WAY_OUT}"
    )
