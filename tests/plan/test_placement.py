"""What would be measured on a machine that it does not belong to is refused before anything is measured."""

from typing import Any

import pytest

from plan.configuration import read_configuration
from plan.placement import misplaced

KNOWN = ("go-goroutines",)
EPYC = "AMD EPYC 7763 64-Core Processor"


def reason(keys: dict[str, Any], *, local: bool) -> str | None:
    return misplaced(read_configuration(keys, KNOWN), local=local, here=EPYC)


@pytest.mark.parametrize(
    "keys",
    [{}, {"machine": "here"}, {"machines": {"epyc": {"cpu_model": "AMD EPYC*"}}}, {"machines": {"epyc": {"cpu_model": "amd*7763*"}}}],
)
def test_this_machine_measures_its_own_class(keys: dict[str, Any]) -> None:
    assert reason(keys, local=True) is None


@pytest.mark.parametrize("keys", [{"machine": "cluster"}, {"machines": {"epyc": {"constraint": "cpuA"}, "xeon": {"constraint": "cpuB"}}}])
def test_a_cluster_measures_every_class_that_has_a_name(keys: dict[str, Any]) -> None:
    assert reason(keys, local=False) is None


@pytest.mark.parametrize(
    ("keys", "local", "told"),
    [
        pytest.param(
            {"machines": {"epyc": {}, "xeon": {}}}, True, "epyc and xeon cannot be measured on one machine", id="two classes here"
        ),
        pytest.param({"machines": {"epyc": {"constraint": "cpuA"}}}, True, "epyc is bound to nodes with cpuA", id="nodes of a scheduler"),
        pytest.param({"machines": {"xeon": {"cpu_model": "Intel*"}}}, True, f"has the CPU model Intel*, this machine has {EPYC}", id="CPU"),
        pytest.param({}, False, "machines: names no class of nodes", id="a cluster without a name"),
    ],
)
def test_what_does_not_belong_here_is_refused_in_one_line(keys: dict[str, Any], local: bool, told: str) -> None:
    refusal = reason(keys, local=local)
    assert refusal is not None
    assert told in refusal
    assert "\n" not in refusal
