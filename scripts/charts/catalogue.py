"""The charts by name."""

from pathlib import Path
from typing import Any

from charts import memory_against_tasks, memory_over_time, peak_by_tasks, published_figures, wall_and_cpu_time
from charts.sweep import Sweep

NAMES = ("peak_by_tasks", "memory_against_tasks", "memory_over_time", "wall_and_cpu_time", "published_figures")


def specification(name: str, sweep: Sweep, runs_folder: Path, reference: Path) -> dict[str, Any]:
    """Vega-Lite specification of a chart. `runs_folder` holds the series of the runs, `reference` is the CSV of published figures."""
    match name:
        case "peak_by_tasks":
            return peak_by_tasks.specification(sweep)
        case "memory_against_tasks":
            return memory_against_tasks.specification(sweep)
        case "memory_over_time":
            return memory_over_time.specification(sweep, runs_folder)
        case "wall_and_cpu_time":
            return wall_and_cpu_time.specification(sweep)
        case "published_figures":
            return published_figures.specification(sweep, reference)
    raise ValueError(f"no chart is called {name}")
