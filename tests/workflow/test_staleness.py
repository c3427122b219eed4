"""Exactly the stale results are made again. Each test changes a copy of a finished sweep and asks Snakemake what it would do."""

import json
import os
import shutil
from collections import Counter
from pathlib import Path

from tests.workflow.conftest import PROGRAM, Project

from editing import edit

TABLES = Counter({"make_tables": 1})


def jobs(project: Project, *arguments: str, target: str = "results/here/tables/runs.csv") -> Counter[str]:
    return project.planned(*arguments, target=target)


def all_of(name: str, cells: int = 2) -> Counter[str]:
    variant = f"{name}-tasks"
    return Counter(
        {"compile_program": 1, f"compile_program {variant}": 1, "measure_run": cells, f"measure_run {variant}": cells, "make_tables": 1}
    )


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
    path = project.folder / "programs/alpha/language.yaml"
    edit(path, "main.py]", 'main.py, "-O3"]')
    assert jobs(project) == all_of("alpha")


def test_a_changed_environment_stales_that_program(project: Project) -> None:
    path = project.folder / "programs/alpha/tasks/variant.yaml"
    path.write_text(path.read_text() + "environment: {MODE: fast}\n")
    assert jobs(project) == all_of("alpha")


def test_a_changed_run_flag_stales_that_program(project: Project) -> None:
    path = project.folder / "programs/alpha/language.yaml"
    edit(path, "run: [python3,", "run: [python3, -O,")
    assert jobs(project) == all_of("alpha")


def test_another_c_library_stales_everything(project: Project) -> None:
    path = project.folder / "scripts/toolchains/finding.py"
    edit(path, 'os.confstr("CS_GNU_LIBC_VERSION")', '"glibc 9.99"')
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
    path = project.folder / "scripts/analysis/comparison/console_lines.py"
    path.write_text(path.read_text() + "# edited\n")
    assert jobs(project, target=comparison) == Counter({"compare_runs": 1})


def test_another_label_is_a_matter_of_the_tables_only(project: Project) -> None:
    path = project.folder / "programs/alpha/tasks/variant.yaml"
    edit(path, "Alpha tasks", "The tasks of Alpha")
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


def test_an_edited_module_of_the_wrapper_stales_every_run(project: Project) -> None:
    path = project.folder / "scripts/meter/verdict.py"
    path.write_text(path.read_text() + "# edited\n")
    measured = jobs(project)
    assert (measured["describe_wrapper"], measured["measure_run"]) == (1, 4)
    assert measured["compile_program"] == 0


def test_an_edit_that_cannot_matter_is_accepted_by_touching(project: Project) -> None:
    path = project.folder / "scripts/meter/verdict.py"
    path.write_text(path.read_text() + "# a comment\n")
    project.run("--touch")
    assert jobs(project) == Counter()


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
    for path in sorted((project.folder / ".snakemake").rglob("*"), reverse=True):
        path.unlink() if not path.is_dir() else path.rmdir()
    assert not jobs(project).keys() & {"compile_program", "measure_run"}


def test_an_edited_table_script_measures_nothing_again(project: Project) -> None:
    path = project.folder / "scripts/analysis/tables/summary.py"
    path.write_text(path.read_text() + "# edited\n")
    assert jobs(project) == TABLES


def test_edited_chart_code_draws_again_and_measures_nothing(project: Project) -> None:
    chart = "results/here/charts/peak_by_tasks.svg"
    project.run(target=chart)
    assert project.planned(target=chart) == Counter()
    path = project.folder / "scripts/view/charts/theme.py"
    path.write_text(path.read_text() + "# edited\n")
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
    edit(new_project.folder / "programs/alpha/language.yaml", "main.py]", "no.py]")
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
    path = project.folder / "scripts/view/report/in_page/page.css"
    path.write_text(path.read_text() + "/* edited */\n")
    assert project.planned(target=report) == Counter({"write_report": 1})


def test_an_edited_claim_is_judged_and_shown_again_and_nothing_is_measured(project: Project) -> None:
    report = "results/here/report.html"
    project.run(target=report)
    assert project.planned(target=report) == Counter()
    path = project.folder / "config/claims.yaml"
    edit(path, "more_than: 1024", "more_than: 1")
    assert project.planned(target=report) == Counter({"judge_claims": 1, "write_report": 1})
    assert "Claims of the posts: 2 reproduced, 0 not reproduced, 1 not measured (tables/claims.csv)" in project.run(target=report)
