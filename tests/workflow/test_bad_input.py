"""Every mistake that a person can make ends the workflow with one line and exit code 2, before anything has run."""

from pathlib import Path

import pytest
from tests.workflow.conftest import CLAIMS, CONFIG, LANGUAGE, VARIANT, Project

from editing import replaced_once

ALPHA = LANGUAGE.format(name="Alpha", tool="alphac")
SAME_TOOLCHAIN = replaced_once(LANGUAGE.format(name="Alpha", tool="gammac"), "probe:", "id: alpha\n  probe:")


def refused(project: Project, *arguments: str) -> str:
    """The one line of a run that was refused. Snakemake's own lines come before it and are not about it."""
    finished = project.snakemake(*arguments, target="")
    assert finished.returncode == 2, finished.stdout + finished.stderr
    assert "Traceback" not in finished.stderr
    assert not (project.folder / "results" / "here").exists()
    return finished.stderr.splitlines()[-1]


def configured(more: str) -> dict[str, str]:
    return {"config/config.yaml": CONFIG + more + "\n"}


def variant_of(folder: str) -> dict[str, str]:
    return {f"programs/{folder}/variant.yaml": VARIANT.format(label="x")}


@pytest.mark.parametrize(
    ("files", "told"),
    [
        pytest.param(configured("variants: [cobol-*]"), "variants: 'cobol-*' matches no program", id="unknown variant"),
        pytest.param(configured("colour: red"), "colour is not a key here", id="unknown key"),
        pytest.param(configured("toolchains: {gamma@1: {}}"), "toolchains: gamma@1: no program uses gamma", id="unknown toolchain"),
        pytest.param(configured("compare: {before: {until: 2026-11-01}}"), "compare: after is missing", id="half a comparison"),
        pytest.param(
            configured("compare: {before: {machine: here}, after: {machine: elsewhere}}"),
            "there are no runs of elsewhere under results/; the machines there are none yet",
            id="a machine without results",
        ),
        pytest.param(
            configured("toolchains: {alpha: {conda_environment: envs/next.yaml}}"),
            "envs/next.yaml: is missing",
            id="an environment file that is not there",
        ),
        pytest.param(
            {"programs/alpha/tasks/variant.yaml": "primitive: timer\ndescription: x\n"}, "variant.yaml: label is missing", id="no label"
        ),
        pytest.param({"programs/alpha/tasks/variant.yaml": "label: [\n"}, "variant.yaml: not YAML", id="a description that is no YAML"),
        pytest.param({"programs/alpha/language.yaml": "- a list\n"}, "should be a mapping", id="a description that is a list"),
        pytest.param(
            {"programs/alpha-fast/language.yaml": ALPHA} | variant_of("alpha-fast/tasks") | variant_of("alpha/fast-tasks"),
            "alpha-fast-tasks is also the id of",
            id="two folders with one id",
        ),
        pytest.param(
            {"programs/gamma/language.yaml": SAME_TOOLCHAIN} | variant_of("gamma/tasks"),
            "toolchain: alpha is described differently elsewhere",
            id="one toolchain described in two ways",
        ),
        pytest.param(
            {"programs/gamma/language.yaml": ALPHA} | variant_of("gamma/tasks"),
            "envs/gamma.yaml: is missing; every toolchain has its conda environment there",
            id="a language without an environment file",
        ),
        pytest.param(
            {"config/claims.yaml": replaced_once(CLAIMS, "of: alpha-tasks", "of: gamma-tasks")},
            "config/claims.yaml: alpha-small: rule.0.bound.of: 'gamma-tasks' matches no program and no group",
            id="a claim about a program that is not there",
        ),
        pytest.param(configured("tasks: [3]"), "config/config.yaml: line 6: tasks stands twice, first in line 1", id="a key twice"),
        pytest.param(configured("os_thread_limit: 010"), "config/config.yaml: line 6: 010 is read as 8", id="an octal number"),
        pytest.param({"config/config.yaml": ""}, "config/config.yaml: line 1: nothing stands in it", id="an empty configuration"),
        pytest.param({"config/config.yaml": "- 1\n"}, "config/config.yaml: line 1: a list was read", id="a configuration that is a list"),
        pytest.param({"config/config.yaml": "a: [\n"}, "config/config.yaml: not YAML: ", id="a configuration that is no YAML"),
        pytest.param({"config/claims.yaml": CLAIMS + "posts: {}\n"}, "posts stands twice, first in line 1", id="claims with a key twice"),
        pytest.param(variant_of("gamma/tasks"), "has variants but no language.yaml", id="no language"),
        pytest.param({"results": "a file"}, "results: cannot be written to", id="results that cannot be written"),
    ],
)
def test_a_mistake_in_a_file_is_one_line_and_nothing_runs(new_project: Project, files: dict[str, str], told: str) -> None:
    for path, text in files.items():
        new_project.write(path, text)
    assert told in refused(new_project)


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ('variants=["beta-*", "!beta-*"]', "leaves nothing to measure"),
        ("tasks=[0]", "tasks.0: 0 is less than the minimum of 1"),
        ("tasks=[20,20]", "tasks: [20, 20] has non-unique elements"),
        ("tasks=20", "tasks: 20 is not of type 'array'"),
        ("repeats=0", "repeats: 0 is less than the minimum of 1"),
        ("sleep_seconds=long", "sleep_seconds: 'long' is not of type 'number'"),
        ("machine=../elsewhere", "machine: '../elsewhere' does not match"),
        ("preferred_toolchains=conda", "preferred_toolchains: 'conda' is not one of ['host', 'locked']"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_line_and_nothing_runs(new_project: Project, config: str, told: str) -> None:
    line = refused(new_project, "--config", config)
    assert line.startswith("config/config.yaml: ")
    assert told in line


def test_a_preset_with_a_mistake_is_named(new_project: Project, tmp_path: Path) -> None:
    preset = tmp_path / "preset.yaml"
    preset.write_text("repeats: many\n")
    line = refused(new_project, "--configfile", str(preset))
    assert str(preset) in line
    assert "repeats: 'many' is not of type 'integer'" in line


def test_a_preset_in_which_a_number_is_read_otherwise_is_named_with_the_line(new_project: Project, tmp_path: Path) -> None:
    preset = tmp_path / "preset.yaml"
    preset.write_text("tasks: [1:30]\nrepeats: 1\n")
    assert refused(new_project, "--configfile", str(preset)).startswith(f"{preset}: line 1: 1:30 is read as 90: ")


@pytest.mark.parametrize(
    ("environment", "command"),
    [
        pytest.param({"MAKE_TARGET": "quick", "OPTIONS": ""}, "make quick", id="by make"),
        pytest.param({}, "snakemake --cores 1 --configfile preset.yaml", id="by snakemake"),
    ],
)
def test_a_damaged_record_ends_with_the_command_that_was_given_and_no_further_word(
    project: Project, environment: dict[str, str], command: str
) -> None:
    project.write("preset.yaml", "tasks: [1, 20]\n")
    record = next((project.results / "runs").rglob("repeat=1.json")).relative_to(project.folder)
    project.write(str(record), "{")
    finished = project.snakemake("--configfile", "preset.yaml", target="", environment=environment)
    told = finished.stdout + finished.stderr
    assert finished.returncode == 1, told
    assert f"Measure it again: rm {record} && {command}\n" in told
    assert "The same command goes on from here." in told
    assert "At least one job did not complete" not in told
