"""Every figure that is measured of a run, a row each: what it is called, its unit, how it is summarised and where it is shown.

The columns of the tables and their types, datapackage.json, the titles of axes, the columns of the page and the quantities of the claims
follow from here. A further figure is the place that measures it, which puts it into the record, and a row.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from common.units import MIB
from workloads.sleep_words import COURSE, TAKEN_OUT

SPREAD = ("median", "min", "max")
INTERVAL = ("cv", "interval_low", "interval_high", "interval_confidence", "interval_rule")
Unit = Literal["bytes", "seconds", "tasks/second", "count", "share"]


@dataclass(frozen=True, slots=True)
class Display:
    """How a unit is shown: in what, a figure of how many of the unit that is, and by which function of the page's script."""

    unit: str
    size: float
    script: str


DISPLAYS: dict[str, Display] = {
    "bytes": Display("MiB", MIB, "mib"),
    "seconds": Display("s", 1, "seconds"),
    "tasks/second": Display("per s", 1, "grouped"),
    "count": Display("", 1, "grouped"),
    "share": Display("%", 0.01, "percent"),
}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure as claims name it (quantity: in config/claims.yaml). `less`: a column of the summary that is taken from it."""

    id: str
    words: str
    less: str | None = None


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure of a run.

    `name` is its column; `meaning` follows "Median" in a description, `words` stand at an axis or in a legend, `head` over a column of the
    page. `summarised`: what the summary has of the ok runs of a cell. `made_of` and `derived`: from which columns it follows, where no
    record has it. `memory`: what it is called among the kinds of memory that lines are fitted to.
    """

    name: str
    unit: Unit
    meaning: str
    words: str = ""
    head: str = ""
    better: Literal["less", "more"] = "less"
    workload: str | None = None  # None: whatever the tasks do
    summarised: tuple[str, ...] = SPREAD
    made_of: tuple[str, ...] = ()
    derived: Callable[[Any], Any] | None = None
    memory: str | None = None
    quantities: tuple[Quantity, ...] = ()
    page: tuple[str, ...] = SPREAD  # what the page holds of it
    every_figure: tuple[str, ...] = ("median",)  # what stands in its table of every figure
    remark: str = ""  # to the median

    @property
    def display(self) -> Display:
        """How it is shown."""
        return DISPLAYS[self.unit]

    @property
    def axis_title(self) -> str:
        """Words and unit: peak resident memory (MiB)."""
        return f"{self.words or self.meaning} ({self.display.unit})"

    @property
    def page_head(self) -> str:
        """Over a column of the page: peak, MiB."""
        return self.head or ", ".join(filter(None, (self.words or self.meaning, self.display.unit)))

    def columns(self) -> list[str]:
        """Its columns in the summary."""
        return [f"{self.name}_{what}" for what in self.summarised]


METRICS: tuple[Metric, ...] = (
    Metric(
        "peak_bytes",
        "bytes",
        "peak resident memory",
        words="peak resident memory",
        head="peak, MiB",
        summarised=(*SPREAD, *INTERVAL),
        memory="peak",
        quantities=(Quantity("peak", ""),),
        page=(*SPREAD, "cv", "interval_low", "interval_high", "interval_confidence"),
        every_figure=(*SPREAD, "cv", "interval_low", "interval_high"),
    ),
    Metric(
        "footprint_bytes",
        "bytes",
        "footprint, what the cgroup held besides page cache",
        words="footprint",
        head="footprint, MiB",
        summarised=(*SPREAD, *INTERVAL),
        memory="footprint",
        remark="Empty without a cgroup, or where its kinds differ.",
    ),
    Metric(
        "wall_seconds",
        "seconds",
        "time from the launch to the end of the program",
        words=f"wall time ({COURSE})",
        head="wall, s",
        quantities=(Quantity("late", TAKEN_OUT, less="sleep_seconds"),),
    ),
    Metric(
        "ready_seconds",
        "seconds",
        "time from the launch to READY, when all tasks are alive",
        words="launch: start until all N tasks run",
        head="launch, s",
    ),
    Metric("done_seconds", "seconds", "time from the launch to DONE", summarised=(), page=(), every_figure=()),
    Metric("cpu_user_seconds", "seconds", "CPU time of a run in user mode", summarised=(), page=(), every_figure=()),
    Metric("cpu_system_seconds", "seconds", "CPU time of a run in the kernel", summarised=(), page=(), every_figure=()),
    Metric(
        "cpu_seconds",
        "seconds",
        "CPU time of a run, user and system",
        words="CPU time (user + system, all cores)",
        head="CPU, s",
        made_of=("cpu_user_seconds", "cpu_system_seconds"),
        derived=lambda runs: runs["cpu_user_seconds"] + runs["cpu_system_seconds"],
        quantities=(Quantity("cpu", " of CPU"),),
    ),
    Metric(
        "launch_tasks_per_second",
        "tasks/second",
        "launch rate: N over the seconds to READY, the start of the runtime included",
        head="tasks launched per s",
        better="more",
        made_of=("n", "ready_seconds"),
        derived=lambda runs: runs["n"] / runs["ready_seconds"].where(runs["ready_seconds"] > 0),
        page=("median",),
        every_figure=(),
    ),
    Metric(
        "cpu_seconds_per_million_tasks",
        "seconds",
        "CPU time of a run over its millions of tasks, the start of the runtime included",
        head="CPU s per million tasks",
        made_of=("n", "cpu_seconds"),
        derived=lambda runs: runs["cpu_seconds"] / runs["n"] * 1_000_000,
        page=("median",),
        every_figure=(),
    ),
)
HEADLINE = "peak_bytes"  # what versions, machines and programs are compared by


