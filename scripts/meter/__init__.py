"""The memory of a process tree on Linux: meter.request.Request says what to measure, meter.run.measure does; scripts/measure.py by hand."""
