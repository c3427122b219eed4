"""How other schedulers than SLURM's own plugin are asked: submit commands and states, by scheduler. Pure.

Tried with sbatch; those of PBS, LSF and SGE are from their manuals, and tried with stand-ins that take what these allow and nothing else
(tests/glue/cluster/stand_in_scheduler.py): look at them, they are a line each.
"""

import json
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

PROPERTIES = re.compile(r"^# properties = (\{.*\})$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Ask:
    """What a job asks for: MiB, minutes, processors. `constraint`: the kind of node; `options`: words that the site adds."""

    name: str
    memory_mib: int
    minutes: int
    processors: int
    exclusive: bool
    constraint: str | None
    options: tuple[str, ...]

    @property
    def clock(self) -> str:
        """Its time as hours, minutes and seconds."""
        return f"{self.minutes // 60:02d}:{self.minutes % 60:02d}:00"


def read_ask(jobscript: str) -> Ask:
    """What Snakemake's job script says of its job in the line of its properties. ValueError when there is none."""
    found = PROPERTIES.search(jobscript)
    if not found:
        raise ValueError("no line '# properties = ...'")
    properties: Mapping[str, Any] = json.loads(found[1])
    resources = properties["resources"]
    name = str(properties.get("rule") or properties.get("groupid") or "job")
    return Ask(
        name=re.sub(r"[^A-Za-z0-9_.-]", "_", name),
        memory_mib=int(resources.get("mem_mb", 1000)),
        minutes=int(resources.get("runtime", 30)),
        processors=max(int(properties.get("threads", 1)), 1),
        exclusive=bool(resources.get("exclusive", 0)),
        constraint=resources.get("constraint") or None,
        options=tuple(shlex.split(str(resources.get("scheduler_options", "")))),
    )


def _slurm(ask: Ask, log: str) -> list[str]:
    own = ["sbatch", "--parsable", "--no-requeue", f"--job-name={ask.name}", f"--output={log}"]
    own += [f"--mem={ask.memory_mib}", f"--time={ask.minutes}"]
    own += ["--exclusive"] if ask.exclusive else [f"--cpus-per-task={ask.processors}"]
    return own + ([f"--constraint={ask.constraint}"] if ask.constraint else [])


def _pbs(ask: Ask, log: str) -> list[str]:
    kind = f":{ask.constraint}=True" if ask.constraint else ""
    own = ["qsub", "-r", "n", "-V", "-N", ask.name[:15], "-j", "oe", "-o", log, "-l", f"walltime={ask.clock}"]
    own += ["-l", f"select=1:ncpus={ask.processors}:mem={ask.memory_mib}mb{kind}"]
    return own + (["-l", "place=excl"] if ask.exclusive else [])


def _lsf(ask: Ask, log: str) -> list[str]:
    own = ["bsub", "-rn", "-J", ask.name, "-o", log, "-W", str(ask.minutes), "-M", f"{ask.memory_mib}MB", "-n", str(ask.processors)]
    own += ["-R", f"rusage[mem={ask.memory_mib}MB] span[hosts=1]"]
    own += ["-R", f"select[{ask.constraint}]"] if ask.constraint else []
    return own + (["-x"] if ask.exclusive else [])


def _sge(ask: Ask, log: str) -> list[str]:
    own = ["qsub", "-terse", "-r", "n", "-cwd", "-V", "-N", ask.name, "-j", "y", "-o", log]
    own += ["-l", f"h_rt={ask.clock}", "-l", f"h_vmem={ask.memory_mib}M"]
    own += ["-l", ask.constraint] if ask.constraint else []
    return own + (["-l", "exclusive=true"] if ask.exclusive else [])


SUBMIT: Mapping[str, Callable[[Ask, str], list[str]]] = {"slurm": _slurm, "pbs": _pbs, "lsf": _lsf, "sge": _sge}
# What tells a job's state; {job} is its id.
ASK_STATE = {
    "slurm": "scontrol --oneliner show job {job}",
    "pbs": "qstat -x -f {job}",
    "lsf": "bjobs -noheader -o 'stat exit_code' {job}",
    "sge": "qstat -j {job} >&2 && echo running || qacct -j {job}",
}
# The first that fits decides; none does: the job still waits or runs.
STATES = {
    "slurm": (
        (r"JobState=COMPLETED\b", "success"),
        (r"JobState=(PENDING|RUNNING|CONFIGURING|COMPLETING|SUSPENDED|STOPPED)", "running"),
        (r"JobState=", "failed"),
    ),
    "pbs": ((r"job_state = [FX](?s:.*)Exit_status = 0\b", "success"), (r"job_state = [FX]", "failed")),
    "lsf": ((r"^DONE", "success"), (r"^(EXIT|ZOMBI)", "failed")),
    "sge": ((r"^running", "running"), (r"^failed +0(?s:.*)^exit_status +0\b", "success"), (r"^exit_status", "failed")),
}


def submit_command(scheduler: str, ask: Ask, log: str) -> list[str]:
    """The command that submits a job, without the script, which comes last."""
    return [*SUBMIT[scheduler](ask, log), *ask.options]


def job_id(scheduler: str, answer: str) -> str:
    """The job's id in what the submit command answered. ValueError when there is none."""
    found = re.search(r"Job <(\d+)>" if scheduler == "lsf" else r"^(\d[\w.\[\]-]*)", answer, re.MULTILINE)
    if not found:
        raise ValueError(f"no job id in the answer {answer.strip()!r}")
    return found[1]


def state(scheduler: str, answer: str) -> str:
    """success, failed or running, from what the scheduler answered."""
    return next((word for pattern, word in STATES[scheduler] if re.search(pattern, answer, re.MULTILINE)), "running")
