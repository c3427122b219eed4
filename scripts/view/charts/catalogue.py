"""The charts by name."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from altair.utils.schemapi import debug_mode

from view.charts import (
    footprint_and_resident,
    memory_against_tasks,
    memory_over_time,
    peak_by_tasks,
    published_figures,
    residuals_of_fits,
    wall_and_cpu_time,
)
from view.charts.sweep_tables import Sweep

# Each is given the sweep, the folder of the runs' series and the CSV of published figures.
CHARTS: dict[str, Callable[[Sweep, Path, Path], dict[str, Any]]] = {
    "peak_by_tasks": lambda sweep, _runs, _reference: peak_by_tasks.specification(sweep),
    "memory_against_tasks": lambda sweep, _runs, _reference: memory_against_tasks.specification(sweep),
    "residuals_of_fits": lambda sweep, _runs, _reference: residuals_of_fits.specification(sweep),
    "memory_over_time": lambda sweep, runs, _reference: memory_over_time.specification(sweep, runs),
    "wall_and_cpu_time": lambda sweep, _runs, _reference: wall_and_cpu_time.specification(sweep),
    "footprint_and_resident": lambda sweep, _runs, _reference: footprint_and_resident.specification(sweep),
    "published_figures": lambda sweep, _runs, reference: published_figures.specification(sweep, reference),
}
NAMES = tuple(CHARTS)


def specification(name: str, sweep: Sweep, runs_folder: Path, reference: Path) -> dict[str, Any]:
    """Vega-Lite specification of a chart. `runs_folder` holds the series of the runs, `reference` is the CSV of published figures."""
    with debug_mode(False):  # Altair checks each part against its schema as it is made, which takes most of the time; the tests do that
        return CHARTS[name](sweep, runs_folder, reference)
