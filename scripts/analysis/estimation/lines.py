"""The line through memory against N: its slope is what one task takes, its intercept what the runtime takes without any.

The intervals assume that what a value of N departs from the line by is normal, in proportion to the memory there, and drawn once for
each N, however many repeats there are: noise and the steps of growing arrays are both seen in percent (docs/statistics.md).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.stats import theilslopes

TASKS_FROM = 10_000  # below, what a runtime takes once and in steps hides what a task takes; rates and figures a task begin here too
CONFIDENCE = 0.95
FEWEST_VALUES = 3  # of N: two give a line through two points, whatever they are
FEWEST_FOR_THEIL_SEN = 5  # all slopes between four values enclose the true one in only 91.7 % of cases
DRAWS, MOST_DEPARTURES, SEED = 20_000, 2_000_000, 1

Numbers: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval of 95 %; None where this many values of N carry none."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Least squares over all runs: slope (bytes per task) and base (bytes). The residual farthest from 0 (bytes), and at which N it is.

    `theil_sen`: the median of the slopes between the medians of any two N; one odd value does not move it.
    """

    slope: Estimate
    base: Estimate
    theil_sen: Estimate
    largest_residual: float
    largest_residual_at: float


def fit_line(tasks: Numbers, memory: Numbers) -> Line:
    """The line through runs: number of tasks and bytes (above 0) of each, same shape (runs,). ValueError below three different N."""
    values, which = np.unique(tasks, return_inverse=True)
    if len(values) < FEWEST_VALUES:
        raise ValueError(f"{len(values)} values of N: a line with an interval needs {FEWEST_VALUES}")
    counts = np.bincount(which)
    means = np.bincount(which, weights=memory) / counts
    base, slope = least_squares(values, means, counts)
    residuals = memory - (base.value + slope.value * tasks)
    farthest = int(np.argmax(np.abs(residuals)))
    medians = np.array([np.median(memory[which == place]) for place in range(len(values))])
    return Line(slope, base, theil_sen(values, medians), float(residuals[farthest]), float(tasks[farthest]))


def least_squares(values: Numbers, means: Numbers, counts: NDArray[np.int64]) -> tuple[Estimate, Estimate]:
    """Intercept and slope of ordinary least squares over all runs, from the mean of the `counts` runs at each N; shapes (values,).

    The standard error is that of this estimate when each mean departs in proportion to itself. The share is estimated from the residuals of
    the line that is the best in proportion (weights 1 / mean**2, values - 2 degrees of freedom).
    """
    scale = values.max()
    design = np.column_stack([np.ones_like(values), values / scale])
    weights = np.sqrt(counts)[:, None]
    coefficients = np.linalg.pinv(design * weights) * weights.T  # (2, values): estimates are coefficients @ means
    relative = design / means[:, None]
    weights_of_departures = coefficients * means
    scales = np.linalg.norm(weights_of_departures, axis=1)
    standard_errors = departing_share(np.ones((1, len(values))), relative) * scales
    halves = critical_values(weights_of_departures / scales[:, None], relative) * standard_errors
    units = (1.0, scale)
    base, slope = (
        Estimate(float(value / unit), float((value - half) / unit), float((value + half) / unit))
        for value, half, unit in zip(weights_of_departures.sum(axis=1), halves, units, strict=True)
    )
    return base, slope


def departing_share(shares: Numbers, relative: Numbers) -> Numbers:
    """The standard deviation of departures, estimated from what is left of `shares` (sets, values) beside the best line (values, 2)."""
    residuals = shares - (shares @ np.linalg.pinv(relative).T) @ relative.T
    deviations: Numbers = np.sqrt(np.einsum("ij,ij->i", residuals, residuals) / (len(relative) - 2))
    return deviations


def critical_values(weights: Numbers, relative: Numbers) -> Numbers:
    """How many standard errors each estimate is from the truth in at most 95 % of cases: a parametric bootstrap-t of this very design.

    `weights`: of the departures in each estimate, each row of norm 1. Student's t would be too wide: here an estimate and its standard
    error depend on the same departures.
    """
    departures = draws(len(relative))
    errors = np.abs(departures @ weights.T) / departing_share(departures, relative)[:, None]
    values: Numbers = np.quantile(errors, CONFIDENCE, axis=0)
    return values


@lru_cache(maxsize=8)
def draws(values: int) -> Numbers:
    """Standard normal departures, shape (draws, values): the same in every run of this program; fewer draws beyond a hundred values."""
    return np.random.default_rng(SEED).standard_normal((min(DRAWS, MOST_DEPARTURES // values), values))


def theil_sen(values: Numbers, medians: Numbers) -> Estimate:
    """Theil-Sen (scipy) over the medians of each N, shapes (values,). Its interval assumes departures that are alike at every N."""
    found = theilslopes(medians, values, alpha=CONFIDENCE)
    if len(values) < FEWEST_FOR_THEIL_SEN:
        return Estimate(float(found.slope))
    return Estimate(float(found.slope), float(found.low_slope), float(found.high_slope))
