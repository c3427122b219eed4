"""Rows of a table as a chart holds them."""

import json

import altair as alt
import pandas as pd


def chart_of(rows: pd.DataFrame) -> alt.Chart:
    """A chart of these rows; what is missing becomes null. Altair takes longer, to find types that every encoding here names."""
    return alt.Chart(alt.InlineData(values=json.loads(rows.to_json(orient="records", double_precision=15))))
