"""The words of the meter: every verdict and flag that it can give, and what each says to a reader. Nothing is decided by them."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """A verdict or flag in two or three words, and what it means in a sentence."""

    short: str
    meaning: str


# Worst first: of several that hold, the first is given.
NEVER_RAN: Mapping[str, Word] = {
    "unsupported": Word(
        "above a limit", "a limit of the machine or of the configuration leaves no room for it, so that it was not started"
    ),
    "spawn_failed": Word("could not be started", "the program could not be launched"),
}
ENDED: Mapping[str, Word] = {
    "oom": Word("out of memory", "the kernel killed a process of the run for lack of memory"),
    "timeout": Word("timed out", "it was still running at its time limit, and was ended"),
    "interrupted": Word("interrupted", "the measurement was interrupted"),
    "failed": Word("failed", "the program ended with an error"),
}
VERDICTS: Mapping[str, Word] = {**NEVER_RAN, **ENDED, "ok": Word("ok", "it ended well and kept what it promised")}

FLAGS: Mapping[str, Word] = {
    "not_sampled": Word("not sampled", "it ended before it could be looked at"),
    "series_missed_peak": Word(
        "series missed the peak",
        "the samples over time missed the peak: of one process the kernel's own mark did not, of several it may have been higher",
    ),
    "left_processes": Word("left processes", "it left processes behind, which were ended"),
    "surviving_processes": Word("surviving processes", "processes of it could not be ended and may still run"),
    "swapped": Word("swapped", "part of its memory was swapped out, so that resident memory is too low"),
    "huge_pages": Word(
        "huge pages", "it held reserved huge pages, which no high-water mark counts: they are in the peak as far as sampled"
    ),
    "output_truncated": Word("output truncated", "it printed more than 64 KiB; the rest was dropped"),
    "loaded_host": Word("loaded host", "the machine was busy with other work before the start: memory stands, times may not"),
    "slow_wrapper": Word("slow meter", "measuring took more than 3 % of a core"),
    "no_cgroup": Word("no cgroup", "no memory cgroup could be had: footprint and kernel memory are not known"),
    "left_cgroup": Word("left its cgroup", "a process of it moved out of its memory cgroup, so that its footprint is not known"),
}
PEAK_METHODS: Mapping[str, str] = {
    "hwm": "high-water mark of the kernel",
    "ru_maxrss": "high-water mark at the exit",
    "huge_pages": "resident memory and huge pages at one instant",
    "pss_sampled": "several processes, shared pages counted once",
    "charged_sampled": "several processes, what their cgroup was charged with at one instant",
    "none": "too short to be seen",
}
