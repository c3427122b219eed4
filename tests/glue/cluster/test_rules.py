"""Which jobs take a node of the cluster."""

import re
from pathlib import Path

from glue.placement import NODE_RULES

PROJECT = Path(__file__).parents[3]


def test_a_rule_either_depends_on_the_node_or_runs_where_snakemake_does() -> None:
    texts = [path.read_text() for path in [PROJECT / "Snakefile", *(PROJECT / "rules").glob("*.smk")]]
    rules = {name for text in texts for name in re.findall(r"^rule (\w+):", text, re.MULTILINE)}
    listed = re.search(r"^localrules:\n((?:    \w+,\n)+)", texts[0], re.MULTILINE)
    assert listed
    local = set(re.findall(r"\w+", listed[1]))
    assert local <= rules
    assert not local & NODE_RULES
    assert rules - local <= NODE_RULES, "list it under localrules: in the Snakefile"
