"""Tables that an earlier version made, with the columns that came later."""

from collections.abc import Collection
from typing import Any

import pandas as pd

from records.compatibility import LIMIT_KEYS, READ, identity, limit_of

KINDS = {"limit_value": "Float64"}
NEEDED = frozenset({*READ, "requested_sleep_seconds"})  # of runs that lack them, what later columns are made from


def lacks_columns(names: Collection[str]) -> bool:
    """Whether a table with these columns was made before cells named their workload and runs the limit that bound."""
    return not {"workload", "amount", "limit_name"} <= set(names)


def current_table(runs: pd.DataFrame) -> pd.DataFrame:
    """Runs (or a history) with what later versions have; those of today as they are."""
    if not lacks_columns(runs.columns):
        return runs
    rows = needed(runs)
    limits = [limit_of(row) or (None, None, None) for row in rows]
    made = {name: [limit[place] for limit in limits] for place, name in enumerate(LIMIT_KEYS)}
    made |= {name: [identity(row)[name] for row in rows] for name in ("workload", "amount")}
    return runs.assign(**{name: pd.Series(values, index=runs.index, dtype=KINDS.get(name, "string")) for name, values in made.items()})


def needed(runs: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows, as far as the later columns are made from them."""
    known = runs[[name for name in runs if name in NEEDED]].astype(object)
    return [dict(zip(known.columns, row, strict=True)) for row in known.where(known.notna(), None).itertuples(index=False)]
