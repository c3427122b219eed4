#!/bin/sh
# Every check of the project, each shown; all run even when one fails. pytest comes last: its closing line ends the output.
# usage: scripts/run_tests.sh [pytest arguments]      in the environment that scripts/set_up.sh --tests made
set -u
cd -- "$(dirname -- "$0")/.." || exit 2
PATH=$PWD/.venv/bin:$PATH
export PATH

failed=
check() {
    name=$1
    shift
    printf '== %s\n' "$name"
    "$@" </dev/null || failed="$failed$name; "
}

check "ruff check" python -m ruff check
check "ruff format" python -m ruff format --check
check "mypy" python -m mypy
check "snakefmt" python -m snakefmt --check Snakefile rules
check "snakemake --lint" python -m snakemake --lint
[ -z "$failed" ] || printf '== Failed before the tests: %s\n' "$failed"
check "pytest" python -m pytest "$@"
[ -z "$failed" ]
