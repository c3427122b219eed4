"""The comparison as a picture: each cell with its figures, the decision by colour and shape, and a word where there is nothing."""

import vl_convert
from tests.analysis.comparison.test_comparing import DAYS, history, runs

from analysis.comparison.comparing import compare_sides, compare_upgrades
from records.sides import Side
from view.charts.before_after import NOTHING, specification


def test_the_chart_shows_both_medians_and_every_decision() -> None:
    table = history(
        runs(DAYS[0], 2551, n=1_000_000),
        runs(DAYS[1], 2498, n=1_000_000, toolchain__version="1.28.0"),
        runs(DAYS[0], 28, n=10_000),
        runs(DAYS[1], 28, n=10_000, toolchain__version="1.28.0", verdict="oom"),
    )
    svg = vl_convert.vegalite_to_svg(specification(compare_upgrades(table), "Newest against the one before."))
    for text in ("2,551 → 2,498 MiB", "no run was ok after", "toolchain 1.27.3 -&gt; 1.28.0", "1,000,000 tasks", "changed", "cannot tell"):
        assert text in svg


def test_a_comparison_of_nothing_says_so() -> None:
    table = history(runs(DAYS[0], 28))
    for compared in (compare_upgrades(table), compare_sides(table, Side(toolchain="go"), Side(toolchain="rust"))):
        assert NOTHING in vl_convert.vegalite_to_svg(specification(compared, ""))
