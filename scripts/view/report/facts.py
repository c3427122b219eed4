"""What the page says beside its charts, taken from the tables: rows of text, ready to be shown."""

import json
import re
from collections.abc import Iterable
from typing import Any

import pandas as pd

from view.charts.sweep_tables import Sweep
from view.charts.wording import MIB, mib, verdict_words
from view.report.summary_lines import kind_name, least_rows, listed

NONE = "\N{EN DASH}"
FLAG_WORDS = {
    "not_sampled": "too short to be sampled",
    "series_missed_peak": "the samples over time missed the peak; the kernel's own high-water mark did not",
    "left_processes": "left processes behind, which were ended",
    "swapped": "part of its memory was swapped out, so that resident memory is too low",
    "output_truncated": "wrote more than is kept",
    "loaded_host": "the machine was busy with other work: memory stands, times may not",
    "slow_wrapper": "the measuring took more than 3 % of a core",
    "no_cgroup": "no memory cgroup could be had: no footprint",
    "implausible_bytes_per_task": "less than 32 bytes a task: are they all there?",
    "threads_missing": "fewer threads than tasks were seen",
}


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
                "limit": limit_words(str(verdict), group, reasons),
                "reason": reasons_words(reasons),
            }
        )
    return rows


def limit_words(verdict: str, group: pd.DataFrame, reasons: list[str]) -> str:
    """The limit that bound, with its value, where there is one: of threads, memory or time."""
    match verdict:
        case "unsupported":
            found = [THREAD_LIMIT.search(reason) for reason in reasons]
            return listed_or_none(match["its"] or f"os_thread_limit {match['ours']}" for match in found if match)
        case "oom":
            limits = known_numbers(group, "memory_limit_bytes")
            whole = known_numbers(group, "host_memory_total_bytes")
            return listed_or_none(
                [f"memory limit of the run, {value / MIB:,.0f} MiB" for value in limits]
                or [f"memory of the machine, {value / MIB:,.0f} MiB" for value in whole]
            )
        case "timeout":
            return listed_or_none(f"time limit, {value:,.0f} s" for value in known_numbers(group, "timeout_seconds"))
        case "not_concurrent" | "slept_too_short":
            return listed_or_none(f"sleep, {value:g} s" for value in known_numbers(group, "sleep_seconds"))
    return NONE


# Words of scripts/workflow (our own limit) and of meter/preflight.py (one of the system's).
THREAD_LIMIT = re.compile(r"limit of (?P<ours>[\d,]+)|do not fit: (?P<its>.+? is \d+)")


def known_numbers(group: pd.DataFrame, column: str) -> list[float]:
    """Every value of a column of numbers, ascending."""
    return sorted(float(value) for value in group[column].dropna().unique()) if column in group else []


def listed_or_none(names: Iterable[str]) -> str:
    """The names, once each; a dash where there are none."""
    known = list(dict.fromkeys(names))
    return listed(known) if known else NONE


def reasons_words(reasons: list[str]) -> str:
    """All reasons, once each; those that differ only in their numbers are said once."""
    alike: dict[str, list[str]] = {}
    for reason in reasons:
        alike.setdefault(re.sub(r"[\d,.]+", "0", reason), []).append(reason)
    return " / ".join(same[0] + (f" (and {len(same) - 1} more like it)" if len(same) > 1 else "") for same in alike.values()) or NONE


def longer_rows(runs: pd.DataFrame) -> list[dict[str, str]]:
    """Cells measured again with a longer sleep, and what the earlier attempts said."""
    again = runs[runs["sleep_seconds"] != runs["requested_sleep_seconds"]]
    rows = []
    for (_, n), group in again.groupby(["variant", "n"], sort=False):
        earlier = [attempt for text in group.get("attempts", pd.Series(dtype=str)).dropna() for attempt in json.loads(text or "[]")[:-1]]
        reasons = dict.fromkeys(f"{attempt['sleep_seconds']:g} s: {attempt['reason'] or attempt['verdict']}" for attempt in earlier)
        sleeps = sorted(group["sleep_seconds"].unique())
        rows.append(
            {
                "label": str(group["label"].iloc[0]),
                "tasks": f"{n:,}",
                "sleep": " or ".join(f"{sleep:g} s" for sleep in sleeps),
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
