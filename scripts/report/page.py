"""The report page: one file with its charts, tables and one copy of Vega inside."""

import base64
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from charts.catalogue import NAMES, specification
from charts.files import assets, embeddable, runtime
from charts.published_figures import HERE, SOURCES, comparison, read_reference
from charts.sweep import Sweep, date_words, machine_words
from charts.wording import MIB, mib
from report.claims import claims_words
from report.facts import NONE, answer, failure_rows, flag_rows, longer_rows, machine_rows, results_rows, toolchain_rows
from report.sections import shown_sections
from report.summary_lines import least_line, listed, missing_line, rests_line

TEMPLATES = Path(__file__).resolve().parent
# Head of each column of the full table, and whether it holds numbers; in the order of facts.results_row.
HEADS = [
    ("variant", False),
    ("kind", False),
    ("version", False),
    ("N", True),
    ("peak", True),
    ("range", True),
    ("CV", True),
    ("footprint", True),
    ("bytes per task over base (naive)", True),
    ("launch s", True),
    ("CPU s", True),
    ("wall s", True),
    ("sleep s", True),
    ("ok runs", True),
    ("verdict", False),
]


def render(sweep: Sweep, machine_folder: Path, reference: Path) -> str:
    """The page as HTML. The machine's folder holds tables/ and runs/ (for memory over time)."""
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    texts = {name.replace(".", "_"): Markup((TEMPLATES / name).read_text(encoding="utf-8")) for name in ("page.css", "page.js")}  # noqa: S704
    return environment.get_template("page.html.j2").render(
        charts={name: chart(name, specification(name, sweep, machine_folder / "runs", reference)) for name in NAMES},
        sections=shown_sections(NAMES, absent=[] if claims_words(sweep.claims) else ["claims"]),
        claims=claims_words(sweep.claims),
        summary_link=embedded_file(machine_folder / "tables" / "summary.csv", "text/csv"),
        published=published_rows(sweep.summary, read_reference(reference)),
        runtime=runtime(),
        heads=HEADS,
        **words(sweep),
        **rows(sweep),
        **texts,
        **assets(),
    )


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
        "sleep": listed(f"{value:g}" for value in sorted(sweep.known("requested_sleep_seconds"))),
        "variants": sweep.summary["variant"].nunique(),
        "tasks": listed(f"{n:,}" for n in sweep.tasks),
        "tasks_list": sweep.tasks,
        "repeats": "one run of each" if repeats == 1 else f"{repeats} runs of each",
        "repeats_reading": repeats_words(repeats),
    }


def repeats_words(repeats: int) -> str:
    """What this many repeats do say (measurement.md, statistics)."""
    if repeats == 1:
        return "One run each: no spread is known."
    if repeats < 6:
        return f"{repeats} runs are a range, not a confidence interval."
    return f"{repeats} runs each: smallest and largest enclose the true median with 96.9 % certainty or more."


def rows(sweep: Sweep) -> dict[str, Any]:
    """The tables of the page."""
    return {
        "results": results_rows(sweep.summary),
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


def published_rows(summary: pd.DataFrame, published: pd.DataFrame) -> dict[str, Any] | None:
    """Published figures beside ours, as a table: one row a variant and N. None where nothing was published of this sweep's cells."""
    compared = comparison(summary, published)
    if compared.empty:
        return None
    table = compared.pivot_table(index=["n", "label"], columns="source", values="mib", dropna=True)
    sources = [name for name in (HERE, *SOURCES.values()) if name in table]
    shown = [
        {
            "label": row["label"],
            "tasks": f"{row['n']:,}",
            "figures": [NONE if pd.isna(row[name]) else mib(float(row[name]) * MIB) for name in sources],
        }
        for row in table.reset_index().to_dict("records")
    ]
    return {"sources": sources, "rows": shown}


def embedded_file(path: Path, kind: str) -> str:
    """A file as a link that holds it."""
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"
