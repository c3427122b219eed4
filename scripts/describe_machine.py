"""Describe the machine class of this node: what every other node of the class must have alike (records.same_machine)."""

import argparse
import json
from pathlib import Path

from common.atomic_write import write_atomically
from common.command_line import UserError, run
from meter.host import describe_host
from plan.machine import Machine
from plan.nodes import node_name
from records.same_machine import describe


def main() -> int:
    """Write the description; refuse a node that the configuration says is of another class."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", help="the class's name, that of its folder under results/")
    parser.add_argument("--cpu-model", help="the CPU model that its nodes must report, * for any letters")
    parser.add_argument("--output", type=Path, required=True, help="the file to write (JSON)")
    arguments = parser.parse_args()
    described = describe(describe_host())
    if not Machine(arguments.name, cpu_model=arguments.cpu_model).fits(described["cpu_model"] or ""):
        raise UserError(
            f"{node_name()}: has the CPU model {described['cpu_model']}, and machines: {arguments.name} asks for {arguments.cpu_model}. "
            "Give the class a constraint that only its nodes meet, or mend its cpu_model"
        )
    write_atomically(arguments.output, json.dumps({"schema_version": 1, "name": arguments.name, **described}, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    run(main)
