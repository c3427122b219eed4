"""Whether this node is one of its machine class, and a toolchain on it still the one that was found. Asked before each job on a node."""

import json
import os
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from common.command_line import UserError
from common.folders import PROJECT
from records.same_machine import describe, differences
from toolchains.probing import ask

SHOWN_CHARACTERS = 120


def node_name() -> str:
    """This node as a person knows it: the scheduler's name for it, and the host's where that is another."""
    node, host = os.environ.get("SLURMD_NODENAME"), socket.gethostname()
    return f"node {node} ({host})" if node and node != host else f"node {host}"


def read_machine(path: Path) -> dict[str, Any]:
    """What describe_machine.py wrote of a class. UserError when it is missing or damaged."""
    try:
        noted = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: cannot be read ({error}). Make it again: --forcerun {path}") from None
    if not isinstance(noted, dict):
        raise UserError(f"{path}: not a description of a machine. Make it again: --forcerun {path}")
    return noted


def refusal(path: Path, noted: Mapping[str, Any], found: Mapping[str, Any], node: str) -> str | None:
    """Why a node does not belong to the class that `path` describes, in one line, or None. `noted`, `found`: of the class, of the node."""
    different = differences(noted, found)
    if not different:
        return None
    return (
        f"{node} is not like the machine of {path}: {'; '.join(different)}. Another kind of machine needs a name of its own (machine: or "
        "machines: in the configuration, with a constraint that only its nodes meet); a setting can be set back; where the machine was "
        f"changed for good, measure all of it again: add --forcerun {path}"
    )


def refuse_unlike(path: Path) -> None:
    """UserError unless this node is like the one that `path` describes."""
    from meter.host import describe_host  # noqa: PLC0415 every start reads this module, and few ask about the node

    reason = refusal(path, read_machine(path), describe(describe_host()), node_name())
    if reason is not None:
        raise UserError(reason)


def refuse_changed_toolchain(noted: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """UserError unless a toolchain that was found (its record, and how it was asked) gives the same answer on this node."""
    if noted["status"] != "found":
        return
    tool = PROJECT / noted["path"]
    answer = ask([str(tool), *asked["arguments"]], asked["environment"], str(PROJECT / noted["folder"]))
    if answer.code == 0 and answer.text.strip() == noted["raw"]:
        return
    now = _shown(answer.text) if answer.code in {0, None} else f"exit code {answer.code}, {_shown(answer.text)}"
    raise UserError(
        f"{noted['id']}: {tool} on {node_name()} is not what was found there: {now}; it was {_shown(noted['raw'])}. Look for it again: "
        "snakemake toolchains --forcerun find_toolchain; then go on with the same command as before"
    )


def _shown(text: str) -> str:
    return " ".join(text.split())[:SHOWN_CHARACTERS] or "nothing"
