"""The parts of the page, in their order: a template each in sections/, shown when what it tells of is there."""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: its id (and anchor), its name in the navigation, the charts it holds, its file in sections/."""

    id: str
    name: str
    charts: tuple[str, ...] = ()
    file: str = ""

    @property
    def template(self) -> str:
        """Its template, from the folder of page.html.j2."""
        return f"sections/{self.file or self.id}.html.j2"


SECTIONS = (
    Section("answer", "Answer"),
    Section("how", "How"),
    Section("memory_over_time-part", "Over time", ("memory_over_time",), "memory_over_time"),
    Section("memory_against_tasks-part", "Against N", ("memory_against_tasks", "residuals_of_fits"), "memory_against_tasks"),
    Section("wall_and_cpu_time-part", "Time", ("wall_and_cpu_time",), "wall_and_cpu_time"),
    Section("footprint_and_resident-part", "Footprint", ("footprint_and_resident",), "footprint_and_resident"),
    Section("claims", "Claims"),
    Section("published_figures-part", "Published figures", ("published_figures",), "published_figures"),
    Section("table", "Every figure"),
    Section("failures", "Failures"),
    Section("comparison", "Last toolchain"),
    Section("toolchains", "Toolchains"),
    Section("machine", "Machine"),
    Section("reading", "How to read this"),
    Section("downloads", "Data"),
)


def shown_sections(charts: Collection[str], absent: Collection[str] = ()) -> list[Section]:
    """The sections that have something to show: those whose first chart is among `charts`, less the `absent` ids.

    A chart that no section names gets one of its own, before the claims.
    """
    placed = {name for section in SECTIONS for name in section.charts}
    others = [Section(f"{name}-part", name.replace("_", " ").capitalize(), (name,), "chart") for name in charts if name not in placed]
    claims = next(index for index, section in enumerate(SECTIONS) if section.id == "claims")
    return [section for section in (*SECTIONS[:claims], *others, *SECTIONS[claims:]) if shown(section, charts) and section.id not in absent]


def shown(section: Section, charts: Collection[str]) -> bool:
    """Whether the chart that a section is about is there."""
    return not section.charts or section.charts[0] in charts
