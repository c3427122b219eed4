"""Judge what the posts say by the tables of a sweep: claims.csv, a row a claim, reproduced, not reproduced or not measured."""

import argparse
from pathlib import Path

from analysis.claims.claims_table import claim_rows, counts_line, csv_text
from analysis.claims.looking_up import read_published, read_summary
from analysis.claims.reading import read_claims
from common.atomic_write import write_atomically
from common.command_line import run
from common.folders import CLAIMS, PUBLISHED
from programs.describing import load_programs


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--summary", type=Path, required=True, help="summary.csv of the sweep")
    parser.add_argument("--claims", type=Path, default=CLAIMS, help="the claims and their rules")
    parser.add_argument("--reference", type=Path, default=PUBLISHED, help="published figures")
    parser.add_argument("--output", type=Path, required=True, help="the table to write, claims.csv")
    return parser.parse_args()


def main() -> int:
    """Read, judge, write."""
    options = arguments()
    labels = {program.id: program.label for program in load_programs().values()}
    published = read_published(options.reference, labels)
    claims = read_claims(options.claims, labels, published)
    rows = claim_rows(claims, read_summary(options.summary, labels), published)
    write_atomically(options.output, csv_text(rows))
    print(f"{counts_line(row['outcome'] for row in rows)} ({options.output})")
    return 0


if __name__ == "__main__":
    run(main)
