"""What a run says at its end is about the runs that it measured, and about nothing earlier."""

from datetime import UTC, datetime
from pathlib import Path

from tests.analysis.comparison.test_comparing import DAYS, runs

from analysis.comparison.upgrades import lines_after
from records.history import keep

CELL = Path("runs/go-goroutines/n=10000/sleep=10")


def began(day: str) -> float:
    return datetime.fromisoformat(f"{day}T00:00:00+00:00").astimezone(UTC).timestamp()


def after(folder: Path, day: str, *kept: object) -> list[str]:
    """The lines after a run on a day that measured all three repeats of the cell."""
    for group in kept:
        assert isinstance(group, list)
        for record in group:
            keep(record, folder / "history")
    return lines_after(folder, [folder / CELL / f"repeat={repeat}.json" for repeat in (1, 2, 3)], began(day), total=10)


OLD = runs(DAYS[0], 28, toolchain__version="1.26.8")
NEW = runs(DAYS[1], 27, toolchain__version="1.27.3")


def test_an_upgrade_is_told_by_the_run_that_measured_it(tmp_path: Path) -> None:
    assert after(tmp_path, DAYS[1], OLD, NEW) == [
        "Go 1.27.3 (was 1.26.8): 3 runs measured again, 7 kept.  go-goroutines at 10,000: 28.0 -> 27.0 MiB, changed (-3.6 %)."
    ]


def test_the_first_measurement_is_no_upgrade(tmp_path: Path) -> None:
    assert after(tmp_path, DAYS[0], OLD) == []


def test_the_same_once_more_is_no_upgrade(tmp_path: Path) -> None:
    assert after(tmp_path, DAYS[2], OLD, NEW, runs(DAYS[2], 27, toolchain__version="1.27.3")) == []


def test_an_earlier_upgrade_is_not_told_again_when_the_toolchain_has_gone(tmp_path: Path) -> None:
    assert after(tmp_path, DAYS[2], OLD, NEW) == []


def test_an_upgrade_that_was_interrupted_counts_what_this_run_measured(tmp_path: Path) -> None:
    lines = after(tmp_path, DAYS[2], OLD, NEW[:1], runs(DAYS[2], 27, toolchain__version="1.27.3")[1:])
    assert lines == ["Go 1.27.3 (was 1.26.8): 2 runs measured again, 7 kept.  go-goroutines at 10,000: 28.0 -> 27.0 MiB, changed (-3.6 %)."]
