"""python-asyncio-gather has no line of its own in its tasks: its READY says what the coroutines themselves show, not what is hoped for."""

import subprocess
import sys

import pytest

from common.folders import PROJECT

MAIN = PROJECT / "programs" / "python" / "asyncio-gather" / "main.py"
CHANGED = """
import asyncio, runpy, sys
real_sleep, real_gather, numbers = asyncio.sleep, asyncio.gather, iter(range(1_000_000))

async def at_once(seconds):
    pass

{change}
sys.path.insert(0, {folder!r})
sys.argv = ["main.py", "10", "0.1"]
runpy.run_path({main!r}, run_name="__main__")
"""


def lines(change: str) -> list[str]:
    """What the program prints for ten tasks when a part of asyncio is another."""
    code = CHANGED.format(change=change, folder=str(MAIN.parent), main=str(MAIN))
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()


@pytest.mark.parametrize(
    ("change", "ready"),
    [
        pytest.param("", "READY n=10 done=0", id="all asleep"),
        pytest.param("asyncio.sleep = at_once", "READY n=10 done=10", id="none sleeps"),
        pytest.param(
            "asyncio.sleep = lambda seconds: (at_once if next(numbers) % 5 == 0 else real_sleep)(seconds)",
            "READY n=10 done=2",
            id="two of ten do not sleep",
        ),
        pytest.param("asyncio.gather = lambda *all: real_gather(*all[::-1])", "READY n=0 done=0", id="none has begun"),
        pytest.param("asyncio.gather = lambda *all: real_gather(*all[3:], *all[:3])", "READY n=7 done=0", id="three have not begun"),
    ],
)
def test_ready_counts_the_coroutines_that_have_begun_and_those_that_have_ended(change: str, ready: str) -> None:
    assert lines(change) == [ready, "DONE n=10"]
