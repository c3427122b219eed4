"""The fitted lines as the charts use them: peak = base + bytes per task x N, over the N that they were fitted to."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from common.units import bytes_words
from records.vocabulary import primitive_name
from view.charts.sweep_tables import Sweep

LINE = ["bytes_per_task", "base_bytes", "n_smallest", "n_largest"]


def peak_fits(sweep: Sweep) -> pd.DataFrame:
    """One row a variant of the sweep whose line for the peak could be fitted, by variant, with `primitive_name`. Bytes."""
    fits = sweep.fits[sweep.fits["memory"] == "peak"]
    found = fits.dropna(subset=LINE).set_index("variant")
    return found.assign(primitive_name=found["primitive"].map(primitive_name))


def fitted(fits: pd.DataFrame, variants: "pd.Series[Any]", n: "pd.Series[Any]") -> "pd.Series[Any]":
    """Bytes that the line of each variant gives at each n; missing where a variant has none."""
    slope, base = (variants.map(fits[name]).astype("float64") for name in ("bytes_per_task", "base_bytes"))
    return base + slope * n.astype("float64")


def slope_words(bytes_per_task: float) -> str:
    """2,750 B/task."""
    return f"{bytes_words(bytes_per_task)} B/task"


def interval_words(fit: Mapping[Any, Any], name: str = "bytes_per_task") -> str:
    """The interval of a slope: 2,744 to 2,783; empty where there is none."""
    low, high = fit[f"{name}_low"], fit[f"{name}_high"]
    return "" if pd.isna(low) or pd.isna(high) else f"{bytes_words(float(low))} to {bytes_words(float(high))}"
