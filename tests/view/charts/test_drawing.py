"""Every chart, drawn from a whole invented sweep: what a reader needs is there, and nothing that misleads."""

import json
import math
import re
import signal
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import altair as alt
import numpy as np
import pandas as pd
import pytest

import synthetic_sweep
from records.vocabulary import PRIMITIVE_NAMES
from view.charts.catalogue import NAMES, specification
from view.charts.chart_files import write_chart
from view.charts.memory_over_time import chosen_runs
from view.charts.png import SIGNATURE, packed, read_chunks
from view.charts.sweep_tables import RUN_COLUMNS, read_sweep
from view.charts.theme import PRIMITIVE_COLOURS, PRIMITIVE_SHAPES

ROOT = Path(__file__).resolve().parents[3]
REFERENCE = ROOT / "config/reference/published_results.csv"
LABELS = [values[0] for values in synthetic_sweep.VARIANTS.values()]


@pytest.fixture(scope="module")
def specifications(sweep_folder):
    sweep = read_sweep(sweep_folder / "tables")
    return {name: specification(name, sweep, sweep_folder / "runs", REFERENCE) for name in NAMES}


@pytest.fixture(scope="module")
def drawn(specifications, tmp_path_factory):
    folder = tmp_path_factory.mktemp("charts with a space")
    for name in NAMES:
        write_chart(specifications[name], folder / name)
    return folder


