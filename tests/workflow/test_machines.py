"""One run sweeps several machine classes, each on nodes of its own. A stand-in scheduler plays nodes with other tools and processors."""

import json
import shlex
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest
from tests.workflow.conftest import PROJECT, Project, make_project

from editing import edit, replaced_once

# Runs a job script as the node that its constraint selects would: with that node's tools and processor.
SCHEDULER = """\
import json, os, re, subprocess, sys
from pathlib import Path
script = sys.argv[-1]
job = json.loads(re.search(r"^# properties = (.*)$", Path(script).read_text(), re.MULTILINE)[1])
constraint = job["resources"].get("constraint")
with open("submitted.jsonl", "a") as file:
    file.write(json.dumps([job["rule"], job["wildcards"]["machine"], constraint]) + "\\n")
node = json.loads(Path("nodes.json").read_text()).get(constraint, {})
path = os.pathsep.join([os.path.abspath(f"nodes/{constraint}"), os.environ["PATH"]])
subprocess.run(["sh", script], env={**os.environ, **node, "PATH": path}, stdout=sys.stderr)  # says itself how it ended
print(1)
"""
EPYC = {"STAND_IN_CPU": "Stand-in EPYC", "SLURMD_NODENAME": "node1"}
XEON = {"STAND_IN_CPU": "Stand-in Xeon", "SLURMD_NODENAME": "node2"}
CONFIG = """\
variants: [alpha-tasks]
tasks: [1]
repeats: 1
sleep_seconds: 0.2
longer_sleep_seconds: []
"""
ONE = CONFIG + 'machines: {epyc: {constraint: cpuA, cpu_model: "*EPYC"}}\n'
TWO = CONFIG + 'machines: {epyc: {constraint: cpuA, cpu_model: "*EPYC"}, xeon: {constraint: cpuB}}\n'
EVERYTHING = ("results/epyc/tables/runs.csv", "results/xeon/tables/runs.csv")
ON_A_NODE = ["describe_machine", "find_toolchain", "compile_program", "measure_run"]


def install(project: Project, constraint: str, version: str) -> None:
    """The compiler of alpha on the nodes with a constraint."""
    project.install("alphac", version)
    folder = project.folder / "nodes" / constraint
    folder.mkdir(parents=True, exist_ok=True)
    (project.tools / "alphac").replace(folder / "alphac")


def on_cluster(project: Project) -> list[str]:
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(project.folder / 'scheduler.py'))}"
    soon = ["--seconds-between-status-checks", "1", "--max-status-checks-per-second", "20"]
    return ["--executor", "cluster-generic", "--cluster-generic-submit-cmd", command, "--jobs", "4", *soon]


def record(project: Project, machine: str, repeat: int = 1) -> Path:
    return project.folder / "results" / machine / f"runs/alpha-tasks/n=1/sleep=0.2/repeat={repeat}.json"


def planned(project: Project, machine: str) -> Counter[str]:
    jobs = project.planned(target=f"results/{machine}/tables/runs.csv")
    return Counter({name: count for name, count in jobs.items() if " " not in name})


