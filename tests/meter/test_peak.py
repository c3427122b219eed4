"""The peak is decided from values alone."""

import pytest

from meter.peak import MIB, Highest, Peak, decide_peak, held_together, is_clear, is_clearly_above, is_tree, series_missed

FLOOR = MIB
SETTLED = {"main_read_seconds": 1.0}


@pytest.mark.parametrize(
    ("highest", "max_rss", "expected"),
    [
        pytest.param(Highest(100 * MIB, **SETTLED, tree_resident=100 * MIB), 99 * MIB, Peak(100 * MIB, "hwm"), id="one process"),
        pytest.param(Highest(100 * MIB, **SETTLED), 120 * MIB, Peak(120 * MIB, "ru_maxrss"), id="a spike before the exit"),
        pytest.param(Highest(MIB // 2, **SETTLED), 2 * MIB, Peak(MIB // 2, "hwm"), id="ru_maxrss may be the launcher's"),
        pytest.param(Highest(), 64 * MIB, Peak(64 * MIB, "ru_maxrss"), id="never sampled, but clearly above the floor"),
        pytest.param(Highest(), 2 * MIB, Peak(None, "none"), id="never sampled, and the figure may be the launcher's"),
        pytest.param(Highest(12288, 0.001), MIB, Peak(None, "none"), id="sampled only in the middle of exec"),
        pytest.param(Highest(MIB, 0.001), MIB, Peak(MIB, "hwm"), id="sampled early, and nothing came after"),
        pytest.param(Highest(), None, Peak(None, "none"), id="never ran"),
        pytest.param(Highest(MIB, 1.0, with_huge_pages=33 * MIB), MIB, Peak(33 * MIB, "huge_pages"), id="huge pages are in no other mark"),
        pytest.param(Highest(90 * MIB, 1.0, with_huge_pages=33 * MIB), MIB, Peak(90 * MIB, "hwm"), id="more before it had huge pages"),
        pytest.param(
            Highest(512 * MIB, 1.0, 512 * MIB, None, 4600 * MIB, 4088 * MIB, 557 * MIB),
            512 * MIB,
            Peak(557 * MIB, "pss_sampled"),
            id="a tree",
        ),
        pytest.param(
            Highest(MIB, 1.0, 300 * MIB, None, 301 * MIB, 300 * MIB, 20 * MIB),
            MIB,
            Peak(300 * MIB, "hwm"),
            id="a child that PSS saw too early",
        ),
        pytest.param(
            Highest(512 * MIB, 1.0, 512 * MIB, None, 516 * MIB, 4 * MIB, 600 * MIB),
            None,
            Peak(512 * MIB, "hwm"),
            id="a small helper is no tree",
        ),
    ],
)
def test_the_peak_is_the_highest_figure_that_can_be_trusted(highest: Highest, max_rss: int | None, expected: Peak) -> None:
    assert decide_peak(highest, max_rss, FLOOR) == expected


def test_ru_maxrss_counts_only_clearly_above_the_floor() -> None:
    floor = 400 * MIB
    assert not is_clear(int(1.05 * floor) + MIB, floor)
    assert is_clear(int(1.05 * floor) + MIB + 1, floor)
    assert not is_clear(None, 0)


@pytest.mark.parametrize(
    ("resident", "others", "expected"),
    [
        (100 * MIB, 2 * MIB, True),
        (100 * MIB, 2 * MIB - 1, False),
        (1000 * MIB, 8 * MIB, True),
        (1000 * MIB, 8 * MIB - 1, False),
        (None, 0, False),
    ],
)
def test_other_processes_matter_from_two_percent_or_eight_mib(resident: int | None, others: int, expected: bool) -> None:
    assert is_tree(resident, others) is expected


@pytest.mark.parametrize(
    ("anonymous", "charged", "cores", "expected"),
    [
        pytest.param(50 * MIB, 0, 2, True, id="a program of 50 MiB beside an empty group"),
        pytest.param(100 * MIB, 100 * MIB, 2, False, id="the same"),
        pytest.param(8 * MIB, 0, 2, False, id="too little to tell"),
        pytest.param(24 * MIB, 0, 64, False, id="the counters of 64 cores may lag so far behind"),
        pytest.param(1000 * MIB, 985 * MIB, 2, False, id="within two percent and eight MiB"),
        pytest.param(None, 0, 2, False, id="not known"),
    ],
)
def test_more_anonymous_memory_than_the_group_is_charged_with_is_impossible(
    anonymous: int | None, charged: int, cores: int, expected: bool
) -> None:
    assert is_clearly_above(anonymous, charged, cores) is expected


def test_a_series_that_never_saw_98_percent_of_the_peak_says_so() -> None:
    peak = Peak(100, "hwm")
    assert series_missed(peak, Highest(tree_resident=97))
    assert not series_missed(peak, Highest(tree_resident=98))
    assert not series_missed(Peak(None, "none"), Highest())


@pytest.mark.parametrize("method", ["pss_sampled", "hwm"])
def test_pss_of_a_tree_read_below_the_highest_sum_says_so(method: str) -> None:
    peak = Peak(60, method)
    assert series_missed(peak, Highest(tree_resident=100, tree_resident_others=50, resident_at_proportional=97))
    assert not series_missed(peak, Highest(tree_resident=100, tree_resident_others=50, resident_at_proportional=98))
    assert series_missed(peak, Highest(tree_resident=100, tree_resident_others=50)), "never read at all"


TOGETHER = Highest(MIB, 1.0, 100 * MIB, None, 203 * MIB, 202 * MIB, 9 * MIB, None, 10 * MIB, 200 * MIB, 203 * MIB, 202 * MIB)


def test_what_several_processes_were_charged_with_rules_only_above_what_its_counters_err() -> None:
    assert decide_peak(TOGETHER, MIB, FLOOR, 99 * MIB) == Peak(200 * MIB, "charged_sampled")
    assert decide_peak(TOGETHER, MIB, FLOOR, 100 * MIB) == Peak(100 * MIB, "hwm")


@pytest.mark.parametrize(
    ("resident", "anonymous", "mapped", "expected"),
    [
        pytest.param(203, 200, 1, 201, id="two children with memory of their own"),
        pytest.param(4600, 512, 1, 513, id="children that share it"),
        pytest.param(203, 300, 1, 203, id="huge pages that are mapped only in part"),
    ],
)
def test_processes_surely_hold_what_they_are_charged_with_and_what_one_of_them_maps(
    resident: int, anonymous: int, mapped: int, expected: int
) -> None:
    assert held_together(resident, anonymous, mapped) == expected


def test_a_tree_charged_with_more_than_in_any_sample_says_so() -> None:
    peak = Peak(200 * MIB, "charged_sampled")
    assert not series_missed(peak, TOGETHER, 203 * MIB)
    assert series_missed(peak, TOGETHER, 300 * MIB)
    assert not series_missed(peak, TOGETHER, 300 * MIB, 100 * MIB), "the counters of many cores lag"
    assert series_missed(Peak(100 * MIB, "hwm"), TOGETHER), "one process where there were several"
    assert not series_missed(Peak(100 * MIB, "hwm"), Highest(100 * MIB, tree_resident=100 * MIB, charged=90 * MIB), 300 * MIB), (
        "one process, whose mark is exact: the rest is page cache"
    )
