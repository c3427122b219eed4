"""Exactly the stale results are made again. Each test changes a copy of a finished sweep and asks Snakemake what it would do."""

import base64
import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.workflow.conftest import PROGRAM, Project, make_project

TABLES = Counter({"make_tables": 1})


def jobs(project: Project, *arguments: str, target: str = "results/here/tables/runs.csv") -> Counter[str]:
    return project.planned(*arguments, target=target)


def all_of(name: str, cells: int = 2) -> Counter[str]:
    variant = f"{name}-tasks"
    return Counter(
        {"compile_program": 1, f"compile_program {variant}": 1, "measure_run": cells, f"measure_run {variant}": cells, "make_tables": 1}
    )


LONG_AGO = 1_000_000_000
RUNS = Counter({"measure_run": 4, "measure_run alpha-tasks": 2, "measure_run beta-tasks": 2, "make_tables": 1})
BUILT = Counter({"compile_program": 2, "compile_program alpha-tasks": 1, "compile_program beta-tasks": 1})


def edit(project: Project, path: str, old: str, new: str) -> None:
    """Put something else in a file, which must have it."""
    file = project.folder / path
    text = file.read_text()
    assert old in text, f"{path} has no {old!r}"
    file.write_text(text.replace(old, new))


def add(project: Project, path: str, text: str = "\nEDITED = True\n") -> None:
    """Put something at the end of a file: by itself a statement that does nothing."""
    file = project.folder / path
    file.write_text(file.read_text() + text)


def record(project: Project, variant: str, n: int = 1) -> Path:
    return project.results / "runs" / variant / f"n={n}" / "sleep=0.3" / "repeat=1.json"


def test_a_finished_sweep_has_nothing_to_do(project: Project) -> None:
    assert jobs(project) == Counter()
    assert "Nothing to be done" in project.run()


def test_what_is_asked_for_anew_is_measured_anew(project: Project) -> None:
    project.run("--forcerun", "measure_run")
    runs = [path.parent for path in (project.results / "history").rglob("*.json")]
    assert {runs.count(cell) for cell in runs} == {2}
    assert not list((project.results / "unconfirmed").rglob("*.json"))


def test_touching_every_file_stales_nothing(project: Project) -> None:
    for folder in ("programs", "scripts", "config", "results", "envs"):
        for path in (project.folder / folder).rglob("*"):
            if path.is_file():
                os.utime(path)
    assert jobs(project) == Counter()


def test_an_edited_program_stales_its_own_runs_only(project: Project) -> None:
    project.write("programs/alpha/tasks/main.py", PROGRAM + "# edited\n")
    assert jobs(project) == all_of("alpha")
    project.run()
    assert jobs(project) == Counter()


def test_a_file_added_to_a_program_stales_it(project: Project) -> None:
    project.write("programs/alpha/tasks/more.py", "")
    assert jobs(project) == all_of("alpha")


def test_a_file_shared_by_a_language_stales_that_language(project: Project) -> None:
    project.write("programs/beta/contract.py", "")
    assert jobs(project) == all_of("beta")


def test_a_changed_build_flag_stales_that_program(project: Project) -> None:
    edit(project, "programs/alpha/language.yaml", "main.py]", 'main.py, "-O3"]')
    assert jobs(project) == all_of("alpha")


def test_a_changed_environment_stales_that_program(project: Project) -> None:
    add(project, "programs/alpha/tasks/variant.yaml", "environment: {MODE: fast}\n")
    assert jobs(project) == all_of("alpha")


def test_a_changed_run_flag_stales_that_program(project: Project) -> None:
    edit(project, "programs/alpha/language.yaml", "run: [python3,", "run: [python3, -O,")
    assert jobs(project) == all_of("alpha")


def test_another_c_library_stales_everything(project: Project) -> None:
    edit(project, "scripts/toolchains/finding.py", 'os.confstr("CS_GNU_LIBC_VERSION")', '"glibc 9.99"')
    assert jobs(project) == all_of("alpha") + all_of("beta") - TABLES + Counter({"find_toolchain": 2, "describe_machine": 1})


def test_with_four_cores_the_same_is_stale(project: Project) -> None:
    assert jobs(project, "--cores", "4") == Counter()
    project.install("betac", "2.0")
    assert jobs(project, "--cores", "4") == all_of("beta") + Counter({"find_toolchain": 1})


def test_a_lost_history_measures_nothing_again(project: Project) -> None:
    shutil.rmtree(project.results / "history")
    assert jobs(project) == Counter()
    assert jobs(project, target="results/here/history.parquet") == Counter({"keep_history": 1})


