"""Write one file that stands for all modules of the measuring wrapper: their names and SHA-256. It changes when any of them does."""

import argparse
import hashlib
from pathlib import Path

from common.atomic_write import write_atomically
from common.command_line import run


def main() -> int:
    """One line a file, as sha256sum prints them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", help="the modules")
    parser.add_argument("--output", type=Path, required=True, help="the file to write")
    arguments = parser.parse_args()
    lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path}\n" for path in sorted(arguments.files))
    write_atomically(arguments.output, "".join(lines))
    return 0


if __name__ == "__main__":
    run(main)