def metric(name: str) -> Metric:
    """The row of a figure."""
    return next(each for each in METRICS if each.name == name)


def recorded() -> list[Metric]:
    """The figures that a record has."""
    return [each for each in METRICS if each.derived is None]


def summarised(*, interval: bool) -> list[Metric]:
    """The figures of the summary, those with an interval of the median or those without."""
    return [each for each in METRICS if each.summarised and (each.summarised != SPREAD) == interval]


def memories() -> dict[str, str]:
    """The kinds of memory that lines are fitted to, each with its column."""
    return {each.memory: each.name for each in METRICS if each.memory}


def quantities() -> dict[str, tuple[Metric, Quantity]]:
    """What claims can be about, by name."""
    return {quantity.id: (each, quantity) for each in METRICS for quantity in each.quantities}


def needed_columns() -> set[str]:
    """The columns of the runs that the summary's figures are made of."""
    made = {each.name for each in METRICS if each.derived}
    return ({each.name for each in METRICS if each.summarised} | {name for each in METRICS for name in each.made_of}) - made


ENDS = {
    "min": "Smallest of these.",
    "max": "Largest of these.",
    "cv": "Coefficient of variation: standard deviation over mean, of two runs or more.",
    "interval_low": "Lower end of the interval for the median; empty where so few runs carry none.",
    "interval_high": "Upper end of the interval for the median.",
    "interval_confidence": "In which share of cases an interval of this rule encloses the true median (exact, binomial).",
    "interval_rule": "Which runs the interval goes from and to, or that there is only a range.",
}
UNITS = {"cv": "share", "interval_confidence": "share", "interval_rule": "none"}


def described() -> Iterator[tuple[str, str, str]]:
    """Column, unit and description of each column of the summary that holds a figure."""
    for each in METRICS:
        for what in each.summarised:
            text = " ".join(filter(None, (f"Median {each.meaning}.", each.remark))) if what == "median" else ENDS[what]
            yield f"{each.name}_{what}", UNITS.get(what, each.unit), text


def summary_type(each: Metric, what: str) -> str:
    """The type of such a column: bytes are whole."""
    if what == "interval_rule":
        return "string"
    return "Int64" if each.unit in {"bytes", "count"} and what not in UNITS else "Float64"


HEADS = {"median": "{}", "min": "smallest {}", "max": "largest {}"}


def page_columns() -> list[dict[str, str]]:
    """For the page's script: of each column that the page holds its key, its head and how a value is shown."""
    return [
        {
            "key": f"{each.name}_{what}",
            "head": HEADS[what].format(each.page_head) if what in HEADS else _other_head(each, what),
            "show": "percent" if UNITS.get(what) == "share" else each.display.script,
        }
        for each in METRICS
        for what in each.page
    ]


def _other_head(each: Metric, what: str) -> str:
    name = each.page_head.partition(",")[0]
    return {
        "cv": f"CV of the {name}",
        "interval_low": f"interval of the median from, {each.display.unit}",
        "interval_high": f"to, {each.display.unit}",
    }.get(what, what.replace("_", " "))


def every_figure_columns() -> list[str]:
    """The columns of the page's table of every figure."""
    return [f"{each.name}_{what}" for each in METRICS for what in each.every_figure if what in each.page]
