"""What is said when a run has ended."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from view.console import is_newer, read_plan


def after_success(machine_folder: Path) -> list[str]:
    """The lines that matter, then where the report is. Only what exists is named: a run may have had another target."""
    report = machine_folder / "report.html"
    if not report.is_file():
        return []
    from view.charts.sweep_tables import read_sweep  # noqa: PLC0415 pandas is slow to import, and only needed here
    from view.report.summary_lines import summary_lines  # noqa: PLC0415

    lines = summary_lines(read_sweep(machine_folder / "tables").summary)
    return [
        "",
        *lines,
        *claims_lines(machine_folder / "tables" / "claims.csv"),
        f"Report: {report.resolve().as_uri()}",
        f"Tables: {machine_folder / 'tables'}/   Charts: {machine_folder / 'charts'}/",
    ]


def claims_lines(table: Path) -> list[str]:
    """How many claims of the posts came out which way; nothing where they were not judged."""
    if not table.is_file():
        return []
    from analysis.claims.claims_table import counts_line, read_outcomes  # noqa: PLC0415 only needed here

    return [f"{counts_line(read_outcomes(table))} (tables/{table.name})"]


def after_merge(folder: Path) -> list[str]:
    """Where the report of several machines is, when there is one."""
    report = folder / "report.html"
    return [f"Side by side: {report.resolve().as_uri()}"] if report.is_file() else []


def after_upgrade(machine_folder: Path, plan: Path) -> list[str]:
    """For each thing that was upgraded or edited since its cells were measured before: how many runs it cost, and what it changed."""
    noted = read_plan(plan)
    measured = [Path(path) for path, _ in noted["cells"] if is_newer(path, noted["started_at"])] if noted else []
    if not noted or not measured:
        return []
    from analysis.comparison.upgrades import lines_after  # noqa: PLC0415 pandas is slow to import, and only needed here

    return lines_after(machine_folder, measured, noted["started_at"], noted["total"])


def _last_lines(log: Path, count: int = 5) -> list[str]:
    try:
        lines = log.read_text(errors="replace").splitlines()
    except OSError:
        return []
    return [f"    {line[:300]}" for line in lines[-count:]]


def failure_lines(failed: Sequence[tuple[str, Mapping[str, str], Sequence[Path]]]) -> list[str]:
    """What failed (rule, wildcards, logs), with the end of each log."""
    lines = []
    for rule, wildcards, logs in failed:
        which = " ".join(value for name, value in wildcards.items() if name != "machine")
        lines.append(f"Failed: {rule} {which}".rstrip() + f", log: {', '.join(str(log) for log in logs)}")
        lines += [line for log in logs for line in _last_lines(log)]
    return lines


def after_failure(failed: Sequence[str]) -> list[str]:
    """What failed, in lines; and that the rest is kept."""
    done = "Everything else was done, and everything" if failed else "Ended before everything was done. Everything"
    return ["", *failed, f"{done} measured is kept. The same command goes on from here."]