def test_an_edited_comparison_measures_nothing_again(project: Project) -> None:
    comparison = "results/here/comparison/before_after.svg"
    project.run(target=comparison)
    add(project, "scripts/analysis/comparison/console_lines.py")
    assert jobs(project, target=comparison) == Counter({"compare_runs": 1})


def test_another_label_is_a_matter_of_the_tables_only(project: Project) -> None:
    edit(project, "programs/alpha/tasks/variant.yaml", "Alpha tasks", "The tasks of Alpha")
    assert jobs(project) == TABLES
    project.run()
    assert "The tasks of Alpha" in (project.results / "tables" / "runs.csv").read_text()


def test_an_upgraded_toolchain_stales_that_language_and_a_downgrade_too(project: Project) -> None:
    project.install("alphac", "2.0")
    upgrade = all_of("alpha") + Counter({"find_toolchain": 1})
    assert jobs(project) == upgrade
    project.run()
    assert jobs(project) == Counter()
    assert json.loads(record(project, "alpha-tasks").read_text())["toolchain"]["version"] == "2.0"
    project.install("alphac", "1.0")
    assert jobs(project) == upgrade


def test_the_same_tool_found_in_another_way_stales_nothing(project: Project) -> None:
    assert jobs(project, "--config", "toolchains={alpha: {find: [tools], minimum: '0.5'}}", "preferred_toolchains=locked") == Counter()


def test_another_place_of_a_toolchain_stales_that_language(project: Project) -> None:
    shutil.copytree(project.tools, project.folder / "elsewhere")
    stale = jobs(project, "--config", "toolchains={alpha: {find: [elsewhere]}}")
    assert stale == all_of("alpha") + Counter({"find_toolchain": 1})


def test_a_removed_toolchain_becomes_rows_and_the_rest_stands(project: Project) -> None:
    (project.tools / "alphac").unlink()
    assert jobs(project) == all_of("alpha") + Counter({"find_toolchain": 1})
    output = project.run()
    assert "Get alphac from its makers." in output
    row = json.loads(record(project, "alpha-tasks").read_text())
    assert (row["verdict"], row["peak_bytes"]) == ("toolchain_missing", None)
    assert jobs(project) == Counter()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("scripts/meter/verdict.py", RUNS, id="the meter"),
        pytest.param("scripts/measure_program.py", RUNS, id="what measures a cell"),
        pytest.param("scripts/programs/building.py", BUILT + RUNS, id="what builds"),
        pytest.param("scripts/toolchains/finding.py", Counter(), id="what looks for toolchains, and finds the same"),
        pytest.param("scripts/analysis/tables/summary.py", TABLES, id="the tables"),
        pytest.param("scripts/analysis/estimation/medians.py", TABLES, id="estimates, which the tables import"),
        pytest.param("scripts/view/console.py", Counter(), id="what stands on the console"),
        pytest.param("scripts/view/charts/theme.py", Counter(), id="charts, which nobody asked for"),
        pytest.param("scripts/measure.py", Counter(), id="the meter's own command line, which no run goes through"),
    ],
)
def test_an_edited_module_stales_what_it_can_change(project: Project, path: str, expected: Counter[str]) -> None:
    add(project, path)
    assert jobs(project) == expected


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        pytest.param("scripts/meter/verdict.py", '"""What a', '"""Edited: what a', id="a docstring of the meter"),
        pytest.param("scripts/meter/verdict.py", "\n\n\n", "\n\n\n# edited\n", id="a comment of the meter"),
        pytest.param("scripts/measure_program.py", 'help="', 'help="edited ', id="the help of an option"),
        pytest.param("scripts/meter/manual.txt", "OPTIONS", "OPTIONS, edited", id="the meter's manual"),
        pytest.param("programs/alpha/tasks/variant.yaml", "Sleeps, and", "It sleeps, and", id="a description"),
        pytest.param("programs/alpha/language.yaml", "Get alphac from", "Ask for alphac at", id="a hint"),
    ],
)
def test_words_stale_nothing(project: Project, path: str, old: str, new: str) -> None:
    edit(project, path, old, new)
    assert jobs(project) == Counter()


def test_an_edit_that_cannot_matter_is_accepted_by_touching(project: Project) -> None:
    add(project, "scripts/meter/verdict.py")
    project.run("--touch")
    assert jobs(project) == Counter()


def put_back_by_moving(old: Path, path: Path) -> None:
    old.replace(path)


def put_back_by_copying(old: Path, path: Path) -> None:
    subprocess.run(["cp", "-p", old, path], check=True)


