#!/bin/sh
# Turn envs/requirements*.in into locks: exact versions with hashes, one file for every Python from 3.11 on, x86-64 and arm64.
# usage: scripts/lock_requirements.sh      in the environment that scripts/set_up.sh made
set -eu
cd -- "$(dirname -- "$0")/.."
[ -x .cache/uv/bin/uv ] || { .venv/bin/python -m venv .cache/uv && .cache/uv/bin/python -m pip install --quiet uv; }
cd envs
for name in requirements-build requirements requirements-test; do
    ../.cache/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
        --no-emit-index-url --no-emit-find-links --no-annotate --no-header "$name.in" --output-file "$name.txt"
done