@pytest.fixture(scope="module")
def swept_cluster(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Two classes, swept in one run. Never changed by a test: see `cluster`."""
    project = make_project(tmp_path_factory.mktemp("cluster") / "a copy's folder")
    host = project.folder / "scripts/meter/host.py"
    edit(host, '"cpu_model": _cpu_model()', '"cpu_model": os.environ.get("STAND_IN_CPU") or _cpu_model()')
    project.write("scheduler.py", SCHEDULER)
    project.write("nodes.json", json.dumps({"cpuA": EPYC, "cpuB": XEON}))
    install(project, "cpuA", "1.0")
    install(project, "cpuB", "2.0")
    project.write("config/config.yaml", TWO)
    output = project.run(*EVERYTHING, *on_cluster(project), target="")
    assert "2 cells: 2 to measure now (1 on epyc, 1 on xeon), 0 kept from before." in output
    assert "one at a time on each node" in output
    return project


@pytest.fixture
def cluster(swept_cluster: Project, tmp_path: Path) -> Project:
    """A copy of it, for one test to change."""
    folder = tmp_path / swept_cluster.folder.name
    shutil.copytree(swept_cluster.folder, folder, symlinks=True)
    return Project(folder)


def test_each_class_is_looked_at_built_and_measured_on_its_own_nodes(swept_cluster: Project) -> None:
    jobs = [json.loads(line) for line in (swept_cluster.folder / "submitted.jsonl").read_text().splitlines()]
    assert {(rule, machine): constraint for rule, machine, constraint in jobs if rule in ON_A_NODE} == {
        (rule, machine): constraint for machine, constraint in (("epyc", "cpuA"), ("xeon", "cpuB")) for rule in ON_A_NODE
    }
    assert {rule for rule, _, _ in jobs} == set(ON_A_NODE), "tables and charts are made where Snakemake runs"
    rows = {machine: json.loads(record(swept_cluster, machine).read_text()) for machine in ("epyc", "xeon")}
    assert {machine: (row["verdict"], row["toolchain"]["version"], row["host"]["cpu_model"]) for machine, row in rows.items()} == {
        "epyc": ("ok", "1.0", "Stand-in EPYC"),
        "xeon": ("ok", "2.0", "Stand-in Xeon"),
    }
    assert rows["xeon"]["host"]["slurm_node"] == "node2"
    described = json.loads((swept_cluster.folder / "results/xeon/machine.json").read_text())
    assert (described["name"], described["cpu_model"]) == ("xeon", "Stand-in Xeon")


def test_a_swept_cluster_has_nothing_to_do(cluster: Project) -> None:
    assert "Nothing to be done" in cluster.run(*EVERYTHING, *on_cluster(cluster), target="")


def test_another_class_touches_only_its_own_folder(cluster: Project) -> None:
    shutil.rmtree(cluster.folder / "results/xeon")
    assert planned(cluster, "epyc") == Counter()
    assert planned(cluster, "xeon") == Counter([*ON_A_NODE, "make_tables"])
    cluster.write("config/config.yaml", ONE)
    assert planned(cluster, "epyc") == Counter()


def test_another_constraint_or_processor_that_is_asked_for_stales_nothing(cluster: Project) -> None:
    cluster.write("config/config.yaml", replaced_once(replaced_once(TWO, "constraint: cpuA", "constraint: rome"), "*EPYC", "Stand-in*"))
    assert planned(cluster, "epyc") == Counter()


def test_an_upgrade_on_the_nodes_is_seen_when_they_are_looked_at_again(cluster: Project) -> None:
    install(cluster, "cpuA", "1.5")
    assert planned(cluster, "epyc") == Counter()
    cluster.run("toolchains", "--forcerun", "find_toolchain", *on_cluster(cluster), target="")
    assert planned(cluster, "epyc") == Counter(["compile_program", "measure_run", "make_tables"])
    assert planned(cluster, "xeon") == Counter()


def test_an_upgrade_on_the_nodes_that_nobody_looked_at_is_measured_by_no_job(cluster: Project) -> None:
    install(cluster, "cpuA", "1.5")
    finished = cluster.snakemake("--config", "repeats=2", *on_cluster(cluster), target="results/epyc/tables/runs.csv")
    assert finished.returncode == 1
    told = [line.strip() for line in finished.stdout.splitlines() if "is not what was found there" in line]
    assert len(told) == 1
    assert "alphac version 1.5; it was alphac version 1.0. Look for it again: snakemake toolchains --forcerun find_toolchain" in told[0]
    assert not record(cluster, "epyc", 2).exists()
    assert record(cluster, "epyc", 1).exists()


def test_a_node_that_is_not_like_its_class_measures_nothing(cluster: Project) -> None:
    cluster.write("nodes.json", json.dumps({"cpuA": {**EPYC, "STAND_IN_CPU": "Newer EPYC", "SLURMD_NODENAME": "node7"}}))
    finished = cluster.snakemake("--config", "repeats=2", *on_cluster(cluster), target="results/epyc/tables/runs.csv")
    assert finished.returncode == 1
    told = [line.strip() for line in finished.stdout.splitlines() if "is not like the machine of" in line]
    assert len(told) == 1
    assert told[0].startswith("node node7 ")
    assert "results/epyc/machine.json: CPU model Newer EPYC, not Stand-in EPYC." in told[0]
    assert not record(cluster, "epyc", 2).exists()


def test_a_first_node_with_another_processor_than_declared_measures_nothing(cluster: Project) -> None:
    shutil.rmtree(cluster.folder / "results/epyc")
    cluster.write("nodes.json", json.dumps({"cpuA": XEON}))
    finished = cluster.snakemake(*on_cluster(cluster), target="results/epyc/tables/runs.csv")
    assert finished.returncode == 1
    assert "has the CPU model Stand-in Xeon, and machines: epyc asks for *EPYC." in finished.stdout
    assert not (cluster.folder / "results/epyc/machine.json").exists()


@pytest.mark.parametrize(
    ("config", "told"),
    [(TWO, "machines: epyc and xeon cannot be measured on one machine"), (ONE, "machines: epyc is bound to nodes with cpuA")],
)
def test_classes_of_a_cluster_are_not_measured_on_this_machine(cluster: Project, config: str, told: str) -> None:
    cluster.write("config/config.yaml", config)
    finished = cluster.snakemake("--config", "repeats=2", target="results/epyc/tables/runs.csv")
    assert finished.returncode == 2
    assert [line for line in finished.stderr.splitlines() if line.startswith(told)]
    assert "Traceback" not in finished.stderr
    assert not record(cluster, "epyc", 2).exists()


def test_tables_of_a_cluster_are_made_anywhere(cluster: Project) -> None:
    cluster.run("--forcerun", "make_tables", target="results/epyc/tables/runs.csv")


def test_a_cluster_needs_a_name_for_its_nodes(cluster: Project) -> None:
    cluster.write("config/config.yaml", CONFIG)
    finished = cluster.snakemake(*on_cluster(cluster), target="all")
    assert finished.returncode == 2
    assert "machines: names no class of nodes" in finished.stderr


def with_other_kernel(project: Project) -> Path:
    """As if the machine had had another kernel when it was described."""
    path = project.results / "machine.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "kernel_series": "2.6"}))
    return path


def test_a_machine_that_has_changed_measures_nothing_until_it_is_said_what_to_do(project: Project) -> None:
    with_other_kernel(project)
    finished = project.snakemake("--config", "repeats=2")
    assert finished.returncode == 2
    told = [line for line in finished.stderr.splitlines() if "is not like the machine of results/here/machine.json" in line]
    assert len(told) == 1
    assert ", not 2.6. Another kind of machine needs a name of its own" in told[0]
    assert told[0].endswith("add --forcerun results/here/machine.json")
    assert "Traceback" not in finished.stderr
    again = project.planned("--forcerun", "results/here/machine.json")
    assert (again["describe_machine"], again["measure_run"]) == (1, 4)
    assert project.planned() == Counter({"find_toolchain": 2, "compile_program": 2, "measure_run": 4, "make_tables": 1}) + Counter(
        {f"{rule} {name}-tasks": count for name in ("alpha", "beta") for rule, count in (("compile_program", 1), ("measure_run", 2))}
    )


def test_results_of_two_machines_are_merged_without_measuring(project: Project) -> None:
    published = PROJECT / "docs/results/amd-epyc-2-cores-24-gib"
    (project.folder / "elsewhere").mkdir()
    for name in ("epyc", "xeon"):
        shutil.copytree(published, project.folder / "elsewhere" / name)
    folders = ["--config", "merge=[elsewhere/epyc, elsewhere/xeon]"]
    assert project.planned(*folders, target="merge") == Counter({"merge": 1, "merge_machines": 1, "report_machines": 1})
    output = project.run(*folders, target="merge")
    assert "Side by side: file://" in output
    page = (project.folder / "results/merged/report.html").read_text()
    assert '<a href="../../elsewhere/xeon/report.html">report of xeon</a>' in page
    assert project.planned(*folders, target="merge") == Counter()
    assert project.planned() == Counter()


@pytest.mark.parametrize(
    ("folders", "told"),
    [
        ("[]", "merge: there is only results/here; list the folders"),
        ("[elsewhere/epyc]", "merge: elsewhere/epyc has no tables/runs.parquet"),
    ],
)
def test_what_cannot_be_merged_is_one_line(project: Project, folders: str, told: str) -> None:
    finished = project.snakemake("--config", f"merge={folders}", target="merge")
    assert finished.returncode == 2
    assert len([line for line in finished.stderr.splitlines() if told in line]) == 1
    assert "Traceback" not in finished.stderr
