"""How a command line names a workload and its amount: --workload sleep=10, or the older --sleep-seconds 10."""

import argparse
from collections.abc import Sequence

from common.command_line import UserError
from workloads.catalogue import FIRST, WORKLOADS, workload_of
from workloads.workload import Asked, amount_text


def add_workload_options(parser: argparse.ArgumentParser) -> None:
    """The options that name what each task does."""
    first = WORKLOADS[FIRST]
    names = ", ".join(WORKLOADS)
    parser.add_argument("--workload", metavar="NAME=AMOUNT", help=f"what each task does, such as {FIRST}=10; there are {names}")
    parser.add_argument(
        "--longer-amounts", nargs="*", default=[], metavar="AMOUNT", help="tried in order while the amount proves too little"
    )
    parser.add_argument(
        f"--{first.amount_key.replace('_', '-')}", dest="first_amount", type=float, help=f"the same as --workload {FIRST}=..."
    )
    parser.add_argument(f"--{first.longer_key.replace('_', '-')}", dest="longer_amounts", nargs="*", help=argparse.SUPPRESS)


def asked_workload(options: argparse.Namespace) -> Asked:
    """What the options name. UserError where they name nothing, or a workload that there is not."""
    if options.workload is None:
        if options.first_amount is None:
            raise UserError(f"--workload: is missing; say what each task does, such as --workload {FIRST}=10")
        return Asked(FIRST, amount_text(options.first_amount), _texts(options.longer_amounts))
    name, separator, amount = options.workload.partition("=")
    if not separator or not amount:
        raise UserError(f"--workload: {options.workload} is not NAME=AMOUNT, such as {FIRST}=10")
    return Asked(workload_of(name).name, amount, _texts(options.longer_amounts))


def asked_words(asked: Asked) -> str:
    """The options that name it."""
    longer = f" --longer-amounts {' '.join(asked.longer)}" if asked.longer else ""
    return f"--workload {asked.workload}={asked.amount}{longer}"


def _texts(amounts: Sequence[str]) -> tuple[str, ...]:
    return tuple(str(amount) for amount in amounts)