def put_back_by_unpacking(old: Path, path: Path) -> None:
    archive = old.with_suffix(".tar")
    old.rename(old.with_name(path.name))
    subprocess.run(["tar", "-C", old.parent, "-cf", archive, path.name], check=True)
    subprocess.run(["tar", "-C", path.parent, "-xf", archive], check=True)


@pytest.mark.parametrize("put_back", [put_back_by_moving, put_back_by_copying, put_back_by_unpacking])
def test_an_old_source_with_its_old_time_is_noticed(project: Project, tmp_path: Path, put_back: Callable[[Path, Path], None]) -> None:
    source = project.folder / "programs/alpha/tasks/main.py"
    old = tmp_path / "old"
    shutil.copy2(source, old)
    os.utime(old, (LONG_AGO, LONG_AGO))
    source.write_text(PROGRAM + "# edited\n")
    project.run()
    assert jobs(project) == Counter()
    put_back(old, source)
    assert source.stat().st_mtime == LONG_AGO
    assert jobs(project) == all_of("alpha")


@pytest.mark.parametrize(
    ("path", "old", "new", "expected"),
    [
        pytest.param("programs/alpha/language.yaml", "main.py]", 'main.py, "-O3"]', all_of("alpha"), id="a description"),
        pytest.param("programs/alpha/tasks/variant.yaml", "Alpha tasks", "Tasks of Alpha", TABLES, id="a label"),
        pytest.param("config/config.yaml", "repeats: 1", "repeats: 1\ntimeout_seconds: 77", RUNS, id="the configuration"),
        pytest.param("scripts/meter/verdict.py", "\n\n\n", "\n\n\nEDITED = True\n", RUNS, id="the meter"),
        pytest.param("scripts/programs/building.py", "\n\n\n", "\n\n\nEDITED = True\n", BUILT + RUNS, id="the builder"),
        pytest.param("scripts/analysis/tables/fields.yaml", "\n", "\n# edited\n", TABLES, id="a file beside the tables' modules"),
    ],
)
def test_other_content_with_an_old_time_is_noticed(project: Project, path: str, old: str, new: str, expected: Counter[str]) -> None:
    edit(project, path, old, new)
    os.utime(project.folder / path, (LONG_AGO, LONG_AGO))
    assert jobs(project) == expected


def test_an_old_record_with_its_old_time_is_noticed(project: Project) -> None:
    path = record(project, "alpha-tasks")
    path.write_text(path.read_text().replace('"verdict": "ok"', '"verdict": "failed"'))
    os.utime(path, (LONG_AGO, LONG_AGO))
    assert jobs(project) == TABLES


def test_published_figures_and_claims_with_an_old_time_are_noticed(project: Project) -> None:
    claims = "results/here/tables/claims.csv"
    project.run(target=claims)
    for path in ("config/claims.yaml", "config/reference/published_results.csv"):
        file = project.folder / path
        text = file.read_text()
        file.write_text(text + "\n")
        os.utime(file, (LONG_AGO, LONG_AGO))
        assert jobs(project, target=claims) == Counter({"judge_claims": 1})
        file.write_text(text)
        assert jobs(project, target=claims) == Counter()


def without_notes(project: Project) -> None:
    """As an earlier version left it: no notes beside the results, and Snakemake's own in another form."""
    shutil.rmtree(project.results / "provenance")
    folder = project.folder / ".snakemake/metadata"
    folder.mkdir(exist_ok=True)
    output = "results/here/runs/alpha-tasks/n=1/sleep=0.3/repeat=1.json"
    noted = {"rule": "measure_run", "input": ["wrapper.sha256"], "params": ["old"], "code": "old", "record_format_version": 6}
    (folder / base64.urlsafe_b64encode(output.encode()).decode()).write_text(json.dumps(noted))


def test_a_copy_of_the_results_in_another_clone_has_nothing_to_do(project: Project, tmp_path: Path) -> None:
    another = make_project(tmp_path / "another clone")
    shutil.copytree(project.results, another.results, copy_function=shutil.copy)
    assert jobs(another) == Counter()
    assert "Nothing to be done" in another.run()


def test_results_of_an_earlier_version_are_not_measured_again(project: Project) -> None:
    without_notes(project)
    for path in sorted(project.results.rglob("*"), reverse=True):
        os.utime(path, (LONG_AGO, LONG_AGO))
    assert jobs(project) == TABLES, "tables take seconds, and nothing says which columns they have"
    project.run()
    assert jobs(project) == Counter()


def test_results_without_notes_are_measured_again_where_they_say_that_they_are_of_something_else(project: Project) -> None:
    without_notes(project)
    add(project, "programs/alpha/tasks/main.py", "# edited\n")
    assert jobs(project) == all_of("alpha")
    project.install("betac", "2.0")
    assert jobs(project) == all_of("alpha") + all_of("beta") - TABLES + Counter({"find_toolchain": 1})


