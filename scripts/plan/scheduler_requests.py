"""What a cell asks of a scheduler: memory and time, by the number of tasks and the amounts. Pure."""

import math
from dataclasses import replace

from common.units import MIB
from plan.cells import expected_seconds
from plan.configuration import Configuration
from records.cell import Cell

# The workflow's own two processes on the node and the meter: 136 + 124 MB (seen with Snakemake 9.27.1).
OWN_MIB = 300
BASE_MIB = 2048
# Four times the most that a task was seen to take: a Java runtime gives its heap a quarter of the limit that it finds.
BYTES_PER_TASK = 16 * 1024


def memory_mib(tasks: int, attempt: int = 1) -> int:
    """Memory of the job of one cell, MiB. The same for all variants and repeats: runtimes size their heaps by the limit they find."""
    payload = BASE_MIB + math.ceil(tasks * BYTES_PER_TASK / MIB)
    return int(payload * 2 ** (attempt - 1)) + OWN_MIB


def payload_mib(job_mib: int) -> int:
    """What of a job's memory the program may take, MiB: at its own limit it is ended and leaves a record; at the job's, nothing would."""
    return max(job_mib - OWN_MIB, 1)


def runtime_minutes(cell: Cell, configuration: Configuration) -> int:
    """Time of the job of one cell, minutes: all its amounts, each with a start, and one program that hangs until its timeout."""
    longer = next((asked.longer for asked in configuration.workloads if asked.workload == cell.workload), ())
    courses = expected_seconds(replace(cell, amount=amount) for amount in (cell.amount, *longer))
    return math.ceil((courses + configuration.timeout_seconds + 60) / 60)
