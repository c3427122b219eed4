"""What is said when a run has ended."""

from pathlib import Path


def after_success(machine_folder: Path) -> list[str]:
    """The lines that matter, then where the report is. Only what exists is named: a run may have had another target."""
    report = machine_folder / "report.html"
    if not report.is_file():
        return []
    from report.summary_lines import read_summary_lines  # noqa: PLC0415 pandas is slow to import, and only needed here

    lines = read_summary_lines(machine_folder / "tables")
    return [
        "",
        *lines,
        f"Report: {report.resolve().as_uri()}",
        f"Tables: {machine_folder / 'tables'}/   Charts: {machine_folder / 'charts'}/",
    ]


def after_failure(machine_folder: Path) -> list[str]:
    """What was measured is kept; what to do next."""
    return [
        "",
        "Something above did not work; the rest was done, and everything measured is kept.",
        f"Logs: {machine_folder / 'logs'}/. The same command goes on from here.",
    ]
