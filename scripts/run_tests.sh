#!/bin/sh
# Every check of the project, each shown; all run even when one fails. The last line has the totals: "N passed, N failed".
# usage: scripts/run_tests.sh [--check] [pytest arguments]      in the environment that scripts/set_up.sh --tests made
#        --check leaves out what needs root, SLURM, Chromium or the languages' toolchains, and whole runs of the workflow
set -u
cd -- "$(dirname -- "$0")/.." || exit 2
PATH=$PWD/.venv/bin:$PATH
export PATH

wanted=
if [ "${1:-}" = --check ]; then
    shift
    wanted=" and not (needs_root or needs_slurm or needs_browser or needs_toolchains or workflow)"
fi
counts=$(mktemp -d) || exit 2
trap 'rm -rf "$counts"' EXIT

failed=
check() {
    name=$1
    shift
    printf '== %s\n' "$name"
    "$@" </dev/null || failed="$failed$name; "
}
# 5: there are none of these, which the count of all tests tells.
tests() {
    python -m pytest "$@" || [ $? = 5 ]
}

check "ruff check" python -m ruff check
check "ruff format" python -m ruff format --check
check "mypy" python -m mypy
check "snakefmt" python -m snakefmt --check Snakefile rules
check "snakemake --lint" python -m snakemake --lint
[ -z "$failed" ] || printf '== Failed before the tests: %s\n' "$failed"
check "pytest: what may run side by side" tests -m "not measures$wanted" -n logical --maxprocesses 4 --dist loadgroup --counts "$counts/1" "$@"
check "pytest: what measures, one at a time" tests -m "measures$wanted" --counts "$counts/2" "$@"
printf '== All tests\n'
python tests/counting.py "$counts/1" "$counts/2" && [ -z "$failed" ]
