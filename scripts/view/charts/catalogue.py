"""The charts by name (view.charts.listing)."""

from importlib import import_module
from pathlib import Path
from typing import Any

from altair.utils.schemapi import debug_mode

from view.charts.listing import CHARTS, NAMES
from view.charts.sweep_tables import Sweep

__all__ = ["NAMES", "specification"]


def specification(name: str, sweep: Sweep, runs_folder: Path, reference: Path) -> dict[str, Any]:
    """Vega-Lite specification of a chart. `runs_folder` holds the series of the runs, `reference` is the CSV of published figures."""
    given = {"runs": runs_folder, "reference": reference}
    with debug_mode(False):  # Altair checks each part against its schema as it is made, which takes most of the time; the tests do that
        drawn: dict[str, Any] = import_module(f"view.charts.{name}").specification(sweep, *(given[each] for each in CHARTS[name]))
    return drawn