def parts(node):
    """Every mapping in a specification."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from parts(value)
    elif isinstance(node, list):
        for value in node:
            yield from parts(value)


def rows(chart):
    return [row for data in chart["datasets"].values() for row in data]


def words(svg):
    return " ".join(re.findall(r">([^<]+)</t", svg.replace("&amp;", "&").replace("&#39;", "'")))


@pytest.mark.parametrize("name", NAMES)
def test_no_chart_carries_more_rows_than_altair_allows(specifications, name):
    assert 0 < len(rows(specifications[name])) < 5_000


@pytest.mark.parametrize("name", NAMES)
def test_no_number_of_a_chart_is_infinite_or_not_a_number(specifications, name):
    numbers = [value for row in rows(specifications[name]) for value in row.values() if isinstance(value, float)]
    assert numbers
    assert all(math.isfinite(value) for value in numbers)
    json.dumps(specifications[name], allow_nan=False)


@pytest.mark.parametrize("name", NAMES)
def test_every_log_scale_has_a_domain_above_zero_and_a_title_that_says_log_scale_and_the_unit(specifications, name):
    encodings = [part for part in parts(specifications[name]) if isinstance(part.get("scale"), dict) and part["scale"].get("type") == "log"]
    assert bool(encodings) == (name != "memory_over_time")
    for encoding in encodings:
        assert encoding["scale"]["domain"][0] > 0
        if "axis" in encoding:
            assert encoding["axis"]["title"].endswith(", log scale")
            assert re.search(r"MiB|seconds|tasks", encoding["axis"]["title"])


@pytest.mark.parametrize("name", NAMES)
def test_no_bar_is_drawn(specifications, name):
    marks = {part["mark"]["type"] for part in parts(specifications[name]) if isinstance(part.get("mark"), dict)}
    assert "bar" not in marks
    assert marks


@pytest.mark.parametrize("name", ["peak_by_tasks", "wall_and_cpu_time", "footprint_and_resident", "published_figures"])
def test_every_layer_with_rows_of_variants_says_their_order(specifications, name):
    encodings = [
        part["y"] for part in parts(specifications[name]) if isinstance(part.get("y"), dict) and part["y"].get("field") == "variant"
    ]
    assert len(encodings) > 4
    assert all(encoding["sort"] == encoding["scale"]["domain"] for encoding in encodings)


@pytest.mark.parametrize("name", NAMES)
def test_title_and_subtitle_say_machine_date_sleep_and_repeats(drawn, name):
    text = words((drawn / f"{name}.svg").read_text())
    for expected in ("Synthetic CPU 3000", "Linux 6.18.0", "30 November 2026", "sleep 10 s", "median of 3 runs"):
        assert expected in text


@pytest.mark.parametrize("name", ["peak_by_tasks", "wall_and_cpu_time", "footprint_and_resident", "memory_over_time", "residuals_of_fits"])
def test_every_variant_is_in_the_chart_whatever_became_of_it(drawn, name):
    text = words((drawn / f"{name}.svg").read_text())
    assert [label for label in LABELS if label not in text] == []


def test_failed_cells_stand_in_the_ranking_with_their_verdict(drawn):
    text = words((drawn / "peak_by_tasks.svg").read_text())
    assert text.count("toolchain missing") == 8
    assert text.count("above OS-thread limit") == 4
    assert text.count("out of memory") == 1
    assert "(1 timed out)" in text


def test_a_cell_with_a_longer_sleep_is_marked(drawn):
    assert re.search(r"3,\d{3} MiB \(30 s sleep\)", words((drawn / "peak_by_tasks.svg").read_text()))
    assert "1.14.0, 30 s sleep" in words((drawn / "wall_and_cpu_time.svg").read_text())


def test_every_measured_cell_has_its_value_beside_its_dot_and_its_version(drawn, sweep_folder):
    text = words((drawn / "peak_by_tasks.svg").read_text())
    summary = pd.read_csv(sweep_folder / "tables/summary.csv")
    assert len(re.findall(r"[\d.,]+ MiB", text)) == summary["peak_bytes_median"].notna().sum()
    assert "1.96.0, tokio 1.53.0" in text


def test_each_panel_ranks_from_least_to_most_within_each_kind_and_never_across(specifications, sweep_folder):
    rows = pd.read_csv(sweep_folder / "tables/summary.csv").set_index(["n", "variant"])
    summary = rows["peak_bytes_median"]
    for n, panel in zip(synthetic_sweep.TASKS, specifications["peak_by_tasks"]["concat"], strict=True):
        order = next(part["y"]["sort"] for part in parts(panel) if isinstance(part.get("y"), dict) and "sort" in part["y"])
        places = [list(PRIMITIVE_NAMES).index(rows["primitive"][n, variant]) for variant in order]
        assert places == sorted(places)
        for place in set(places):
            peaks = [summary[n, variant] for variant, other in zip(order, places, strict=True) if other == place]
            known = [peak for peak in peaks if pd.notna(peak)]
            assert peaks[: len(known)] == sorted(known)
        assert len(order) == len(set(order)) == 20


def test_n_is_written_out(drawn):
    for name in set(NAMES) - {"memory_against_tasks", "residuals_of_fits"}:
        assert "1,000,000 tasks" in words((drawn / f"{name}.svg").read_text())
    assert "1,000,000" in words((drawn / "residuals_of_fits.svg").read_text())
    assert not re.search(r"\d+[kM]\b", words((drawn / "memory_against_tasks.svg").read_text()))


def test_colour_has_a_second_cue():
    assert len(set(PRIMITIVE_COLOURS.values())) == len(set(PRIMITIVE_SHAPES.values())) == len(PRIMITIVE_NAMES)


def test_memory_over_time_shows_the_largest_n_that_was_ok_and_marks_ready_and_done(drawn, sweep_folder):
    chosen = {run["variant"]: run["n"] for run in chosen_runs(read_sweep(sweep_folder / "tables"))}
    assert chosen["java-graal-jit-virtual-threads"] == 100_000  # it ran out of memory at a million
    assert chosen["rust-threads"] == 10_000
    assert len(chosen) == 18
    text = words((drawn / "memory_over_time.svg").read_text())
    assert [len(re.findall(rf"{event} [\d.]+ s", text)) for event in ("READY", "DONE")] == [18, 18]
    assert text.count("plateau") > 15, "in the panels too, where it has room"


def test_the_peak_is_among_the_samples_that_are_drawn(specifications, sweep_folder):
    largest = max(row["resident"] for row in rows(specifications["memory_over_time"]) if "resident" in row)
    assert largest == pytest.approx(
        pd.read_parquet(sweep_folder / "tables/runs.parquet").query("verdict == 'ok'")["peak_bytes"].max() / 2**20, 0.02
    )


def test_published_figures_are_those_of_the_file(specifications):
    published = pd.read_csv(REFERENCE)
    drawn_values = {
        round(row["mib"], 3) for row in rows(specifications["published_figures"]) if row.get("source") == "2023 post (pkolaczk)"
    }
    expected = published[(published["source"] == "pkolaczk-2023") & published["n"].isin(synthetic_sweep.TASKS)]["peak_bytes"] / 2**20
    assert drawn_values == {round(value, 3) for value in expected}


@pytest.mark.parametrize("name", NAMES)
def test_a_page_of_a_chart_loads_nothing(drawn, name):
    page = (drawn / f"{name}.html").read_text()
    assert not re.search(r"<(script|img|iframe|link)[^>]+(src|href)\s*=\s*[\"']?(https?:)?//", page)
    assert 'name="viewport"' in page


def pixels(png):
    """Rows of RGBA pixels of a PNG whose rows are all filtered by None, Sub or Up."""
    chunks = read_chunks(png)
    width, height = struct.unpack(">II", chunks[0][1][:8])
    data = np.frombuffer(zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT")), np.uint8).reshape(
        height, width * 4 + 1
    )
    image = np.empty((height, width, 4), np.uint8)
    for row in range(height):
        line = data[row, 1:].reshape(width, 4)
        filtered = int(data[row, 0])
        assert filtered in {0, 1, 2}
        image[row] = np.cumsum(line, axis=0, dtype=np.uint8) if filtered == 1 else line + (image[row - 1] if filtered == 2 and row else 0)
    return image


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_has_text_where_title_and_labels_are(drawn, name):
    image = pixels((drawn / f"{name}.png").read_bytes()).astype(int)
    ink = (image[:, :, :3].sum(axis=2) < 200) & (image[:, :, 3] > 200)
    assert ink[:50, :700].sum() > 800, "no title"
    assert ink[200:, :].sum() > 3_000, "no labels"
    coloured = (image[:, :, :3].max(axis=2) - image[:, :, :3].min(axis=2)) > 90
    assert coloured.sum() > 2_000, "no marks"


def test_packing_a_picture_changes_no_pixel(drawn):
    png = (drawn / "peak_by_tasks.png").read_bytes()
    assert (pixels(packed(png)) == pixels(png)).all()
    assert png.startswith(SIGNATURE)
    with pytest.raises(ValueError, match="not a PNG"):
        read_chunks(b"GIF89a")


def draw(*arguments):
    return subprocess.run(
        [sys.executable, ROOT / "scripts/draw_charts.py", *arguments], capture_output=True, text=True, check=False, timeout=120
    )


def test_the_command_writes_the_files_of_each_chart_and_one_runtime(sweep_folder, tmp_path):
    done = draw("peak_by_tasks", "residuals_of_fits", "--tables", sweep_folder / "tables", "--output-folder", tmp_path / "a b")
    assert (done.returncode, done.stderr) == (0, "")
    names = [f"{chart}.{ending}" for chart in ("peak_by_tasks", "residuals_of_fits") for ending in ("html", "png", "svg", "vl.json")]
    assert sorted(path.name for path in (tmp_path / "a b").iterdir()) == [*names, "vega.js"]


def test_an_unknown_chart_is_one_line_that_names_those_there_are(tmp_path):
    done = draw("peaks", "--tables", tmp_path, "--output-folder", tmp_path)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith(f"no chart is called peaks; there are {', '.join(NAMES)}")


def test_what_draws_does_not_outlive_what_reads(tmp_path):
    script = (
        "import os, signal, sys; sys.path.insert(0, sys.argv[1])\n"
        "from common.workers import worker_pool\n"
        "pool = worker_pool(1); print(pool.submit(os.getpid).result(), flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = subprocess.run([sys.executable, "-c", script, ROOT / "scripts"], capture_output=True, text=True, check=False, timeout=60)
    assert killed.returncode == -signal.SIGKILL  # and its output ended, which a worker would have kept open


@pytest.mark.parametrize("name", NAMES)
def test_the_few_columns_that_are_read_of_the_runs_are_all_that_a_chart_needs(specifications, sweep_folder, name):
    few = read_sweep(sweep_folder / "tables", RUN_COLUMNS)
    assert set(few.runs) == RUN_COLUMNS
    assert specification(name, few, sweep_folder / "runs", REFERENCE) == specifications[name]


@pytest.mark.parametrize("name", NAMES)
def test_a_specification_is_valid_vega_lite(specifications, name):
    alt.Chart.from_dict(specifications[name], validate=True)


def test_missing_tables_are_one_line_and_exit_code_2(tmp_path):
    done = draw("peak_by_tasks", "--tables", tmp_path, "--output-folder", tmp_path / "x")
    assert done.returncode == 2
    assert done.stderr == f"{tmp_path}/runs.parquet: no such table. Make it: make run\n"


def test_damaged_tables_are_one_line_and_exit_code_2(tmp_path):
    (tmp_path / "runs.parquet").write_text("not parquet")
    (tmp_path / "summary.csv").write_text("")
    done = draw("peak_by_tasks", "--tables", tmp_path, "--output-folder", tmp_path / "x")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
