"""Before a job on a node: refuse a node that is unlike the others of its machine class, and a toolchain that has changed since."""

import argparse
import json
from pathlib import Path

from common.command_line import run
from plan.nodes import refuse_changed_toolchain, refuse_unlike


def main() -> int:
    """Exit code 0 when the job may go on; 2, with one line, when what it made would not belong where it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machine", type=Path, required=True, help="the file that describe_machine.py wrote of the class")
    parser.add_argument("--toolchain", type=Path, help="the file that find_toolchain.py wrote, or a manifest that compile_program.py wrote")
    arguments = parser.parse_args()
    refuse_unlike(arguments.machine)
    if arguments.toolchain is not None:
        noted = json.loads(arguments.toolchain.read_text())
        refuse_changed_toolchain(noted.get("toolchain", noted), noted["asked"])
    return 0


if __name__ == "__main__":
    run(main)
