"""Build one program with the toolchain that was found and write its manifest, or say that the toolchain is missing."""

import argparse
import json
import sys
from pathlib import Path

from common.atomic_write import write_atomically
from common.command_line import UserError, run
from programs.building import BuildError, build_program, missing_manifest
from programs.describing import load_programs
from programs.versions import with_version
from records.subject import base_id
from toolchains.finding import from_record


def main() -> int:
    """Exit code 1 when the program does not compile: unlike a missing toolchain, that is an error to mend."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", help="the program's id, such as go-goroutines; go-goroutines@1.26 for one of several versions")
    parser.add_argument("--toolchain", type=Path, required=True, help="the file that find_toolchain.py wrote")
    parser.add_argument("--output", type=Path, required=True, help="the manifest to write (JSON); the build goes into its folder")
    arguments = parser.parse_args()
    programs = load_programs()
    base = base_id(arguments.variant)
    if base not in programs:
        raise UserError(f"{base}: no such program; there are {', '.join(programs)}")
    found = from_record(json.loads(arguments.toolchain.read_text()))
    program = with_version(programs[base], found.id)
    try:
        manifest = missing_manifest(program, found) if found.status == "missing" else build_program(program, found, arguments.output.parent)
    except BuildError as error:
        print(f"{program.id}: {error}", file=sys.stderr)
        print(f"{program.id}: does not compile. {error}. To go on without it: variants: ['*', '!{program.id}']", flush=True)
        return 1
    write_atomically(arguments.output, json.dumps(manifest, indent=2) + "\n")
    if found.status == "found":  # of a missing one the plan says why, once, and each of its rows
        print(f"{program.id}: built with {found.version or 'an unknown version'}", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
