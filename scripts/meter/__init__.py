"""Measure the memory of a process tree on Linux. See `Request` and `measure`; the command line is scripts/measure.py."""

from meter.request import Request
from meter.run import measure

__all__ = ["Request", "measure"]
