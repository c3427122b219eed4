"""One row for each class, variant and N; and for each two classes their ratio with its interval."""

import itertools
import re
from collections.abc import Sequence

import pandas as pd

from analysis.comparison.comparing import compare_sides
from analysis.comparison.deciding import CANNOT_TELL, CHANGED, UNCHANGED
from analysis.history_table import KEY, NUMBERS
from analysis.merging.folders import Results
from analysis.tables.summary import summary_table
from records.cell_columns import IDENTITY
from records.sides import Side

CELL = ["variant", "label", "language", "primitive", *IDENTITY[1:], "requested_sleep_seconds"]
RATIOS = ["machine", "other_machine", *CELL, "decision", "ratio", "ratio_low", "ratio_high", "reason", "differs"]
DECISIONS = {CHANGED: "different", UNCHANGED: "alike", CANNOT_TELL: CANNOT_TELL}
OTHERS = ("verdict", "label", "language", "primitive", "program_library", "program_library_version", "host_kernel")


def machine_classes(results: Sequence[Results]) -> pd.DataFrame:
    """The summaries of all classes below one another, each row with its class and what its machine is. Nothing is averaged."""
    tables = []
    for each in results:
        summary = summary_table(each.runs)
        moments = each.runs["started_at"].dropna()
        times = {} if moments.empty else {"first_started_at": moments.min(), "last_started_at": moments.max()}
        described = {**each.machine, "first_started_at": None, "last_started_at": None, **times}
        facts = {"machine": each.name, **{f"machine_{name}": value for name, value in described.items()}}
        tables.append(summary.assign(**facts)[[*facts, *summary.columns]])
    return pd.concat(tables, ignore_index=True)


def machine_ratios(results: Sequence[Results]) -> pd.DataFrame:
    """Peak of the other class over that of the first, for each two classes and each cell that either has; intervals as in comparison/."""
    runs = pd.concat([as_history(each) for each in results], ignore_index=True)
    pairs = [pair(runs, one.name, other.name) for one, other in itertools.combinations(results, 2)]
    return pd.concat(pairs, ignore_index=True)[RATIOS]


def as_history(results: Results) -> pd.DataFrame:
    """Runs as comparison/ reads them: with their machine, and every column that it asks for."""
    runs = results.runs.assign(machine=results.name)
    absent = {name: pd.Series([None] * len(runs), dtype=NUMBERS.get(name, "string")) for name in [*KEY, *OTHERS] if name not in runs}
    return runs.assign(**absent)


def pair(runs: pd.DataFrame, machine: str, other: str) -> pd.DataFrame:
    """Two classes, cell by cell: what is before and after in a comparison is the first and the other here."""
    compared = compare_sides(runs, Side(machine=machine), Side(machine=other))
    shares = {
        name: 1 + compared[f"difference_{part}percent"] / 100
        for name, part in (("ratio", ""), ("ratio_low", "low_"), ("ratio_high", "high_"))
    }
    words = {
        "decision": [DECISIONS[str(word)] for word in compared["decision"]],
        "reason": [on_machines(str(reason), machine, other) for reason in compared["reason"]],
        "differs": [without_machine(str(text)) for text in compared["differs"].fillna("")],
    }
    return compared.rename(columns={"program": "variant"}).assign(machine=machine, other_machine=other, **words, **shares)


def on_machines(reason: str, machine: str, other: str) -> str:
    """A reason that speaks of before and after, with the machines' names."""
    return re.sub(r" before$", f" on {machine}", re.sub(r" after$", f" on {other}", reason))


def without_machine(differs: str) -> str:
    """What differs beside the machine itself."""
    return "; ".join(part for part in differs.split("; ") if not part.startswith("machine "))
