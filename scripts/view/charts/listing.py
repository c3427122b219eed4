"""Which charts a sweep has, in the order of the page. Names only: the rules list files by them, and import no charting library for that.

A chart is the module view/charts/<name>.py with a function specification(sweep, ...).
"""

# What each is given beside the sweep: the folder of the runs' series, the CSV of published figures.
CHARTS: dict[str, tuple[str, ...]] = {
    "peak_by_tasks": (),
    "memory_against_tasks": (),
    "residuals_of_fits": (),
    "memory_over_time": ("runs",),
    "wall_and_cpu_time": (),
    "footprint_and_resident": (),
    "published_figures": ("reference",),
}
NAMES = tuple(CHARTS)
