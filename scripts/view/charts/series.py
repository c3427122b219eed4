"""A run's memory over time, read from its series file and thinned without losing an extreme."""

from pathlib import Path

import numpy as np
import pandas as pd

from common.command_line import UserError
from common.given_command import again_without

COLUMNS = ("seconds", "resident_bytes", "footprint_bytes")


def read_series(path: Path) -> pd.DataFrame:
    """Samples of one run: seconds since spawn, bytes. UserError names the file and what mends it."""
    try:
        samples = pd.read_csv(path)
        series = samples[list(COLUMNS)].astype("Float64")
    except (OSError, ValueError, KeyError) as error:
        raise UserError(
            f"{path}: no usable series of samples ({str(error).splitlines()[0]}). Measure it again: {again_without(path)}"
        ) from None
    return series.dropna(subset=["seconds", "resident_bytes"])


def thinned(samples: pd.DataFrame, most: int) -> pd.DataFrame:
    """At most `most` samples (five or more) in order: the first, the last, and of each stretch of time those of least and most memory."""
    if len(samples) <= most:
        return samples
    samples = samples.reset_index(drop=True)
    stretches = max(1, (most - 2) // 3)
    stretch = pd.cut(samples["seconds"], stretches, labels=False)
    resident = samples.groupby(stretch)["resident_bytes"]
    kept = [resident.idxmin(), resident.idxmax(), pd.Series([0, len(samples) - 1])]
    if samples["footprint_bytes"].notna().any():
        kept.append(samples.dropna(subset=["footprint_bytes"]).groupby(stretch)["footprint_bytes"].idxmax())
    return samples.loc[np.unique(pd.concat(kept).dropna().astype(int))]
