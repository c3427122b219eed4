"""Before and after are never mixed with anything else: one setup a side, the newest run of each repeat."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from analysis.comparison.comparing import COLUMNS, compare_sides, compare_upgrades
from analysis.history_table import history_table
from records.sides import Side
from synthetic_sweep import cell_record

MIB = 1 << 20
DAYS = ("2026-11-01", "2026-11-08", "2026-11-15", "2026-11-22")


def runs(day: str, mib: float, repeats: int = 3, n: int = 10_000, variant: str = "go-goroutines", **changed: Any) -> list[dict[str, Any]]:
    """Runs of one cell on one day, each a little larger than the one before. `changed`: dotted names as in toolchain__version."""
    made = []
    for repeat in range(1, repeats + 1):
        record = {**cell_record("go-goroutines", n, repeat), "variant": variant, "wrapper_version": "1.0"}
        record |= {"peak_bytes": int(mib * MIB) + repeat, "started_at": f"{day}T10:00:0{repeat}+00:00", "verdict": "ok", "reason": ""}
        for name, value in changed.items():
            outer, _, inner = name.partition("__")
            record[outer] = {**record[outer], inner: value} if inner else value
        made.append(record)
    return made


def history(*groups: list[dict[str, Any]], machine: str = "here") -> pd.DataFrame:
    return history_table([record for group in groups for record in group], machine, Path.cwd())


def only(compared: pd.DataFrame) -> dict[Any, Any]:
    assert len(compared) == 1
    return compared.to_dict("records")[0]


def versions(row: dict[Any, Any]) -> tuple[Any, Any]:
    return row["before_toolchain_version"], row["after_toolchain_version"]


def test_an_upgrade_is_the_newest_setup_against_the_one_before_it() -> None:
    row = only(
        compare_upgrades(
            history(
                runs(DAYS[0], 300, toolchain__version="1.25.0"),
                runs(DAYS[1], 200, toolchain__version="1.26.8"),
                runs(DAYS[2], 100, toolchain__version="1.27.3"),
            )
        )
    )
    assert versions(row) == ("1.26.8", "1.27.3")
    assert row["decision"] == "changed"
    assert row["difference_percent"] == pytest.approx(-50, abs=0.01)
    assert row["difference_bytes"] == -100 * MIB
    assert row["differs"] == "toolchain 1.26.8 -> 1.27.3"


def test_a_downgrade_back_compares_with_what_was_left() -> None:
    row = only(
        compare_upgrades(
            history(
                runs(DAYS[0], 200, toolchain__version="1.26.8"),
                runs(DAYS[1], 100, toolchain__version="1.27.3"),
                runs(DAYS[2], 201, toolchain__version="1.26.8"),
            )
        )
    )
    assert versions(row) == ("1.27.3", "1.26.8")
    assert row["after_peak_bytes_median"] == 201 * MIB + 2


def test_what_was_measured_with_one_setup_only_is_no_upgrade() -> None:
    compared = compare_upgrades(history(runs(DAYS[0], 200), runs(DAYS[1], 100)))
    assert compared.empty
    assert list(compared.columns) == list(COLUMNS)


@pytest.mark.parametrize(
    ("changed", "differs"),
    [
        ({"program__digest": "f" * 64}, "program 000000000552 -> ffffffffffff"),
        ({"program__library": "tokio", "program__library_version": "1.54", "program__digest": "f" * 64}, "-> 1.54; program"),
        ({"toolchain__libc": "glibc 2.41"}, "C library glibc 2.36 -> glibc 2.41"),
        ({"wrapper_version": "1.1"}, "wrapper 1.0 -> 1.1"),
    ],
)
def test_everything_that_results_belong_to_makes_a_setup_of_its_own(changed: dict[str, Any], differs: str) -> None:
    row = only(compare_upgrades(history(runs(DAYS[0], 200), runs(DAYS[1], 100, **changed))))
    assert differs in row["differs"]


def test_a_repair_of_the_kernel_is_told_and_makes_no_setup() -> None:
    host = {**cell_record("go-goroutines", 1, 1)["host"], "kernel": "6.18.7"}
    assert compare_upgrades(history(runs(DAYS[0], 200), runs(DAYS[1], 100, host=host))).empty
    row = only(compare_upgrades(history(runs(DAYS[0], 200), runs(DAYS[1], 100, host=host, toolchain__version="2"))))
    assert row["differs"] == "toolchain 1.27.3 -> 2; kernel 6.18.0 -> 6.18.7"


def test_an_upgrade_that_was_interrupted_cannot_be_told_yet() -> None:
    row = only(compare_upgrades(history(runs(DAYS[0], 200), runs(DAYS[1], 100, repeats=1, toolchain__version="2"))))
    assert (row["before_runs"], row["after_runs"], row["decision"]) == (3, 1, "cannot tell")


def test_runs_that_are_not_ok_enter_no_figure() -> None:
    failed = runs(DAYS[1], 100, toolchain__version="2", verdict="timeout")
    row = only(compare_upgrades(history(runs(DAYS[0], 200), failed)))
    assert (row["after_runs"], row["after_runs_ok"], row["reason"]) == (3, 0, "no run was ok after")
    assert pd.isna(row["after_peak_bytes_median"])


def test_of_each_repeat_the_newest_run_stands() -> None:
    row = only(compare_upgrades(history(runs(DAYS[0], 300), runs(DAYS[1], 200), runs(DAYS[2], 100, toolchain__version="2", repeats=6))))
    assert (row["before_runs"], row["before_peak_bytes_median"]) == (3, 200 * MIB + 2)
    assert (row["after_runs"], row["after_peak_bytes_low"], row["after_peak_bytes_high"]) == (6, 100 * MIB + 1, 100 * MIB + 6)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(Side(toolchain="go@1.26"), Side(toolchain="go@1.27.3"), id="toolchain versions"),
        pytest.param(Side(digest="aaaa"), Side(digest="bbbb"), id="program digests"),
        pytest.param(Side(until="2026-11-01"), Side(since="2026-11-08"), id="dates"),
        pytest.param(Side(library="tokio@1.52"), Side(library="tokio@1.53"), id="libraries"),
        pytest.param(Side(libc="glibc 2.36"), Side(libc="glibc 2.41"), id="C libraries"),
        pytest.param(Side(wrapper="1.0"), Side(wrapper="1.1"), id="wrappers"),
    ],
)
def test_any_two_sides_can_be_compared(before: Side, after: Side) -> None:
    library = {"program__library": "tokio"}
    table = history(
        runs(DAYS[0], 200, **library, toolchain__version="1.26.8", program__digest="a" * 64, program__library_version="1.52.9"),
        runs(
            DAYS[1],
            100,
            **library,
            toolchain__version="1.27.3",
            program__digest="b" * 64,
            program__library_version="1.53.0",
            toolchain__libc="glibc 2.41",
            wrapper_version="1.1",
        ),
    )
    row = only(compare_sides(table, before, after))
    assert versions(row) == ("1.26.8", "1.27.3")
    assert row["decision"] == "changed"
    assert only(compare_sides(table, after, before))["difference_percent"] == pytest.approx(100, abs=0.01)


def test_two_machines_can_be_compared() -> None:
    table = pd.concat([history(runs(DAYS[0], 200), machine="epyc"), history(runs(DAYS[0], 100), machine="xeon")], ignore_index=True)
    row = only(compare_sides(table, Side(machine="epyc"), Side(machine="xeon")))
    assert (row["before_machine"], row["after_machine"], row["differs"]) == ("epyc", "xeon", "machine epyc -> xeon")


def test_versions_side_by_side_meet_at_their_program() -> None:
    table = history(
        runs(DAYS[0], 200, variant="go-goroutines@1.26", toolchain__id="go@1.26", toolchain__version="1.26.8"),
        runs(DAYS[0], 100, variant="go-goroutines@1.27", toolchain__id="go@1.27", toolchain__version="1.27.3"),
    )
    row = only(compare_sides(table, Side(toolchain="go@1.26"), Side(toolchain="go@1.27")))
    assert (row["program"], row["before_variant"], row["after_variant"]) == ("go-goroutines", "go-goroutines@1.26", "go-goroutines@1.27")
    assert compare_upgrades(table).empty, "side by side is no upgrade"


def test_a_version_that_was_listed_by_name_is_not_mixed_with_the_usual_one() -> None:
    listed = runs(DAYS[0], 200, variant="go-goroutines@1", toolchain__id="go@1", toolchain__version="1.26.8")
    other = runs(DAYS[0], 100, variant="go-goroutines@2", toolchain__id="go@2", toolchain__version="2.0")
    table = history(listed, other, runs(DAYS[1], 50, toolchain__version="1.27"))
    row = only(compare_sides(table, Side(toolchain="go@1"), Side(toolchain="go@2")))
    assert (row["before_variant"], row["before_peak_bytes_median"]) == ("go-goroutines@1", 200 * MIB + 2)


def test_a_cell_that_one_side_lacks_is_a_row_that_says_so() -> None:
    table = history(runs(DAYS[0], 200), runs(DAYS[1], 100), runs(DAYS[1], 90, n=1))
    rows = {row["n"]: row for row in compare_sides(table, Side(until=DAYS[0]), Side(since=DAYS[1])).to_dict("records")}
    assert rows[1]["reason"] == "not measured before"
    assert rows[10_000]["decision"] == "changed"


def test_setups_on_one_side_are_never_put_together() -> None:
    table = history(
        runs(DAYS[0], 300, toolchain__version="1.25"),
        runs(DAYS[1], 200, toolchain__version="1.26", repeats=2),
        runs(DAYS[2], 100, toolchain__version="1.27"),
    )
    row = only(compare_sides(table, Side(until=DAYS[1]), Side(since=DAYS[2])))
    assert (row["before_toolchain_version"], row["before_runs"]) == ("1.26", 2)


def test_runs_under_another_kernel_series_or_with_other_huge_pages_are_another_setup() -> None:
    for change, told in (
        ({"host__kernel": "6.1.0-25"}, "kernel 6.18.0 -> 6.1.0-25"),
        ({"host__thp_enabled": "always"}, "huge pages madvise -> always"),
    ):
        row = only(compare_upgrades(history(runs(DAYS[0], 200), runs(DAYS[1], 100, **change))))
        assert row["decision"] == "changed"
        assert told in row["differs"]
