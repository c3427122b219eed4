"""Submit Snakemake's job script to a scheduler and print the job's id; or tell a job's state. For profiles/cluster-generic."""

import argparse
import subprocess
from pathlib import Path

from common.command_line import UserError, run
from glue.cluster.schedulers import ASK_STATE, SUBMIT, job_id, read_ask, state, submit_command

LOGS = Path(".snakemake/scheduler_logs")
LOG_NAMES = {"slurm": "%j.log", "lsf": "%J.log", "sge": "$JOB_ID.log"}  # PBS names it after the job in a folder


def submit(scheduler: str, script: Path) -> str:
    """The id of the job. UserError with the scheduler's own words when it refuses."""
    LOGS.mkdir(parents=True, exist_ok=True)
    command = [*submit_command(scheduler, read_ask(script.read_text()), f"{LOGS}/{LOG_NAMES.get(scheduler, '')}"), str(script)]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise UserError(f"{command[0]}: {error.strerror}; is this a node of the cluster?") from None
    if answer.returncode:
        raise UserError(f"{scheduler} refused a job: {answer.stderr.strip() or answer.stdout.strip()} ({' '.join(command[:-1])})")
    return job_id(scheduler, answer.stdout)


def look(scheduler: str, job: str) -> str:
    """success, failed or running. A scheduler that does not answer just now leaves it running."""
    answer = subprocess.run(["/bin/sh", "-c", ASK_STATE[scheduler].format(job=job)], capture_output=True, text=True, check=False)
    return state(scheduler, answer.stdout)


def main() -> int:
    """Print the id, or the state."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scheduler", choices=sorted(SUBMIT))
    parser.add_argument("--state-of", action="store_true", help="tell the state of the job JOB instead")
    parser.add_argument("job", metavar="SCRIPT|JOB")
    arguments = parser.parse_args()
    if arguments.state_of:
        print(look(arguments.scheduler, arguments.job))
    else:
        try:
            print(submit(arguments.scheduler, Path(arguments.job)))
        except ValueError as error:
            raise UserError(f"{arguments.job}: {error}") from None
    return 0


if __name__ == "__main__":
    run(main)
