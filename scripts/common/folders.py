"""Where things lie in a checkout and in a machine's folder of results."""

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
SCRIPTS = PROJECT / "scripts"
CONFIG = PROJECT / "config"
PROGRAMS = PROJECT / "programs"
PUBLISHED = CONFIG / "reference" / "published_results.csv"
CLAIMS = CONFIG / "claims.yaml"
RESULTS = Path("results")  # relative to the checkout, which every command line of a run is started in
