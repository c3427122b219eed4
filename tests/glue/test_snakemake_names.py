"""What Snakemake does not publish is there in the locked one, and does what is asked of it; a Snakemake without it is refused in a line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from glue import snakemake_names
from glue.snakemake_names import KNOWN, NAMES, missing_names, require_names

PROJECT = Path(__file__).resolve().parents[2]
SNAKEFILE = """\
import sys

sys.path.insert(0, {scripts!r})
from glue import provenance, snakemake_names as names

names.require_names()
names.look_at_signatures_once()
provenance.keep_notes_with_results()
messages = []
names.filter_messages(lambda text: messages.append(text) or True)

rule all:
    default_target: True
    input: "results/m/b"
rule one:
    output: "results/m/a", "results/m/a2"
    params: digest=lambda wildcards: "one",
    resources: machine_share=1
    shell: "echo a | tee {{output}}"
rule two:
    input: "results/m/a"
    output: "results/m/b"
    shell: "cp {{input}} {{output}}"

def seen(workflow):
    jobs = names.all_jobs(workflow)
    one = next(job for job in jobs if names.rule_of(job) == "one")
    return dict(
        is_main=names.is_main(workflow), is_in_job_of_scheduler=names.is_in_job_of_scheduler(workflow), runs_here=names.runs_here(workflow),
        notes_outputs=names.notes_outputs(workflow), executor_name=names.executor_name(workflow), uses_conda=names.uses_conda(workflow),
        quiet_about=sorted(names.quiet_about(workflow)), limits=sorted({{"machine_share", "other"}} & names.limits(workflow).keys()),
        all_jobs=sorted(map(names.rule_of, jobs)), planned_jobs=sorted(map(names.rule_of, names.planned_jobs(workflow))),
        is_planned=names.is_planned(workflow, one), is_finished=names.is_finished(workflow, one),
        is_incomplete=names.is_incomplete(workflow, one), failed_units=len(names.failed_units(workflow)),
        members_of=[names.rule_of(job) for job in names.members_of(one)], planned_units=len(names.planned_units(workflow)),
        filter_messages=len(messages) > 0,
    )

onstart:
    import json
    [names.look_at_resources_again(job) for job in names.planned_jobs(workflow)]
    open("before.json", "w").write(json.dumps(seen(workflow)))
onsuccess:
    import json
    open("after.json", "w").write(json.dumps(seen(workflow)))
"""


def run(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "snakemake", "--cores", "1", "--quiet", "reason", "--resources", "machine_share=100", *arguments]
    finished = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": ""})
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout + finished.stderr


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workflow of two jobs that has run, and wrote down what the names said before and after it."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "Snakefile").write_text(SNAKEFILE.format(scripts=str(PROJECT / "scripts")))
    run(folder)
    return folder


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("is_main", True, True),
        ("is_in_job_of_scheduler", False, False),
        ("runs_here", True, True),
        ("notes_outputs", True, True),
        ("executor_name", "local", "local"),
        ("uses_conda", False, False),
        ("quiet_about", ["reason"], ["reason"]),
        ("limits", ["machine_share"], ["machine_share"]),
        ("all_jobs", ["all", "one", "two"], ["all", "one", "two"]),
        ("planned_jobs", ["all", "one", "two"], []),
        ("is_planned", True, True),
        ("is_finished", False, True),
        ("is_incomplete", False, False),
        ("failed_units", 0, 0),
        ("members_of", ["one"], ["one"]),
        ("planned_units", 0, 0),
        ("filter_messages", True, True),
    ],
)
def test_a_name_says_what_it_is_asked_for(ran: Path, name: str, before: Any, after: Any) -> None:
    seen = [json.loads((ran / f"{moment}.json").read_text())[name] for moment in ("before", "after")]
    assert seen == [before, after]


def test_notes_lie_with_the_results_one_a_job_and_are_all_that_is_needed(ran: Path) -> None:
    assert {str(path.relative_to(ran)) for path in (ran / "results").rglob("*.json")} == {
        "results/m/provenance/a.json",
        "results/m/provenance/b.json",
    }
    assert not list((ran / ".snakemake/metadata").iterdir())
    summary = run(ran, "--summary")
    assert re.search(r"results/m/a2\t.*\tone\t.*\tok\tno update", summary), summary


@pytest.mark.parametrize("module_and_class", NAMES, ids=lambda owner: f"{owner[0]}.{owner[1]}")
def test_every_name_is_there(module_and_class: tuple[str, str]) -> None:
    assert not missing_names({module_and_class: NAMES[module_and_class]})


def test_a_name_that_is_gone_is_one_line_and_exit_code_2(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    gone = {("snakemake.dag", "DAG"): ("jobs", "gone"), ("snakemake.nowhere", "Nothing"): ("x",)}
    monkeypatch.setattr(snakemake_names, "missing_names", lambda: missing_names(gone))
    with pytest.raises(SystemExit) as ended:
        require_names()
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"snakemake.dag.DAG.gone, snakemake.nowhere.Nothing are gone; this project knows {KNOWN}" in told


def test_the_lock_has_a_snakemake_that_is_known() -> None:
    asked = re.search(r"^snakemake>=(\S+),<(\S+)$", (PROJECT / "envs/requirements.in").read_text(), re.MULTILINE)
    locked = re.search(r"^snakemake==(\S+)", (PROJECT / "envs/requirements.txt").read_text(), re.MULTILINE)
    assert asked
    assert locked

    def numbers(text: str) -> tuple[int, ...]:
        return tuple(map(int, text.split(".")))

    assert numbers(asked[1]) <= numbers(locked[1]) < numbers(asked[2])
    first, _, last = KNOWN.partition(" to ")
    assert (first, numbers(last)[1] + 1) == (asked[1], numbers(asked[2])[1])
    assert f'min_version("{asked[1]}")' in (PROJECT / "Snakefile").read_text()


def test_the_rules_reach_for_nothing_else_of_snakemakes() -> None:
    texts = [path.read_text() for path in [PROJECT / "Snakefile", *(PROJECT / "rules").glob("*.smk")]]
    reached = {name for text in texts for name in re.findall(r"\bworkflow\.(\w+)", re.sub(r"#.*", "", text))}
    assert reached <= {"basedir", "configfiles", "yaml"}, "which its documentation names; the rest through glue.snakemake_names"
