"""The words of the workloads: what a task is, and the verdicts and flags that a promise adds to the meter's."""

from collections.abc import Mapping

from meter.vocabulary import Word

OS_THREAD, TIMER = "os-thread", "timer"
PRIMITIVES: Mapping[str, Word] = {
    OS_THREAD: Word("OS thread", "a thread of the kernel"),
    "green-thread": Word("green thread", "own stack"),
    "scheduled-task": Word("scheduled task", "stackless"),
    TIMER: Word("timer", "runs no code of its own"),
}

# Worst first, each worse than the next; all are better than `failed` and worse than `ok`.
VERDICTS: Mapping[str, Word] = {
    "no_protocol": Word("never said READY", "the program did not print the lines that prove what it did"),
    "wrong_count": Word("wrong count of tasks", "the program started or ended another number of tasks than was asked for"),
    "slept_too_short": Word("slept too short", "the tasks cannot have slept as long as was asked for"),
    "not_concurrent": Word("not concurrent", "tasks had ended before the last began, so that they were never all alive at once"),
}

FLAGS: Mapping[str, Word] = {
    "extra_output": Word("extra output", "it printed other lines than READY and DONE"),
    "implausible_bytes_per_task": Word("implausible", "less than 32 bytes a task: are they all there?"),
    "threads_missing": Word("threads missing", "fewer threads than tasks were seen"),
}
