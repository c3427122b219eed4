"""A whole sweep on two kinds of nodes, from looking for compilers to the tables."""

from itertools import pairwise
from pathlib import Path

from tests.slurm.cluster import Cluster
from tests.slurm.conftest import FILLED_IN, Sweep
from tests.workflow.conftest import make_project

MACHINES = {"one": {"constraint": "cpua"}, "two": {"constraint": "cpub"}}
TABLES = [f"results/{name}/tables/runs.csv" for name in MACHINES]


def spans(records: list[dict]) -> list[tuple[str, float]]:
    return sorted((record["started_at"], record["wall_seconds"]) for record in records)


def test_each_class_is_found_built_and_measured_on_its_own_nodes_one_cell_at_a_time(cluster: Cluster, tmp_path: Path) -> None:
    sweep = Sweep(make_project(tmp_path / "a copy's folder"))
    sweep.fill_in(FILLED_IN)
    sweep.configure(machine=None, machines=MACHINES)
    printed = sweep.run(targets=TABLES)
    for name, node in (("one", "n1"), ("two", "n2")):
        records = sweep.records(name)
        assert len(records) == 4
        for record in records.values():
            assert (record["verdict"], record["host"]["slurm_node"]) == ("ok", node)
            assert record["host"]["cores_visible"] == 2, "the program has all processors of its node"
            assert record["memory_limit_bytes"] == 300 << 20
            assert record["host"]["slurm_job_id"]
        batches: dict[str, set[tuple[int, int]]] = {}
        for record in records.values():
            batches.setdefault(record["host"]["slurm_job_id"], set()).add((record["n"], record["repeat"]))
        assert sorted(map(sorted, batches.values())) == [[(1, 1)], [(20, 1)]]
        assert all(first < second for (first, _), (second, _) in pairwise(spans(list(records.values()))))
    assert "[8/8] " in printed
    assert not list((sweep.project.folder / "results").glob("*/unconfirmed/**/*.json"))
    assert "Nothing to be done" in sweep.run(targets=TABLES)
