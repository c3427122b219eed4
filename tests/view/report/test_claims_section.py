"""The page's section of claims: counts, and a table for each post with symbol and word."""

import pandas as pd

from view.charts.sweep_tables import read_sweep
from view.report.claims_section import claims_words

ROW = {
    "id": "one",
    "source": "2023 post",
    "n": "1",
    "statement": "s",
    "here": "h",
    "published": "p",
    "reason": "",
    "url": "https://example.org/",
}


def test_claims_stand_by_post_in_their_order_with_a_symbol_beside_the_word():
    rows = [
        ROW | {"outcome": "reproduced"},
        ROW | {"source": "Take 2", "outcome": "not measured"},
        ROW | {"id": "two", "outcome": "not reproduced"},
    ]
    shown = claims_words(pd.DataFrame(rows))
    assert shown["counts"] == "Claims of the posts: 1 reproduced, 1 not reproduced, 1 not measured."
    assert [(post["name"], [(row["id"], row["symbol"], row["style"]) for row in post["rows"]]) for post in shown["posts"]] == [
        ("2023 post", [("one", "✓", "reproduced"), ("two", "✕", "not-reproduced")]),
        ("Take 2", [("one", "\N{EN DASH}", "not-measured")]),
    ]


def test_without_a_table_of_claims_there_is_nothing_to_show(sweep_folder):
    assert claims_words(None) is None
    claims = read_sweep(sweep_folder / "tables").claims
    assert len(claims_words(claims)["posts"]) == 3