def test_records_that_are_gone_beside_their_tables_are_named_and_measured(project: Project) -> None:
    shutil.rmtree(project.results / "runs" / "alpha-tasks")
    expected = Counter({"measure_run": 2, "measure_run alpha-tasks": 2, "make_tables": 1})
    assert jobs(project) == expected
    assert "2 records of alpha-tasks not there beside the tables of results/here: measured now." in project.run()


def test_a_lost_build_measures_nothing_again(project: Project) -> None:
    shutil.rmtree(project.results / "build")
    assert jobs(project) == Counter()


def test_what_a_machine_is_asked_for_anew_measures_all_of_it(project: Project) -> None:
    assert jobs(project, "--forcerun", "results/here/machine.json")["measure_run"] == 4


def test_a_new_n_measures_only_the_new_cells(project: Project) -> None:
    assert jobs(project, "--config", "tasks=[1,20,30]") == Counter(
        {"measure_run": 2, "measure_run alpha-tasks": 1, "measure_run beta-tasks": 1, "make_tables": 1}
    )


def test_a_removed_n_makes_only_the_tables_again(project: Project) -> None:
    assert jobs(project, "--config", "tasks=[20]") == TABLES


def test_another_repeat_measures_only_that_repeat(project: Project) -> None:
    assert jobs(project, "--config", "repeats=2")["measure_run"] == 4


def test_another_sleep_measures_its_own_cells_and_keeps_the_old(project: Project) -> None:
    assert jobs(project, "--config", "sleep_seconds=0.4")["measure_run"] == 4
    assert record(project, "alpha-tasks").exists()


def test_a_lost_snakemake_folder_measures_nothing_again(project: Project) -> None:
    shutil.rmtree(project.folder / ".snakemake")
    assert jobs(project) == Counter()


def test_edited_chart_code_draws_again_and_measures_nothing(project: Project) -> None:
    chart = "results/here/charts/peak_by_tasks.svg"
    project.run(target=chart)
    assert project.planned(target=chart) == Counter()
    add(project, "scripts/view/charts/theme.py")
    assert project.planned(target=chart) == Counter({"draw_charts": 1})


def test_four_cores_measure_one_at_a_time(new_project: Project) -> None:
    new_project.run("--cores", "4")
    spans = []
    for path in (new_project.results / "runs").rglob("repeat=*.json"):
        row = json.loads(path.read_text())
        spans.append((row["started_at"], row["wall_seconds"]))
    assert len(spans) == 4
    assert new_project.snakemake("--cores", "4", "--workflow-profile", "none", "--forcerun", "measure_run").returncode == 2


def test_a_program_that_does_not_compile_is_an_error_and_the_rest_is_measured(new_project: Project) -> None:
    edit(new_project, "programs/alpha/language.yaml", "main.py]", "no.py]")
    finished = new_project.snakemake()
    assert finished.returncode == 1
    assert "alpha-tasks: does not compile" in finished.stdout
    assert json.loads(record(new_project, "beta-tasks", 20).read_text())["verdict"] == "ok"
    assert not record(new_project, "alpha-tasks").exists()


def test_bad_configuration_is_one_line_and_exit_code_2_and_nothing_runs(project: Project) -> None:
    finished = project.snakemake("--config", "tasks=[0]")
    assert finished.returncode == 2
    ours = [line for line in finished.stderr.splitlines() if line.startswith("config/config.yaml: ")]
    assert len(ours) == 1
    assert "tasks.0: 0 is less than the minimum of 1" in ours[0]
    assert "Traceback" not in finished.stderr


def test_an_edited_style_sheet_writes_the_report_again_and_nothing_else(project: Project) -> None:
    report = "results/here/report.html"
    project.run(target=report)
    assert project.planned(target=report) == Counter()
    add(project, "scripts/view/report/in_page/page.css", "/* edited */\n")
    assert project.planned(target=report) == Counter({"write_report": 1})


def test_an_edited_claim_is_judged_and_shown_again_and_nothing_is_measured(project: Project) -> None:
    report = "results/here/report.html"
    project.run(target=report)
    assert project.planned(target=report) == Counter()
    edit(project, "config/claims.yaml", "more_than: 1024", "more_than: 1")
    assert project.planned(target=report) == Counter({"judge_claims": 1, "write_report": 1})
    assert "Claims of the posts: 2 reproduced, 0 not reproduced, 1 not measured (tables/claims.csv)" in project.run(target=report)
