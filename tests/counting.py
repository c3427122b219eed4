"""How many tests there are, and how many of them passed, over all parts of a run: what did not run cannot look like what passed.

Hooks for conftest.py. By itself, `python tests/counting.py FILE...` adds up the files that `--counts FILE` left, one a part, and ends with
one line, the totals; its exit code says whether any failed. Where $CI is set, a test that did not run is a failure too.
"""

import json
import os
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

COLLECTED = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--counts", metavar="FILE", type=Path, help="leave there how many tests there are, and what became of them")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Count the tests before any is left out."""
    config.stash[COLLECTED] = len(items)
    if hasattr(config, "workeroutput"):
        config.workeroutput["collected"] = len(items)
    return (yield)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """A worker of pytest-xdist has ended: only the workers collect."""
    if "collected" in getattr(node, "workeroutput", {}):
        node.config.stash[COLLECTED] = node.workeroutput["collected"]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if config.option.counts is None or hasattr(config, "workerinput"):
        return
    reports = {
        kind: [report.nodeid for report in terminalreporter.stats.get(kind, [])] for kind in ("passed", "failed", "error", "skipped")
    }
    if config.getoption("dist", "no") == "loadgroup":  # which adds the group to each name
        reports = {kind: [name.rpartition("@")[0] or name for name in names] for kind, names in reports.items()}
    failed = list(dict.fromkeys(reports["failed"] + reports["error"]))
    counts = {
        "collected": config.stash.get(COLLECTED, 0),
        "passed": len(reports["passed"]),
        "failed": failed,
        "skipped": reports["skipped"],
    }
    config.option.counts.write_text(json.dumps(counts), encoding="utf-8")


def closing(parts: list[dict[str, Any]], *, all_must_run: bool) -> tuple[list[str], bool]:
    """The last lines of a run, and whether all is well. Every part collects the same tests."""
    collected = max((part["collected"] for part in parts), default=0)
    passed = sum(part["passed"] for part in parts)
    failed = [name for part in parts for name in part["failed"]]
    left_out = collected - passed - len(failed)
    lines = [f"failed: {name}" for name in failed]
    lines += [f"skipped: {name}" for part in parts for name in part["skipped"]]
    if left_out:
        lines.append(f"{left_out} of {collected} tests did not run" + (": here, every test must" if all_must_run else ""))
    lines.append(f"{passed} passed, {len(failed)} failed")
    return lines, passed > 0 and not failed and not (all_must_run and left_out)


def main(files: list[str]) -> int:
    """Add up the parts; one whose file is missing died."""
    parts = [json.loads(Path(file).read_text(encoding="utf-8")) for file in files if Path(file).exists()]
    lines, well = closing(parts, all_must_run=bool(os.environ.get("CI")))
    print(*lines, sep="\n")
    return 0 if well and len(parts) == len(files) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
