"""The report page: one file with its charts, tables and one copy of Vega inside."""

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from common.words import listed
from records.metrics import every_figure_columns, memories
from view.charts import ranking
from view.charts.catalogue import NAMES, specification
from view.charts.chart_files import RUNTIME, assets, embeddable, runtime
from view.charts.published_figures import read_reference
from view.charts.sweep_tables import Sweep, date_words, introduction, machine_words
from view.report.claims_section import claims_words
from view.report.downloads import downloads
from view.report.facts import answer, failure_rows, flag_rows, longer_rows, machine_rows, toolchain_rows
from view.report.last_upgrade import last_upgrades
from view.report.page_figures import figures
from view.report.sections import shown_sections
from view.report.summary_lines import least_line, missing_line, rests_line

TEMPLATES = Path(__file__).resolve().parent
PAPER_ONLY = ("peak_by_tasks",)  # the page has its switches instead (view/charts/ranking.py)
# The page's own script, in the order in which its parts need one another.
SCRIPTS = ("figures", "state", "ranking", "ranking_words", "charts", "tables", "downloads", "start")
SWITCHES = (
    ("Memory", "memory", (("peak", "resident"), ("footprint", "footprint"))),
    ("Figure", "unit", (("mib", "MiB"), ("per-task", "bytes per task"))),
    ("Scale", "scale", (("linear", "linear"), ("log", "log"))),
    ("Order", "order", (("kinds", "within kinds"), ("memory", "across kinds"))),
)


def render(sweep: Sweep, machine_folder: Path, reference: Path, charts_folder: Path | None = None) -> str:
    """The page as HTML. The machine's folder holds tables/ and runs/ (for memory over time); `charts_folder` drawn charts, to take them."""
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    found = figures(sweep, read_reference(reference))
    judged = claims_words(sweep.claims)
    charts = specifications(sweep, machine_folder / "runs", reference, charts_folder)
    return environment.get_template("page.html.j2").render(
        charts={name: chart(name, made) for name, made in charts.items()},
        sections=shown_sections(list(charts), absent=[] if judged else ["claims"]),
        claims=judged,
        figures=found,
        figures_json=embeddable(found),
        rankings={scale: embeddable(ranking.specification(scale)) for scale in ranking.SCALES},
        signs=ranking.SIGNS,
        switches=SWITCHES,
        downloads=downloads(machine_folder / "tables"),
        comparison=last_upgrades(machine_folder / "history.parquet"),
        runtime=Markup((charts_folder / RUNTIME).read_text(encoding="utf-8")) if charts_folder else runtime(),  # noqa: S704 - our dependency's
        page_css=own_file("page.css"),
        scripts=Markup("\n").join(own_file(f"{name}.js") for name in SCRIPTS),
        **words(sweep),
        **rows(sweep),
        **assets(),
    )


def drawn_charts(sweep: Sweep) -> list[str]:
    """The charts of the page. Residuals are of fitted lines: where there is none, there is nothing to draw."""
    nothing = () if sweep.fits["bytes_per_task"].notna().any() else ("residuals_of_fits",)
    return [name for name in NAMES if name not in (*PAPER_ONLY, *nothing)]


def specifications(sweep: Sweep, runs_folder: Path, reference: Path, charts_folder: Path | None) -> dict[str, dict[str, Any]]:
    """The specification of every chart of the page, by name: as it was drawn, or made from the tables."""
    names = drawn_charts(sweep)
    if charts_folder is None:
        return {name: specification(name, sweep, runs_folder, reference) for name in names}
    return {name: json.loads((charts_folder / f"{name}.vl.json").read_text(encoding="utf-8")) for name in names}


def own_file(name: str) -> Markup:
    """A style or script of the page."""
    return Markup((TEMPLATES / "in_page" / name).read_text(encoding="utf-8"))  # noqa: S704 - a file of this package


def words(sweep: Sweep) -> dict[str, Any]:
    """The sentences of the page that depend on the sweep."""
    repeats = int(sweep.runs["repeat"].max())
    return {
        "title": f"How much memory do {max(sweep.tasks):,} concurrent tasks take?",
        "introduction": f"Measured {date_words(sweep)} on {machine_words(sweep)}.",
        "answer": answer(sweep),
        "description": least_line(sweep.summary),
        "rests": rests_line(sweep.summary),
        "missing": missing_line(sweep.summary),
        "asked": listed(f"{value:g}" for value in sorted(sweep.known("requested_sleep_seconds"))),
        "every_figure": every_figure(),
        "variants": sweep.summary["variant"].nunique(),
        "tasks": listed(f"{n:,}" for n in sweep.tasks),
        "tasks_list": sweep.tasks,
        "first_n": sweep.tasks[-1],
        "charts_note": introduction(sweep)[-1],
        "repeats": "one run of each" if repeats == 1 else f"{repeats} runs of each",
        "repeats_reading": repeats_words(repeats),
    }


def repeats_words(repeats: int) -> str:
    """What this many repeats do say (docs/statistics.md)."""
    if repeats == 1:
        return "One run each: no spread is known."
    if repeats < 6:
        return f"{repeats} runs are a range, not a confidence interval."
    return f"{repeats} runs each: smallest and largest enclose the true median with 96.9 % certainty or more."


def every_figure() -> list[str]:
    """The columns of the table of every figure: those of memory, what a task takes of it, the others."""
    columns = every_figure_columns()
    of_memory = [name for name in columns if name.startswith(tuple(memories().values()))]
    return [*of_memory, "peak_naive_bytes_per_task", *(name for name in columns if name not in of_memory)]


def rows(sweep: Sweep) -> dict[str, Any]:
    """The tables of the page."""
    return {
        "failures": failure_rows(sweep.runs),
        "longer": longer_rows(sweep.runs),
        "flags": flag_rows(sweep.runs),
        "toolchains": toolchain_rows(sweep.runs),
        "machine": machine_rows(sweep.runs),
    }


def chart(name: str, specification: dict[str, Any]) -> dict[str, Any]:
    """What the page needs of a chart: its title and subtitle, the panels to choose from, the specification as text."""
    title, layout = specification["title"], specification.get("usermeta", {})
    return {
        "name": name,
        "title": title["text"],
        "subtitle": title["subtitle"],
        "panels": layout.get("panels"),
        "specification": embeddable(specification),
    }
