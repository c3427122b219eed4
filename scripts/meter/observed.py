"""Everything learnt about a run while it lasted; the record is made from it."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from meter.contract import Contract, Nothing
from meter.limits import Limit
from meter.output import Output
from meter.sample import Sampler, Series


@dataclass(frozen=True, slots=True)
class Ended:
    """How the main process ended. Seconds since spawn; bytes."""

    seconds: float
    exit_code: int | None
    signal: int | None
    max_rss_bytes: int


@dataclass(slots=True)
class Observed:
    """Filled in as the run goes on. None: not known."""

    environment: dict[str, str]
    host: dict[str, Any]
    unsupported: str | None = None
    limit: Limit | None = None
    spawn_error: str | None = None
    end: str | None = None
    end_reason: str = ""
    started_at: datetime | None = None
    floor_bytes: int = 0
    ended: Ended | None = None
    contract: Contract = field(default_factory=Nothing)
    sampler: Sampler | None = None
    output: Output | None = None
    errors: Output | None = None
    cgroup_kind: str = "none"
    cgroup_peak_bytes: int | None = None
    oom_kills: int | None = None
    plateau_rss_bytes: int | None = None
    cpu_user_seconds: float = 0.0
    cpu_system_seconds: float = 0.0
    meter_cpu_seconds: float = 0.0
    watched_seconds: float | None = None
    left_processes: int = 0
    survivors: list[int] = field(default_factory=list)

    def series_csv(self) -> str:
        """The samples as CSV; only its header when nothing was sampled."""
        return (self.sampler.series if self.sampler else Series()).csv()
