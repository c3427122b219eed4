"""What the page says beside its charts, taken from the tables: rows of text, ready to be shown."""

import json
import re
from typing import Any

import pandas as pd

from common.units import MIB, mib
from common.words import listed
from records.cell_columns import IDENTITY
from records.vocabulary import FLAG_WORDS, kind_name, limit_words, verdict_words
from view.charts.sweep_tables import Sweep
from view.report.summary_lines import least_rows
from workloads.sleep_words import seconds_words

NONE = "\N{EN DASH}"


def answer(sweep: Sweep) -> list[dict[str, str]]:
    """The answer: of each kind of task the least and, where there are several variants, the most, at the largest N it reached."""
    return [answer_row(sweep.summary, least) for least in least_rows(sweep.summary)]


def answer_row(summary: pd.DataFrame, least: dict[Any, Any]) -> dict[str, str]:
    """One kind of task."""
    kind = kind_name(least["primitive"])
    row = {
        "primitive": str(least["primitive"]),
        "kind": kind[0].upper() + kind[1:],
        "tasks": f"{least['n']:,}",
        "least": str(least["label"]),
        "least_mib": mib(float(least["peak_bytes_median"])),
    }
    rivals = summary[(summary["primitive"] == least["primitive"]) & (summary["n"] == least["n"])].dropna(subset=["peak_bytes_median"])
    most = rivals.nlargest(1, "peak_bytes_median").iloc[0]
    if len(rivals) < 2:
        return row | {"most": ""}
    ratio = float(most["peak_bytes_median"]) / float(least["peak_bytes_median"])
    return row | {"most": str(most["label"]), "most_mib": mib(float(most["peak_bytes_median"])), "ratio": f"{ratio:.1f}"}


def verdicts_words(row: dict[Any, Any]) -> str:
    """What became of a cell's runs: ok, or each verdict in words."""
    names = [item.partition("=")[0] for item in str(row["verdicts"]).split(";")]
    return ", ".join(name if name == "ok" else verdict_words(name, row["primitive"]) for name in names)


def failure_rows(runs: pd.DataFrame) -> list[dict[str, str]]:
    """Every run that is not ok, once for each variant and verdict: at which N, how often, and why."""
    bad = runs[runs["verdict"] != "ok"]
    rows = []
    for (variant, verdict), group in bad.groupby(["variant", "verdict"], sort=False):
        reasons = list(dict.fromkeys(str(reason) for reason in group["reason"].dropna()))
        of_all = runs[(runs["variant"] == variant) & runs["n"].isin(group["n"])]
        rows.append(
            {
                "label": str(group["label"].iloc[0]),
                "tasks": listed(f"{n:,}" for n in sorted(group["n"].unique())),
                "verdict": verdict_words(str(verdict), str(group["primitive"].iloc[0])),
                "runs": f"{len(group)} of {len(of_all)}",
                "limit": limits_words(group),
                "reason": reasons_words(reasons),
            }
        )
    return rows


def limits_words(group: pd.DataFrame) -> str:
    """The limits that bound some runs, each with its value; a dash where none did."""
    bound = group[["limit_name", "limit_value"]].dropna(subset=["limit_name"]).drop_duplicates().sort_values(["limit_name", "limit_value"])
    limits = [(row["limit_name"], None if pd.isna(row["limit_value"]) else row["limit_value"]) for row in bound.to_dict("records")]
    return listed(limit_words(str(name), value) for name, value in limits) or NONE


def reasons_words(reasons: list[str]) -> str:
    """All reasons, once each; those that differ only in their numbers are said once."""
    alike: dict[str, list[str]] = {}
    for reason in reasons:
        alike.setdefault(re.sub(r"[\d,.]+", "0", reason), []).append(reason)
    return " / ".join(same[0] + (f" (and {len(same) - 1} more like it)" if len(same) > 1 else "") for same in alike.values()) or NONE


