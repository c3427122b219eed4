"""Each claim of config/claims.yaml comes out all three ways: by tables in which it holds, does not hold, or depends on what is missing.

The tables are the figures that the claim's own post published, with a few cells changed, added or taken out.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from analysis.claims.judging import NOT_MEASURED, NOT_REPRODUCED, REPRODUCED, judge
from analysis.claims.looking_up import Cell, Figures, Value, read_published
from analysis.claims.reading import read_claims
from programs.describing import load_programs

CONFIG = Path(__file__).resolve().parents[3] / "config"
LABELS = {program.id: program.label for program in load_programs().values()}
PUBLISHED = read_published(CONFIG / "reference/published_results.csv", LABELS)
CLAIMS = {claim.id: claim for claim in read_claims(CONFIG / "claims.yaml", LABELS, PUBLISHED)}
YES, NO, OPEN = REPRODUCED, NOT_REPRODUCED, NOT_MEASURED
M, K10, K100 = 1_000_000, 10_000, 100_000

# Programs of these groups that the post did not have.
MORE_2023 = {(name, 1): 3 for name in ("rust-tokio-join-all", "rust-async-std-join-all")} | {
    (name, 1): 40 for name in ("csharp-task-delay", "node-async", "python-asyncio-gather")
}
LATE_2023 = {(name, M): ("late", 3) for name in ("go-goroutines", "java-virtual-threads", "python-asyncio", "elixir-tasks")} | {
    (name, M): ("late", 1) for name in ("rust-tokio", "rust-async-std", "csharp-task-run")
}
STOPPED = {("rust-threads", K100): "stopped", ("java-threads", K100): "stopped"}

# Claim, changed cells (MiB; or a quantity and seconds; "stopped" by a limit; None: not measured), outcome.
CASES = [
    ("2023-native-least", MORE_2023, YES),
    ("2023-native-least", MORE_2023 | {("python-asyncio", 1): 2.9}, NO),
    ("2023-native-least", MORE_2023 | {("go-goroutines", 1): 17.4}, NO),
    ("2023-native-least", MORE_2023 | {("elixir-tasks", 1): None}, OPEN),
    ("2023-dotnet-base", {}, YES),
    ("2023-dotnet-base", {("elixir-tasks", 1): 131.2}, NO),
    ("2023-dotnet-base", {("elixir-tasks", 1): None}, OPEN),
    ("2023-java-threads-250", {}, YES),
    ("2023-java-threads-250", {("java-threads", K10): 301}, NO),
    ("2023-java-threads-250", {("csharp-task-run", K10): None}, OPEN),
    ("2023-rust-threads-light", {("python-asyncio", 1): 48.4}, YES),
    ("2023-rust-threads-light", {}, NO),
    ("2023-rust-threads-light", {("python-asyncio", 1): None}, OPEN),
    ("2023-rust-threads-light", {("rust-threads", K10): 36, ("python-asyncio", 1): None}, YES),
    ("2023-go-vs-threads", {}, YES),
    ("2023-go-vs-threads", {("rust-threads", K10): 95.5}, NO),
    ("2023-go-vs-threads", {("rust-threads", K10): None}, OPEN),
    ("2023-go-6x", {}, YES),
    ("2023-go-6x", {("rust-async-std", K10): 4.5, ("go-goroutines", K10): 27}, NO),
    ("2023-go-6x", {("go-goroutines", K10): None}, OPEN),
    ("2023-go-6x", {("rust-async-std", K10): None}, YES),
    ("2023-threads-stop", STOPPED, YES),
    ("2023-threads-stop", STOPPED | {("java-threads", K100): 2000}, NO),
    ("2023-threads-stop", {("rust-threads", K100): "stopped"}, OPEN),
    ("2023-go-behind", {}, YES),
    ("2023-go-behind", {("java-virtual-threads", K100): 270}, NO),
    ("2023-go-behind", {("rust-tokio", K100): None}, OPEN),
    ("2023-dotnet-flat", {}, YES),
    ("2023-dotnet-flat", {("csharp-task-run", K100): 157.4}, NO),
    ("2023-dotnet-flat", {("csharp-task-run", 1): None}, OPEN),
    ("2023-elixir-limit", {}, OPEN),
    ("2023-elixir-limit", {("elixir-tasks", M): "stopped"}, NO),
    ("2023-tokio-leads", {}, YES),
    ("2023-tokio-leads", {("csharp-task-run", M): 530}, NO),
    ("2023-tokio-leads", {("elixir-tasks", M): None}, OPEN),
    ("2023-go-12x", {}, YES),
    ("2023-go-12x", {("go-goroutines", M): 2300}, NO),
    ("2023-go-12x", {("java-virtual-threads", M): None}, OPEN),
    ("2023-go-12x", {("rust-async-std", M): None}, YES),
    ("2023-elixir-size", {("elixir-tasks", M): 2615}, YES),
    ("2023-elixir-size", {}, NO),
    ("2023-elixir-size", {("elixir-tasks", M): None}, OPEN),
    ("2023-over-12-seconds", LATE_2023 | {("node-promises", M): ("late", 2.1)}, YES),
    ("2023-over-12-seconds", LATE_2023 | {("node-promises", M): ("late", 2)}, NO),
    ("2023-over-12-seconds", LATE_2023, OPEN),
    ("2024-static-least", {}, YES),
    ("2024-static-least", {("go-goroutines", 1): 2}, NO),
    ("2024-static-least", {("java-graalvm-native-image", 1): None}, OPEN),
    ("2024-go-smallest", {}, YES),
    ("2024-go-smallest", {("rust-tokio-join-all", 1): 3}, NO),
    ("2024-go-smallest", {("java-graalvm-native-image", 1): None}, OPEN),
    ("2024-native-image", {}, YES),
    ("2024-native-image", {("java-graalvm-native-image", 1): 21}, NO),
    ("2024-native-image", {("java-graalvm-native-image", 1): None}, OPEN),
    ("2024-graalvm-heavy", {}, YES),
    ("2024-graalvm-heavy", {("java-graalvm-virtual-threads", 1): 90}, NO),
    ("2024-graalvm-heavy", {("java-graalvm-virtual-threads", 1): None}, OPEN),
    ("2024-rust-flat", {}, YES),
    ("2024-rust-flat", {("rust-async-std-join-all", K10): 18.6}, NO),
    ("2024-rust-flat", {("rust-async-std-join-all", 1): None}, OPEN),
    ("2024-rust-flat", {("csharp-nativeaot-task-delay", K10): 12}, NO),
    ("2024-go-grows", {}, YES),
    ("2024-go-grows", {("go-goroutines", 1): 7}, NO),
    ("2024-go-grows", {("java-graalvm-native-image", K10): None}, OPEN),
    ("2024-vm-beats-static", {("java-graalvm-native-image", K10): 30}, YES),
    ("2024-vm-beats-static", {}, NO),
    ("2024-vm-beats-static", {("java-graalvm-native-image", K10): None}, OPEN),
    ("2024-vm-beats-static", {("java-graalvm-native-image", K10): None, ("go-goroutines", K10): 28}, NO),
    ("2024-aot-leads", {}, YES),
    ("2024-aot-leads", {("rust-tokio-join-all", K100): 22.8}, NO),
    ("2024-aot-leads", {("java-graalvm-native-image", K100): None}, OPEN),
    ("2024-go-behind", {}, YES),
    ("2024-go-behind", {("node-promises", K100): 300}, NO),
    ("2024-go-behind", {("java-graalvm-virtual-threads", K100): None}, OPEN),
    ("2024-csharp-wins", {}, YES),
    ("2024-csharp-wins", {("rust-tokio-join-all", M): 186, ("csharp-nativeaot-task-delay", M): 187}, NO),
    ("2024-csharp-wins", {("java-graalvm-native-image", M): None}, OPEN),
    ("2024-go-13x", {("csharp-nativeaot-task-delay", M): 198}, YES),
    ("2024-go-13x", {}, NO),
    ("2024-go-13x", {("go-goroutines", M): None}, OPEN),
    ("2024-go-13x", {("csharp-nativeaot-task-delay", M): 198, ("java-graalvm-native-image", M): None}, YES),
    ("take2-join-all-smallest", {}, YES),
    ("take2-join-all-smallest", {("go-goroutines", 1): 2}, NO),
    ("take2-join-all-smallest", {("java-graalvm-native-image", 1): None}, OPEN),
    ("take2-under-10", {}, YES),
    ("take2-under-10", {("rust-tokio", K10): 10}, NO),
    ("take2-under-10", {("rust-tokio", K10): None}, OPEN),
    ("take2-like-csharp", {}, YES),
    ("take2-like-csharp", {("go-goroutines", K10): 40}, NO),
    ("take2-like-csharp", {("java-graalvm-native-image", K10): None}, OPEN),
    ("take2-rust-leads", {}, YES),
    ("take2-rust-leads", {("csharp-nativeaot-task-delay", K100): 22}, NO),
    ("take2-rust-leads", {("java-graalvm-native-image", K100): None}, OPEN),
    ("take2-late", {}, YES),
    ("take2-late", {("java-virtual-threads", M): ("late", 2)}, NO),
    ("take2-late", {("python-asyncio-gather", M): None}, OPEN),
    ("take2-go-in-time", {}, YES),
    ("take2-go-in-time", {("go-goroutines", M): ("late", 2.9)}, NO),
    ("take2-go-in-time", {("java-graalvm-native-image", M): None}, OPEN),
    ("take2-rust-cpu", {}, YES),
    ("take2-rust-cpu", {("csharp-task-delay", M): ("cpu", 1.3)}, NO),
    ("take2-rust-cpu", {("java-graalvm-native-image", M): None}, OPEN),
    ("take2-java-cpu", {}, YES),
    ("take2-java-cpu", {("python-asyncio-gather", M): ("cpu", 37)}, NO),
    ("take2-java-cpu", {("python-asyncio-gather", K100): None}, OPEN),
]


def changed(cell: Cell, change) -> Cell:
    """A cell with one figure changed, or as one that has none."""
    if change in (None, "stopped"):
        return Cell(stopped=True if change else None, missing="above a limit" if change else "toolchain missing")
    quantity, value = change if isinstance(change, tuple) else ("peak", change * 2**20)
    return replace(cell, values={**cell.values, quantity: Value(value, value, value)}, stopped=False)


def table(claim, changes) -> Figures:
    """The figures of the claim's own post, with changes."""
    cells = dict(PUBLISHED[next(iter(claim.post.figures))].cells)
    return Figures({**cells, **{key: changed(cells.get(key, Cell()), change) for key, change in changes.items()}}, LABELS)


@pytest.mark.parametrize(
    ("identity", "changes", "outcome"), [pytest.param(*case, id=f"{case[0]} {case[2]} {n}") for n, case in enumerate(CASES)]
)
def test_each_claim_comes_out_as_its_table_says(identity, changes, outcome):
    claim = CLAIMS[identity]
    assert judge(claim, table(claim, changes)).outcome == outcome


def test_each_claim_is_tried_all_three_ways():
    tried = {(identity, outcome) for identity, _, outcome in CASES}
    assert {identity for identity, *_ in CASES} == set(CLAIMS)
    # What no program here does cannot be reproduced.
    assert {(identity, outcome) for identity in CLAIMS for outcome in (YES, NO, OPEN)} - tried == {("2023-elixir-limit", YES)}
