"""Look for one toolchain and write down what was found: version, path, C library, or why it is missing."""

import argparse
import json
from pathlib import Path

from common.atomic_write import write_atomically
from common.command_line import UserError, run
from programs.describing import collect_toolchains, load_programs
from records.subject import base_id
from toolchains.configured import as_configured
from toolchains.finding import find_toolchain, how_asked


def main() -> int:
    """Write the toolchain's file; a missing toolchain is a result, not an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("toolchain", help="its id, such as go or java; go@1.26 for one of several versions")
    parser.add_argument("--settings", type=json.loads, default={}, help="what the configuration says of it (JSON: find, minimum, below)")
    parser.add_argument("--output", type=Path, required=True, help="the file to write (JSON)")
    arguments = parser.parse_args()
    toolchains = collect_toolchains(load_programs())
    base = base_id(arguments.toolchain)
    if base not in toolchains:
        raise UserError(f"{base}: no such toolchain; there are {', '.join(sorted(toolchains))}")
    toolchain = as_configured(toolchains[base], arguments.toolchain, arguments.settings)
    noted = {**find_toolchain(toolchain).as_record(), "asked": how_asked(toolchain)}
    write_atomically(arguments.output, json.dumps(noted, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    run(main)
