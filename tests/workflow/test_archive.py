"""`snakemake --report report.zip` carries what the project's own page shows, described; and is made without network."""

import json
import re
import shutil
import zipfile

import pytest
from tests.workflow.conftest import Project

from view.charts.catalogue import NAMES

# A port on which nothing listens: whatever asks for the network through it fails at once.
NO_NETWORK = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")


@pytest.fixture(scope="module")
def archive(finished_project: Project, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The text of every file in report.zip of a finished sweep, by name."""
    folder = tmp_path_factory.mktemp("report")
    project = Project(folder / "a copy's copy")
    shutil.copytree(finished_project.folder, project.folder, symlinks=True)
    project.run(target="")
    path = folder / "report.zip"
    done = project.snakemake("--report", str(path), target="", environment=NO_NETWORK)
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(path) as opened:
        return {name: opened.read(name).decode() for name in opened.namelist()}


def inside(archive: dict[str, str], name: str) -> dict:
    """What the page holds under a name."""
    page = next(text for path, text in archive.items() if path.endswith("/report.html") and path.count("/") == 1)
    found: dict = json.JSONDecoder().raw_decode(page, page.index("= {", page.index(f'<script id="{name}">')) + 2)[0]
    return found


def results_of(archive: dict[str, str]) -> dict[str, dict]:
    """What the page knows of each result, by the last part of its path."""
    return {name.rpartition("/")[2]: value for name, value in inside(archive, "results").items()}


def test_it_holds_every_chart_and_the_claims_each_with_caption_and_labels(archive: dict[str, str]) -> None:
    results = results_of(archive)
    assert results.keys() >= {*(f"{name}.svg" for name in NAMES), "claims.csv", "summary.csv", "summary.md", "fits.csv", "report.html"}
    for name, result in results.items():
        assert len(re.sub(r"<[^>]*>", "", result["caption"])) > 80, name
        assert result["labels"], name
    assert results["peak_by_tasks.svg"]["labels"] == {"chart": "peak by tasks", "format": "SVG"}


def test_its_charts_are_fit_for_a_paper(archive: dict[str, str]) -> None:
    """Text that can be searched and set in another font, on white, and nothing that is a picture of pixels."""
    pictures = {
        name: text for name, text in archive.items() if name.endswith(".svg") and any(name.endswith(f"{chart}.svg") for chart in NAMES)
    }
    assert len(pictures) == len(NAMES)
    for name, text in pictures.items():
        assert text.count("<text") >= 3, name
        assert 'fill="#ffffff"/>' in text[:600], name
        assert text.count("<text") == text.count('font-family="Arial, Liberation Sans, Helvetica, sans-serif"'), name
        assert "<image" not in text, name


def test_each_result_lies_in_a_category_and_under_its_machine(archive: dict[str, str]) -> None:
    found = inside(archive, "categories")
    assert {category: list(inner) for category, inner in found.items()} == {"Charts": ["here"], "Report": ["here"], "Tables": ["here"]}
