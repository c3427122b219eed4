#!/usr/bin/env python3
"""PBS, LSF and SGE as their users meet them: qsub, qstat, bsub, bjobs and qacct, by the name in $STAND_IN_NAME.

They take the options of their manuals and no others, in the form of the manuals, and run the job in the background as those would: with the
environment and in the folder that a job of theirs has. Jobs are kept in $STAND_IN_SPOOL. Manuals: qsub(1B) and qstat(1B) of OpenPBS 20;
bsub and bjobs of LSF 10.1; qsub(1), qstat(1) and qacct(1) of SGE 8.1.
"""

import getopt
import os
import re
import subprocess
import sys
from pathlib import Path

SPOOL = Path(os.environ["STAND_IN_SPOOL"])
CLOCK = r"\d{2,}:[0-5]\d:[0-5]\d"
# The form of each option's argument; None: it has none.
PBS = {
    "-r": "y|n", "-N": r"[A-Za-z][\w.+-]{0,14}", "-j": "oe|eo|n", "-o": r"[^ ]+", "-q": r"\w+", "-A": r"\w+", "-V": None,
    "-l": rf"walltime={CLOCK}|select=1:ncpus=[1-9]\d*:mem=[1-9]\d*mb(:\w+=True)?|place=excl",
}  # fmt: skip
LSF = {
    "-rn": None, "-J": r"[^ ]{1,4094}", "-o": r"[^ ]+", "-W": r"[1-9]\d*(:[0-5]\d)?", "-M": r"[1-9]\d*([KMGT]B?)?", "-n": r"[1-9]\d*",
    "-R": r"((rusage\[mem=[1-9]\d*(MB)?\]|span\[hosts=1\]|select\[\w+\])( |$))+", "-x": None, "-q": r"\w+", "-P": r"\w+",
}  # fmt: skip
SGE = {
    "-terse": None, "-cwd": None, "-V": None, "-r": "y(es)?|n(o)?", "-j": "y(es)?|n(o)?",
    "-N": r"[^\d\s/:@\\*?][^\s/:@\\*?]*", "-o": r"[^ ]+",
    "-q": r"[\w.@]+", "-P": r"\w+", "-l": rf"h_rt={CLOCK}|h_vmem=[1-9]\d*[KMG]?|exclusive=true|\w+",
}  # fmt: skip


def refuse(message: str) -> None:
    print(f"{os.environ['STAND_IN_NAME']}: {message}", file=sys.stderr)
    sys.exit(2)


def parse(manual: dict[str, str | None], words: list[str]) -> tuple[list[str], list[str]]:
    """The options without arguments that were given, and the words after all options."""
    given, rest = [], list(words)
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option not in manual:
            refuse(f"unknown option {option}")
        form = manual[option]
        if form is None:
            given.append(option)
        elif not rest or not re.fullmatch(form, rest[0]):
            refuse(f"{option} {rest[:1]}: not as in the manual")
        else:
            rest.pop(0)
    return given, rest


def submit(command: list[str], folder: str, environment: dict[str, str]) -> int:
    """Start the job in the background; its number."""
    number = len(list(SPOOL.glob("*.submitted"))) + 1
    (SPOOL / f"{number}.submitted").write_text(f"{sys.argv[1:]}\n")
    script = 'cd "$1" && spool=$2 && shift 2 && "$@"; echo $? >"$spool.new" && mv "$spool.new" "$spool.ended"'
    with (SPOOL / f"{number}.log").open("w") as log:
        subprocess.Popen(
            ["/bin/sh", "-c", script, "sh", folder, str(SPOOL / str(number)), *command],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    return number


def bare() -> dict[str, str]:
    """What a job gets that is given nothing of its submitter's environment."""
    return {"PATH": "/usr/bin:/bin", "HOME": os.environ.get("HOME", "/"), "STAND_IN_SPOOL": str(SPOOL)}


def spooled(words: list[str]) -> list[str]:
    """A job script as PBS and SGE take it: a copy, which another shell reads; it need not be executable."""
    if len(words) != 1:
        refuse(f"one script, and not {words}")
    copy = SPOOL / f"script-{os.getpid()}"
    copy.write_text(Path(words[0]).read_text())
    return ["/bin/sh", str(copy)]


def ended(job: str) -> int | None:
    """The exit code of a job; None while it runs. It ends this command where there is no such job."""
    if not (SPOOL / f"{job}.submitted").exists():
        refuse(f"Unknown Job Id {job}")
    path = SPOOL / f"{job}.ended"
    return int(path.read_text()) if path.exists() else None


def pbs(name: str, words: list[str]) -> None:
    if name == "qsub":
        given, rest = parse(PBS, words)
        environment = dict(os.environ) if "-V" in given else bare()
        print(f"{submit(spooled(rest), os.environ.get('HOME', '/'), environment)}.server")
        return
    options, jobs = getopt.getopt(words, "xfawesH")
    if ("-f", "") not in options or len(jobs) != 1:
        refuse("usage: qstat -f [-x] job_identifier")
    code = ended(jobs[0].removesuffix(".server"))
    if code is not None and ("-x", "") not in options:
        refuse(f"{jobs[0]} Job has finished, use -x or -H to obtain historical job information")
    print(f"Job Id: {jobs[0]}\n    Job_Name = x\n    job_state = {'R' if code is None else 'F'}")
    print("    queue = workq" + ("" if code is None else f"\n    Exit_status = {code}"))


def lsf(name: str, words: list[str]) -> None:
    if name == "bsub":
        _, command = parse(LSF, words)
        if not command or not os.access(command[0], os.X_OK):
            refuse(f"{command[:1]}: not a command")
        print(f"Job <{submit(command, str(Path.cwd()), dict(os.environ))}> is submitted to default queue <normal>.")
        return
    if len(words) != 4 or words[:3] != ["-noheader", "-o", "stat exit_code"]:
        refuse(f"Illegal option: {words}")
    code = ended(words[3])
    print("RUN -" if code is None else "DONE -" if code == 0 else f"EXIT {code}")


def sge(name: str, words: list[str]) -> None:
    if name == "qsub":
        given, rest = parse(SGE, words)
        folder = str(Path.cwd()) if "-cwd" in given else os.environ.get("HOME", "/")
        number = submit(spooled(rest), folder, dict(os.environ) if "-V" in given else bare())
        print(number if "-terse" in given else f'Your job {number} ("x") has been submitted')
        return
    if len(words) != 2 or words[0] != "-j":
        refuse(f"Unknown option {words}")
    code = ended(words[1])
    if name == "qstat" and code is not None:
        print(f"Following jobs do not exist: \n{words[1]}", file=sys.stderr)
        sys.exit(1)
    if name == "qacct" and code is None:
        refuse(f"error: job id {words[1]} not found")
    print("=" * 62)
    print(f"job_number:  {words[1]}" if name == "qstat" else f"jobnumber    {words[1]}\nfailed       0    \nexit_status  {code}")


if __name__ == "__main__":
    scheduler = {"pbs": pbs, "lsf": lsf, "sge": sge}[os.environ["STAND_IN_SCHEDULER"]]
    scheduler(os.environ["STAND_IN_NAME"], sys.argv[1:])
