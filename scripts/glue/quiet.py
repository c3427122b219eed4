"""Leaves out what Snakemake says of each job even when it is told to be quiet; what failed is told at the end, with its log."""

import re

from glue.snakemake_names import filter_messages

CHATTER = re.compile(
    r"Select jobs to execute|Execute \d+ jobs|RuleException:\nCalledProcessError|Using shell|Conda environments: ignored|Assuming unre"
    r"|No SLURM account given|No account was given|Unable to guess SLURM account|Cleaning up SLURM log files"
    r"|Removing output files of failed job measure_run"  # what was measured lies aside
)

LAST_WORD = re.compile(r"WorkflowError:\s*At least one job did not complete successfully\.\s*$")


def drop_chatter() -> None:
    """From now on."""
    filter_messages(lambda message: CHATTER.match(message) is None)


def drop_last_word() -> None:
    """From now on, once it has been said which jobs failed and why: that at least one did."""
    filter_messages(lambda message: LAST_WORD.match(message) is None)
