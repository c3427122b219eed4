"""What the page says of the posts' claims: a count, then a table for each post."""

from collections.abc import Hashable
from typing import Any

import pandas as pd

from analysis.claims.claims_table import OUTCOMES, counts_line

SYMBOLS = dict(zip(OUTCOMES, ("\N{CHECK MARK}", "\N{MULTIPLICATION X}", "\N{EN DASH}"), strict=True))


def claims_words(claims: pd.DataFrame | None) -> dict[str, Any] | None:
    """The counts in a line, and the claims of each post in their order (claims.csv's rows); None where nothing was judged."""
    if claims is None or claims.empty:
        return None
    posts = [
        {"name": str(source), "url": str(rows["url"].iloc[0]), "rows": [claim_row(row) for row in rows.to_dict("records")]}
        for source, rows in claims.groupby("source", sort=False)
    ]
    return {"counts": f"{counts_line(claims['outcome'])}.", "posts": posts}


def claim_row(row: dict[Hashable, Any]) -> dict[str, str]:
    """One claim: its row with the symbol of its outcome, and a word for style sheets."""
    outcome = str(row["outcome"])
    return {str(name): str(value) for name, value in row.items()} | {"symbol": SYMBOLS[outcome], "style": outcome.replace(" ", "-")}
