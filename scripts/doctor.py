"""Look at this machine before a sweep: limits, memory settings, the meter, every toolchain, every variant, and how long it will take.

Exit code 0 whatever is missing: a missing toolchain is a row in the results, not an error.
"""

import argparse
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from common.command_line import run
from common.folders import PROJECT
from common.plain_yaml import read_yaml
from glue.invocation import checked_sweep
from view.doctor import examine, lines


def merged(document: Mapping[str, Any], preset: Mapping[str, Any]) -> dict[str, Any]:
    """A configuration with a preset over it, as Snakemake merges them: mappings key by key, everything else replaced."""
    result = dict(document)
    for key, value in preset.items():
        both = isinstance(value, dict) and isinstance(result.get(key), dict)
        result[key] = merged(result[key], value) if both else value
    return result


def main() -> int:
    """Print what was found, as text or as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--configfile", type=Path, nargs="+", default=[], help="presets over config/config.yaml, such as config/full.yaml")
    parser.add_argument("--json", action="store_true", help="everything as JSON, for a program to read")
    options = parser.parse_args()
    files = [Path("config/config.yaml"), *options.configfile]
    os.chdir(PROJECT)
    document: dict[str, Any] = {}
    for file in files:
        document = merged(document, read_yaml(file))
    facts = examine(checked_sweep(document, " + ".join(map(str, files))))
    print(json.dumps(facts, indent=2) if options.json else "\n".join(lines(facts)))
    return 0


if __name__ == "__main__":
    run(main)
