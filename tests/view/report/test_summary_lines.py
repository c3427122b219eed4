"""The three lines for the console."""

import pandas as pd
import pytest

from view.report.summary_lines import listed, summary_lines

MIB = 2**20


def row(label, primitive, n, peak=None, verdicts="ok=3", sleep=10.0):
    ok = 3 if peak else 0
    return {
        "variant": label.lower().replace(" ", "-"), "label": label, "primitive": primitive, "n": n, "runs": 3, "runs_ok": ok,
        "verdicts": verdicts, "peak_bytes_median": peak and peak * MIB, "sleep_seconds": sleep, "requested_sleep_seconds": 10.0,
    }  # fmt: skip


def lines(*rows):
    return summary_lines(pd.DataFrame(rows))


def test_the_first_line_names_the_least_of_each_kind_and_never_ranks_across_kinds():
    first, _, _ = lines(
        row("Go goroutines", "green-thread", 1_000_000, 2_626),
        row("Java virtual threads", "green-thread", 1_000_000, 1_010),
        row("Rust tokio", "scheduled-task", 1_000_000, 437),
        row("Rust threads", "os-thread", 10_000, 95.3),
        row("Rust threads", "os-thread", 1, 2.1),
        row("Rust threads", "os-thread", 1_000_000, None, "unsupported=3"),
    )
    assert first == (
        "Least memory at 1,000,000 tasks, by kind: OS thread Rust threads 95.3 MiB (at 10,000); "
        "green thread Java virtual threads 1,010 MiB; scheduled task Rust tokio 437 MiB."
    )


def test_the_second_line_says_what_the_figures_rest_on_and_which_sleep_was_longer():
    _, second, _ = lines(row("Elixir tasks", "green-thread", 1_000_000, 3_986, sleep=30.0), row("Node", "timer", 1, None, "timeout=3"))
    assert second == (
        "3 of 6 runs are ok, and only those count. Longer sleep needed to have all tasks alive at once: Elixir tasks at 1,000,000 (30 s)."
    )


def test_the_third_line_says_what_is_missing_by_reason_and_where():
    _, _, third = lines(
        row("Native image", "green-thread", 1, None, "toolchain_missing=3"),
        row("Native image", "green-thread", 10, None, "toolchain_missing=3"),
        row("Rust threads", "os-thread", 1, 2.1),
        row("Rust threads", "os-thread", 10, None, "unsupported=3"),
    )
    assert third == "Not measured. Toolchain missing: Native image. Above OS-thread limit: Rust threads at 10."


def test_a_complete_sweep_says_so():
    assert lines(row("Go", "green-thread", 1, 2))[2] == "Nothing is missing: every variant was measured at every N."


def test_a_sweep_without_any_ok_run_says_so():
    assert lines(row("Go", "green-thread", 1, None, "oom=3"))[0] == "No run was ok: there is no figure to show."


@pytest.mark.parametrize(("names", "expected"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
def test_names_are_listed_as_one_says_them(names, expected):
    assert listed(names) == expected