def longer_rows(runs: pd.DataFrame) -> list[dict[str, str]]:
    """Cells measured again, as their tasks were not all alive at once, and what the earlier attempts said."""
    again = runs[runs["sleep_seconds"] != runs["requested_sleep_seconds"]]
    rows = []
    for _, group in again.groupby(list(IDENTITY), sort=False, dropna=False):
        earlier = [attempt for text in group.get("attempts", pd.Series(dtype=str)).dropna() for attempt in json.loads(text or "[]")[:-1]]
        reasons = dict.fromkeys(
            f"{seconds_words(attempt['sleep_seconds'])}: {attempt['reason'] or attempt['verdict']}" for attempt in earlier
        )
        amounts = sorted(group["sleep_seconds"].unique())
        rows.append(
            {
                "label": str(group["label"].iloc[0]),
                "tasks": f"{group['n'].iloc[0]:,}",
                "amount": " or ".join(map(seconds_words, amounts)),
                "reason": "; ".join(list(reasons)[:3]) or NONE,
            }
        )
    return rows


def flag_rows(runs: pd.DataFrame) -> list[dict[str, str]]:
    """Every flag that a run carries, how many do, and of which variants."""
    flags = runs.assign(flag=runs["flags"].fillna("").str.split(";")).explode("flag")
    flags = flags[flags["flag"].fillna("") != ""]
    return [
        {
            "flag": str(flag),
            "meaning": FLAG_WORDS.get(str(flag), ""),
            "runs": f"{len(group)} of {len(runs)}",
            "labels": "; ".join(dict.fromkeys(str(label) for label in group["label"])),
        }
        for flag, group in flags.groupby("flag")
    ]


def toolchain_rows(runs: pd.DataFrame) -> list[dict[str, str]]:
    """Each variant's toolchain, library and program, as recorded with its runs."""
    columns = (
        "label",
        "toolchain_id",
        "toolchain_version",
        "toolchain_path",
        "toolchain_libc",
        "toolchain_raw",
        "toolchain_hint",
        "program_digest",
    )
    library = ("program_library", "program_library_version")
    rows = []
    for variant, group in runs.groupby("variant", sort=False):
        row = {name: first_text(group, name) for name in columns}
        row |= {"variant": str(variant), "library": " ".join(filter(None, (first_text(group, name) for name in library)))}
        rows.append(row | {"missing": "" if row["toolchain_version"] else first_text(group, "reason") or row["toolchain_hint"]})
    return rows


def first_text(group: pd.DataFrame, column: str) -> str:
    """First known value of a column, as text; empty where there is none."""
    known = group[column].dropna() if column in group else pd.Series(dtype=str)
    return str(known.iloc[0]) if len(known) else ""


def machine_rows(runs: pd.DataFrame) -> list[tuple[str, str]]:
    """Everything the runs say of their host. What changed from run to run is shown as a range."""
    columns = [column for column in runs.columns if column.startswith("host_")]
    rows = [(column.removeprefix("host_").removesuffix("_bytes").replace("_", " "), host_text(runs[column])) for column in columns]
    return [(name, text) for name, text in rows if text]


def host_text(values: "pd.Series[Any]") -> str:
    """The value of one host column; smallest to largest where it is a number that changed; bytes in MiB."""
    known = values.dropna()
    if known.empty:
        return ""
    if pd.api.types.is_bool_dtype(known) or not pd.api.types.is_numeric_dtype(known):
        different = list(dict.fromkeys(str(value) for value in known.unique()))
        return "; ".join(different[:3]) + (f"; and {len(different) - 3} more" if len(different) > 3 else "")
    ends = dict.fromkeys((float(known.min()), float(known.max())))
    if str(values.name).endswith("_bytes"):
        return " to ".join(f"{end / MIB:,.0f} MiB" if end >= MIB else f"{end:,.0f} bytes" for end in ends)
    return " to ".join(f"{end:,.0f}" if end == int(end) else f"{end:,.2f}" for end in ends)
