"""The record of a run: one flat JSON object, described field by field in config/schemas/record.schema.json."""

import resource
from dataclasses import dataclass
from typing import Any

from meter import host as host_module
from meter.contract import Seen
from meter.limits import Limit, limit_fields
from meter.observed import Observed
from meter.peak import Highest, Peak, decide_peak, lag_bytes, series_missed
from meter.request import Request
from meter.sample import CORES
from meter.verdict import Outcome, decide

SCHEMA_VERSION = 1
METER_VERSION = "1.0"
SLOW_SHARE = 0.03
SHARE_SECONDS = 1.0  # the share of a shorter run is that of its start and end
PRESSURE_PERCENT = {"memory": 1.0, "io": 50.0}
BUSY_CORES = 0.5
LAG_BYTES = lag_bytes(CORES)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the flags are decided from."""

    ran: bool
    peak: Peak
    highest: Highest
    charged_peak: int | None  # the kernel's own high-water mark of the cgroup
    swap_bytes: int
    hugetlb_bytes: int
    left_processes: int
    surviving_processes: int
    output_truncated: bool
    counted: bool  # a memory cgroup was had
    left_cgroup: bool
    meter_share: float | None
    wall_seconds: float
    loaded: bool


def build_record(request: Request, observed: Observed) -> dict[str, Any]:
    """Everything that is known about a run. Bytes, seconds; None where unavailable."""
    sampler = observed.sampler
    highest = sampler.marks if sampler else Highest()
    max_rss = observed.ended.max_rss_bytes if observed.ended else None
    peak = decide_peak(highest, max_rss, observed.floor_bytes, LAG_BYTES)
    verdict, reason = decide(_outcome(observed), observed.contract.broken)
    wall = observed.ended.seconds if observed.ended else None
    share = observed.meter_cpu_seconds / observed.watched_seconds if observed.watched_seconds else None
    after = {"load_after": host_module.load(), "pressure_after": host_module.pressure(), "cgroup_kind": observed.cgroup_kind}
    return {
        "schema_version": SCHEMA_VERSION,
        "wrapper_version": METER_VERSION,  # wrapper: what the meter was called when the first records were written
        "verdict": verdict,
        "reason": reason,
        **limit_fields(_limit(request, observed, verdict)),
        "flags": [*flags(_circumstances(observed, peak, highest, share)), *_promise_flags(observed, peak)],
        "peak_bytes": peak.bytes,
        "peak_method": peak.method,
        **_memory(observed, highest, max_rss),
        **_course(observed, wall),
        "wrapper_core_share": round(share, 5) if share is not None else None,
        "wrapper_peak_bytes": _own_peak(),
        **_printed(observed),
        "command": list(request.command),
        "environment": observed.environment,
        "tags": dict(request.tags),
        **observed.contract.fields(),
        "timeout_seconds": request.timeout_seconds,
        "memory_limit_bytes": request.memory_limit_bytes,
        "host": observed.host | after,
    }


def _limit(request: Request, observed: Observed, verdict: str) -> Limit | None:
    """The limit that the run met, where it met one."""
    if verdict == "unsupported":
        return observed.limit
    if verdict == "timeout" and request.timeout_seconds is not None:
        return Limit("timeout_seconds", request.timeout_seconds, "request")
    if verdict == "oom":
        own, whole = request.memory_limit_bytes, observed.host.get("memory_total_bytes")
        return Limit("memory_limit_bytes", own, "request") if own else Limit("memory_total_bytes", whole, "machine") if whole else None
    return None


def _promise_flags(observed: Observed, peak: Peak) -> list[str]:
    """What the promise has to say of a run that began."""
    threads = observed.sampler.threads_peak if observed.sampler else 0
    return observed.contract.flags(Seen(peak.bytes, threads)) if observed.started_at is not None else []


def _outcome(observed: Observed) -> Outcome:
    ended = observed.ended
    return Outcome(
        exit_code=ended.exit_code if ended else None,
        signal=ended.signal if ended else None,
        unsupported=observed.unsupported,
        spawn_error=observed.spawn_error,
        oom_kills=observed.oom_kills or 0,
        end=observed.end,
        end_reason=observed.end_reason,
        stderr_tail=observed.errors.tail_text() if observed.errors else "",
    )


def _memory(observed: Observed, highest: Highest, max_rss: int | None) -> dict[str, Any]:
    sampler = observed.sampler
    held = sampler.held_at_peak if sampler else None
    sampled = sampler is not None and sampler.last_sample is not None
    return {
        "main_hwm_bytes": highest.main_high_water,
        "ru_maxrss_bytes": max_rss,
        "ru_floor_bytes": observed.floor_bytes if max_rss is not None else None,
        "tree_rss_sampled_bytes": highest.tree_resident,
        "peak_pss_bytes": highest.proportional,
        "peak_uss_bytes": highest.unique,
        "plateau_rss_bytes": observed.plateau_rss_bytes,
        "footprint_bytes": held.footprint if sampler and held and not sampler.left_cgroup else None,
        "cgroup": {
            "kind": observed.cgroup_kind,
            "anon_bytes": held.anon if held else None,
            "shmem_bytes": held.shmem if held else None,
            "file_bytes": held.file if held else None,
            "kernel_bytes": held.kernel if held else None,
            "peak_bytes": observed.cgroup_peak_bytes,
            "oom_kills": observed.oom_kills,
        },
        "swap_bytes": sampler.swap_peak if sampler and sampled else None,
        "page_table_bytes": sampler.page_table_peak if sampler and sampled else None,
    }


def _course(observed: Observed, wall: float | None) -> dict[str, Any]:
    sampler, ended = observed.sampler, observed.ended
    gap = sampler.series.longest_gap() if sampler else None
    return {
        "threads_peak": sampler.threads_peak or None if sampler else None,
        "processes_peak": sampler.processes_peak or None if sampler else None,
        "processes": len(sampler.seen) or None if sampler else None,
        "started_at": observed.started_at.isoformat(timespec="milliseconds") if observed.started_at else None,
        "wall_seconds": _round(wall),
        "cpu_user_seconds": _round(observed.cpu_user_seconds if ended else None),
        "cpu_system_seconds": _round(observed.cpu_system_seconds if ended else None),
        "exit_code": ended.exit_code if ended else None,
        "signal": ended.signal if ended else None,
        "samples": len(sampler.series.seconds) if sampler else 0,
        "longest_gap_seconds": _round(gap),
    }


def _printed(observed: Observed) -> dict[str, Any]:
    output, errors = observed.output, observed.errors
    return {
        "stdout_bytes": output.total_bytes if output else None,
        "stdout_head": output.head_text() if output else "",
        "stderr_bytes": errors.total_bytes if errors else None,
        "stderr_tail": errors.tail_text() if errors else "",
    }


def _circumstances(observed: Observed, peak: Peak, highest: Highest, share: float | None) -> Circumstances:
    sampler = observed.sampler
    return Circumstances(
        ran=observed.started_at is not None,
        peak=peak,
        highest=highest,
        charged_peak=observed.cgroup_peak_bytes,
        swap_bytes=sampler.swap_peak if sampler else 0,
        hugetlb_bytes=sampler.hugetlb_peak if sampler else 0,
        left_processes=observed.left_processes,
        surviving_processes=len(observed.survivors),
        output_truncated=any(stream is not None and stream.truncated for stream in (observed.output, observed.errors)),
        counted=sampler is not None and sampler.held is not None,
        left_cgroup=sampler is not None and sampler.left_cgroup,
        meter_share=share,
        wall_seconds=observed.watched_seconds or 0.0,
        loaded=is_loaded(observed.host),
    )


def is_loaded(host: dict[str, Any]) -> bool:
    """Whether others kept the machine busy just before the start: half a core or more, or pressure on memory or io.

    Neither the load average nor the pressure on cpu: ten thousand threads of the run before keep both high for minutes (seen).
    """
    busy, pressure = host.get("busy_cores_before"), host.get("pressure_before") or {}
    return (busy is not None and busy >= BUSY_CORES) or any(pressure.get(name, 0.0) > limit for name, limit in PRESSURE_PERCENT.items())


def flags(seen: Circumstances) -> list[str]:
    """What a reader should know beside the verdict (meter.vocabulary says what each means). Empty for a run that never began."""
    if not seen.ran:
        return []
    present = {
        "not_sampled": seen.peak.bytes is None,
        "series_missed_peak": series_missed(seen.peak, seen.highest, seen.charged_peak, LAG_BYTES),
        "left_processes": seen.left_processes > 0,
        "surviving_processes": seen.surviving_processes > 0,
        "swapped": seen.swap_bytes > 0,
        "huge_pages": seen.hugetlb_bytes > 0,
        "output_truncated": seen.output_truncated,
        "loaded_host": seen.loaded,
        "slow_wrapper": seen.meter_share is not None and seen.meter_share > SLOW_SHARE and seen.wall_seconds >= SHARE_SECONDS,
        "no_cgroup": not seen.counted,
        "left_cgroup": seen.left_cgroup,
    }
    return [name for name, is_present in present.items() if is_present]


def _own_peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _round(seconds: float | None) -> float | None:
    return round(seconds, 6) if seconds is not None else None
