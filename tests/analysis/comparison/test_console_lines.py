"""An upgrade is told in a line: what it was, what it cost, what it changed."""

import pandas as pd
from tests.analysis.comparison.test_comparing import DAYS, history, runs

from analysis.comparison.comparing import compare_upgrades
from analysis.comparison.console_lines import cell_words, upgrade_lines


def upgrade(n: int, before: float, after: float, **changed: object) -> pd.DataFrame:
    return history(
        runs(DAYS[0], before, n=n, toolchain__version="1.26.8"), runs(DAYS[1], after, n=n, **{"toolchain__version": "1.27.3", **changed})
    )


def test_an_upgrade_is_told_as_style_wants_it() -> None:
    cells = ((1, 1.7, 1.7), (10_000, 28, 27), (100_000, 265, 260), (1_000_000, 2551, 2498))
    tables = [upgrade(n, before, after) for n, before, after in cells]
    lines = upgrade_lines(compare_upgrades(pd.concat(tables)), {("go-goroutines", n): 3 for n in (1, 10_000, 100_000, 1_000_000)}, 204)
    assert lines == [
        "Go 1.27.3 (was 1.26.8): 12 runs measured again, 204 kept.  go-goroutines at 1,000,000: 2,551 -> 2,498 MiB, changed (-2.1 %).",
        "  Of 4 cells: 3 changed, 1 unchanged.",
    ]


def test_one_run_is_one_run() -> None:
    line = upgrade_lines(compare_upgrades(upgrade(1, 1.7, 1.7)), {("go-goroutines", 1): 1}, 0)[0]
    assert line.startswith(
        "Go 1.27.3 (was 1.26.8): 1 run measured again, 0 kept.  go-goroutines at 1: 1.70 -> 1.70 MiB, unchanged (0.0 %)."
    )


def test_a_cell_without_a_figure_says_why() -> None:
    row = compare_upgrades(upgrade(10_000, 28, 27, verdict="oom")).to_dict("records")[0]
    assert cell_words(row) == "go-goroutines at 10,000: cannot tell, no run was ok after"


def test_each_program_that_an_upgrade_touches_has_a_line() -> None:
    other = [{**record, "variant": "go-timers"} for record in runs(DAYS[0], 50, toolchain__version="1.26.8")]
    other += [{**record, "variant": "go-timers"} for record in runs(DAYS[1], 55, toolchain__version="1.27.3")]
    tables = pd.concat([upgrade(10_000, 28, 27), history(other)], ignore_index=True)
    again = {("go-goroutines", 10_000): 3, ("go-timers", 10_000): 3}
    assert upgrade_lines(compare_upgrades(tables), again, 5) == [
        "Go 1.27.3 (was 1.26.8): 6 runs measured again, 5 kept.",
        "  go-goroutines at 10,000: 28.0 -> 27.0 MiB, changed (-3.6 %).",
        "  go-timers at 10,000: 50.0 -> 55.0 MiB, changed (+10.0 %).",
    ]


def headline(**changed: object) -> str:
    table = history(runs(DAYS[0], 28), runs(DAYS[1], 27, **changed))
    return upgrade_lines(compare_upgrades(table), {}, 0)[0].partition(":")[0]


def test_the_headline_names_what_was_upgraded_or_edited() -> None:
    library = headline(program__library="tokio", program__library_version="1.54", program__digest="f" * 64)
    assert library == "go-goroutines with tokio 1.54 (was unknown)"
    assert headline(program__digest="f" * 64) == "go-goroutines edited (ffffffffffff, was 000000000552)"
    assert headline(toolchain__libc="glibc 2.41") == "C library glibc 2.41 (was glibc 2.36)"
    assert headline(wrapper_version="1.1") == "Measuring wrapper 1.1 (was 1.0)"
    assert headline(host__kernel="6.1.0-25-amd64") == "Linux 6.1 (was 6.18)"
    assert headline(host__thp_enabled="always") == "Transparent huge pages always (was madvise)"
