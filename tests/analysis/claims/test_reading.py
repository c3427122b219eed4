"""A claims file becomes values, or one line that says where it is wrong and what would be right."""

from pathlib import Path

import pytest

from analysis.claims.reading import read_claims
from analysis.claims.rules import Bound, Count, Extreme, Growth, Order, Ratio, Term
from common.command_line import UserError
from editing import replaced_once

PROGRAMS = ("go-goroutines", "rust-threads", "rust-tokio", "rust-async-std", "java-threads")
FILE = """\
posts:
  2023: {{name: 2023 post, url: https://example.org/, figures: {{pkolaczk-2023: 2023 post}}}}
groups:
  spawned: [rust-*, "!rust-threads"]
claims:
  - id: one
    post: 2023
    statement: Go takes more.
    tasks: [1000]
    rule: {rule}
"""


def read(folder: Path, rule: str, text: str = FILE):
    path = folder / "claims.yaml"
    path.write_text(text.format(rule=rule))
    return read_claims(path, PROGRAMS, ["pkolaczk-2023", "hez2010-2024"])


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("order: [rust-*, go-*]", Order((Term(("rust-async-std", "rust-threads", "rust-tokio")), Term(("go-goroutines",))))),
        ("order: [spawned, go-*]", Order((Term(("rust-async-std", "rust-tokio")), Term(("go-goroutines",))))),
        (
            "ratio: {of: go-*, to: {least: spawned}, more_than: 12}",
            Ratio(Term(("go-goroutines",)), Term(("rust-async-std", "rust-tokio"), "least"), {"more_than": 12}),
        ),
        ("bound: {of: go-*, at_most: 2}", Bound(Term(("go-goroutines",)), {"at_most": 2 * 2**20})),
        (
            "count: {of: {every: rust-*, tasks: 1}, above: 2, at_least: 3}",
            Count(Term(("rust-async-std", "rust-threads", "rust-tokio"), "every", 1), 2 * 2**20, 3),
        ),
        (
            "most: {variants: go-*, among: ['*'], without: rust-*}",
            Extreme(Term(("go-goroutines",), "most"), Term(("java-threads",), "most"), largest=True),
        ),
        ("growth: {of: go-*, from: 1, less_than: 2, plus: 8}", Growth(Term(("go-goroutines",)), 1, 8 * 2**20, {"less_than": 2})),
    ],
)
def test_names_and_patterns_become_variants_and_mib_become_bytes(tmp_path, rule, expected):
    (claim,) = read(tmp_path, f"[{{{rule}}}]")
    assert claim.rule == (expected,)
    assert claim.post.name == "2023 post"


def test_limits_of_time_are_seconds(tmp_path):
    (claim,) = read(tmp_path, "[{bound: {of: go-*, more_than: 2}, quantity: late}]")
    assert claim.rule == (Bound(Term(("go-goroutines",)), {"more_than": 2}, "late"),)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        pytest.param(
            "[{order: [go-gorutines, rust-*]}]", "one: rule.0.order.0: 'go-gorutines' matches no program and no group", id="a slip"
        ),
        pytest.param("[{orders: [go-*, rust-*]}]", "one.rule.0: orders is not a key here; the keys are bound, count", id="no such kind"),
        pytest.param("[{order: [go-*]}]", "one.rule.0.order: ['go-*'] is too short", id="an order of one"),
        pytest.param("[{ratio: {of: go-*, more_than: 2}}]", "one.rule.0.ratio: to is missing", id="a ratio to nothing"),
        pytest.param(
            "[{ratio: {of: go-*, to: rust-*, more_than: 2}}]",
            "rule.0.ratio.to: rust-async-std, rust-threads, rust-tokio are several",
            id="a ratio to several",
        ),
        pytest.param("[{bound: {of: go-*, less_then: 2}}]", "less_then is not a key here", id="a limit that is none"),
        pytest.param(
            "[{bound: {of: go-*, at_least: 3, at_most: 2}}]",
            "rule.0.bound: needs more_than, at_least, less_than or at_most",
            id="limits the wrong way",
        ),
        pytest.param(
            "[{bound: {of: go-*, at_most: 1}, least: {variants: go-*, among: ['*']}}]",
            "rule.0: has bound and least; a check is exactly one of",
            id="two kinds at once",
        ),
        pytest.param("[{quantity: cpu}]", "rule.0: has no kind; a check is exactly one of order", id="no kind"),
        pytest.param("[{least: {variants: go-*, among: rust-*}}]", "rule.0.least: go-goroutines must be among", id="not among them"),
        pytest.param(
            "[{count: {of: go-*, above: 1, at_least: 2}}]", "rule.0.count.at_least: 2 is more than the 1 variants", id="more than there are"
        ),
        pytest.param(
            "[{order: [{least: go-*, most: go-*}, rust-*]}]",
            "rule.0.order.0: says least and most of every, least, most, median",
            id="least and most",
        ),
        pytest.param("[{order: [{every: go-*, without: go-*}, rust-*]}]", "rule.0.order.0: without: leaves no variant", id="nothing left"),
        pytest.param("[{bound: {of: go-*, at_most: .inf}}]", "is not a number that can be used", id="infinity"),
    ],
)
def test_a_mistake_in_a_rule_is_one_line_with_file_claim_and_place(tmp_path, rule, told):
    with pytest.raises(UserError) as refused:
        read(tmp_path, rule)
    line = str(refused.value)
    assert told in line
    assert line.startswith(f"{tmp_path / 'claims.yaml'}: ")
    assert "\n" not in line


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        pytest.param("post: 2023", "post: 2025", "one: post: 2025 is not among the posts; there are 2023", id="unknown post"),
        pytest.param(
            "pkolaczk-2023:",
            "pkolaczk-2032:",
            "posts.2023.figures: no published figures of pkolaczk-2032; there are those of hez2010-2024, pkolaczk-2023",
            id="unknown source",
        ),
        pytest.param("tasks: [1000]", "tasks: [0]", "one.tasks.0: 0 is less than the minimum of 1", id="no tasks"),
        pytest.param("    statement: Go takes more.\n", "", "one: statement is missing", id="no statement"),
        pytest.param("id: one", "id: Go is heavy", "claims.yaml: Go is heavy.id: 'Go is heavy' does not match", id="an id that is none"),
        pytest.param("spawned: [rust-*", "spawned: [rost-*", "groups.spawned: 'rost-*' matches no program", id="a group of nothing"),
        pytest.param("https://example.org/", "example.org", "posts.2023.url: 'example.org' does not match", id="no address"),
    ],
)
def test_a_mistake_beside_the_rules_is_one_line_too(tmp_path, old, new, told):
    with pytest.raises(UserError, match=r"^[^\n]*$") as refused:
        read(tmp_path, "[{order: [spawned, go-*]}]", replaced_once(FILE, old, new))
    assert told in str(refused.value)


def test_an_id_stands_once(tmp_path):
    claim = FILE[FILE.index("  - id: one") :]
    with pytest.raises(UserError, match="one: there are two claims of this id"):
        read(tmp_path, "[{order: [rust-*, go-*]}]", FILE + claim)


def test_a_file_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(UserError, match=r"claims.yaml: cannot be read"):
        read_claims(tmp_path / "claims.yaml", PROGRAMS)
