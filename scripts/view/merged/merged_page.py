"""The page of several machines: their chart, what they are, the ratios between them, and links to the report of each."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from common.units import mib
from common.words import listed
from records.cell_columns import IDENTITY
from records.same_machine import ALIKE
from view.charts.chart_files import assets, embeddable, runtime
from view.charts.sweep_tables import day_words
from view.charts.theme import Row

HERE = Path(__file__).resolve().parent
NONE = "\N{EN DASH}"
TITLE = "Memory of N concurrent tasks on several machines"


def render(classes: pd.DataFrame, ratios: pd.DataFrame, specification: dict[str, Any], reports: Mapping[str, str | None]) -> str:
    """The page as HTML. Rows of machine_classes and machine_ratios; the chart; of each machine where its report is, if there is one."""
    environment = Environment(loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    names = list(dict.fromkeys(classes["machine"]))
    title = specification["title"]
    return environment.get_template("page.html.j2").render(
        title=TITLE,
        introduction=introduction(names, classes),
        machines=[{"name": name, "report": reports.get(name)} for name in names],
        facts=fact_rows(classes, names),
        pairs=pair_tables(classes, ratios),
        chart={
            "title": title["text"],
            "subtitle": title["subtitle"][:1],  # what each machine is stands in a table of the page
            "panels": specification["usermeta"]["panels"],
            "specification": embeddable(specification),
        },
        page_css=Markup(next((HERE.parent / "report").rglob("page.css")).read_text(encoding="utf-8")),  # noqa: S704 a file of ours
        runtime=runtime(),
        **assets(),
    )


def machine_words(classes: pd.DataFrame) -> dict[str, str]:
    """What each machine is, in a line."""
    words = {}
    for name, rows in classes.groupby("machine", sort=False):
        one = rows.iloc[0]
        parts = [one["machine_cpu_model"], one["machine_cores_total"], one["machine_memory_gibibytes"], one["machine_kernel_series"]]
        forms = ("{}", "{} cores", "{} GiB", "Linux {}")
        known = [form.format(part) for form, part in zip(forms, parts, strict=True) if pd.notna(part)]
        words[str(name)] = ", ".join([*known, *([] if pd.isna(one["machine_libc"]) else [one["machine_libc"]])])
    return words


def introduction(names: Sequence[str], classes: pd.DataFrame) -> str:
    """How many machines, and what was measured on them."""
    tasks = ", ".join(f"{n:,}" for n in sorted(classes["n"].unique()))
    return f"{listed(names)}, side by side: {classes['variant'].nunique()} programs at N = {tasks}."


def fact_rows(classes: pd.DataFrame, names: Sequence[str]) -> list[dict[str, Any]]:
    """What each machine is: what must be alike within it, when it was measured, how many of its runs were ok."""
    of_each = {name: classes[classes["machine"] == name] for name in names}
    rows = [{"name": alike.words, "texts": [fact(rows[f"machine_{key}"]) for rows in of_each.values()]} for key, alike in ALIKE.items()]
    rows.append({"name": "measured", "texts": [days(rows) for rows in of_each.values()]})
    rows.append(
        {"name": "runs that were ok", "texts": [f"{rows['runs_ok'].sum():,} of {rows['runs'].sum():,}" for rows in of_each.values()]}
    )
    return rows


def fact(values: "pd.Series[Any]") -> str:
    """A machine's value as text."""
    value = values.iloc[0]
    return NONE if pd.isna(value) else f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def days(rows: pd.DataFrame) -> str:
    """First to last day of a machine's runs."""
    ends = [rows["machine_first_started_at"].iloc[0], rows["machine_last_started_at"].iloc[0]]
    return " to ".join(dict.fromkeys(day_words(str(moment)[:10]) for moment in ends if pd.notna(moment))) or NONE


def pair_tables(classes: pd.DataFrame, ratios: pd.DataFrame) -> list[dict[str, Any]]:
    """A table for each two machines."""
    cells = list(IDENTITY)
    peaks = classes.set_index(["machine", *cells])["peak_bytes_median"].to_dict()
    tables = []
    for (machine, other), rows in ratios.groupby(["machine", "other_machine"], sort=False):
        counts = Counter(rows["decision"])
        tables.append(
            {
                "machine": machine,
                "other": other,
                "counts": ", ".join(f"{count} {word}" for word, count in counts.most_common()),
                "rows": [ratio_row(row, peaks, cells) for row in rows.sort_values(["n", "label"]).to_dict("records")],
            }
        )
    return tables


def ratio_row(row: Row, peaks: Mapping[Any, Any], cells: Sequence[str]) -> dict[str, str]:
    """One line of such a table."""
    first, second = (peaks.get((row[side], *(row[name] for name in cells))) for side in ("machine", "other_machine"))
    known = pd.notna(row["ratio"])
    return {
        "label": str(row["label"]),
        "tasks": f"{row['n']:,}",
        "first": peak_words(first),
        "second": peak_words(second),
        "ratio": f"{row['ratio']:.3f}" if known else NONE,
        "interval": f"{row['ratio_low']:.3f}, {row['ratio_high']:.3f}" if known else NONE,
        "decision": str(row["decision"]),
        "reason": str(row["reason"]),
        "differs": str(row["differs"]),
    }


def peak_words(peak: Any) -> str:
    """A median in MiB, or a dash."""
    return NONE if peak is None or pd.isna(peak) else mib(float(peak))


def report_links(folders: Mapping[str, Path], page: Path) -> dict[str, str | None]:
    """Where the report of each machine is, as the page links to it; None where it has none."""
    reports = {name: folder / "report.html" for name, folder in folders.items()}
    return {name: os.path.relpath(report, page.parent) if report.is_file() else None for name, report in reports.items()}
