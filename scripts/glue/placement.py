"""Jobs that would run where they do not belong are refused before anything is measured."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from common.command_line import UserError
from glue.snakemake_names import rule_of
from plan.configuration import Configuration
from plan.placement import misplaced, unlike
from records.same_machine import describe

NODE_RULES = frozenset({"describe_machine", "find_toolchain", "compile_program", "measure_run"})


def require_several(folders: Sequence[str], jobs: Iterable[Any]) -> None:
    """End a run with one line and exit code 2 that would put the results of only one machine side by side, before it measures them."""
    if len(folders) < 2 and any(rule_of(job) == "merge_machines" for job in jobs):
        print(
            f"merge: there is only {folders[0]}; list the folders of two machines or more in the configuration, such as "
            f"merge: [{folders[0]}, /elsewhere/results/xeon] (docs/machines.md)",
            file=sys.stderr,
            flush=True,
        )
        raise SystemExit(2)


def require_right_place(configuration: Configuration, jobs: Iterable[Any], *, local: bool) -> None:
    """End a run with one line and exit code 2 where one of Snakemake's jobs would measure a class on a machine that is not of it."""
    planned = {rule_of(job) for job in jobs}
    if not planned & NODE_RULES:
        return
    from meter.host import describe_host  # noqa: PLC0415 only where something is planned that depends on the node

    here = describe(describe_host())
    try:
        reason = misplaced(configuration, local=local, here=here["cpu_model"] or "an unknown CPU")
        if reason is None and "describe_machine" not in planned:
            reason = unlike(configuration, here, local=local, results=Path("results"))
    except UserError as error:
        reason = str(error)
    if reason is not None:
        print(reason, file=sys.stderr, flush=True)
        raise SystemExit(2)
