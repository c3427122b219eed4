"""What every program prints and accepts: `program N SECONDS`, READY when all tasks live, DONE when all have ended."""

import re
import sys

USAGE = "usage: program N SECONDS (N from 1 to 100000000, SECONDS from 0, fractions allowed)"
MOST_TASKS = 100_000_000
LONGEST_SLEEP_SECONDS = 1_000_000

expected = started = finished = 0


def arguments():
    """N and SECONDS of the command line; anything else ends the process with a usage line and exit code 2."""
    global expected
    match sys.argv[1:]:
        case [tasks, seconds] if re.fullmatch("[0-9]{1,9}", tasks) and re.fullmatch(r"[0-9]{1,7}(\.[0-9]+)?", seconds):
            expected = int(tasks)
            if 1 <= expected <= MOST_TASKS and float(seconds) <= LONGEST_SLEEP_SECONDS:
                return expected, float(seconds)
    print(USAGE, file=sys.stderr)
    sys.exit(2)


def task_started():
    """Called by a task before it sleeps; the last one says READY."""
    global started
    started += 1
    if started == expected:
        print(f"READY n={started} done={finished}", flush=True)


def task_finished():
    """Called by a task after its sleep."""
    global finished
    finished += 1


def done():
    """Called when all tasks have ended."""
    print(f"DONE n={finished}", flush=True)
