"""Which parts the page has, and in which order."""

import pytest

from common.folders import PROJECT
from view.report.page import TEMPLATES
from view.report.sections import SECTIONS, shown_sections

CHARTS = ("peak_by_tasks", "memory_over_time", "memory_against_tasks")


def ids(*arguments, **options):
    return [section.id for section in shown_sections(*arguments, **options)]


def test_a_section_is_shown_when_its_first_chart_is_there():
    assert "memory_against_tasks-part" in ids(CHARTS)
    assert "footprint_and_resident-part" not in ids(CHARTS)
    assert "residuals_of_fits-part" not in ids([*CHARTS, "residuals_of_fits"]), "it stands in the section of the chart whose fits it shows"


def test_a_chart_without_a_place_gets_a_section_of_its_own_before_the_claims():
    shown = ids([*CHARTS, "machine_classes"])
    assert shown[shown.index("claims") - 1] == "machine_classes-part"


def test_an_absent_section_leaves_no_gap():
    assert ids(CHARTS, absent=["claims"]) == [name for name in ids(CHARTS) if name != "claims"]


@pytest.mark.parametrize("section", [*SECTIONS, *shown_sections(["some_chart"])], ids=lambda section: section.id)
def test_each_section_has_its_template(section):
    assert (TEMPLATES / section.template).is_file()


def test_readme_and_page_say_the_same_of_a_newer_c_library():
    before, after = 437, 377  # MiB of one tokio program on glibc 2.36 and 2.41 (seen)
    assert round(before / (before - after)) == 7
    reading = (PROJECT / "scripts/view/report/sections/reading.html.j2").read_text(encoding="utf-8")
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    assert "takes a seventh less on a newer glibc" in reading
    assert "takes a seventh less with a newer C library" in readme
