#!/bin/sh
# Set up what `make run` and `make test` need, where it is missing: .venv/ from the locked requirements, then the languages' toolchains.
# usage: scripts/set_up.sh [--no-toolchains] [--tests]      PYTHON=/path/to/python3 chooses the interpreter
#        --no-toolchains makes .venv/ only
set -u
toolchains=yes
if [ "${1:-}" = --no-toolchains ]; then
    shift
    toolchains=
fi
refuse() {
    printf '%s\n' "$1" >&2
    exit 2
}
cd -- "$(dirname -- "$0")/.." || exit 2

system=$(uname -s)
[ "$system" = Linux ] || refuse "This measures with Linux's /proc and cgroups, and this is $system: use a Linux machine, virtual machine or container."
architecture=$(uname -m)
case $architecture in
    x86_64 | aarch64 | arm64) ;;
    *) refuse "The locked packages are for x86-64 and arm64, and this is $architecture: use a machine of one of these." ;;
esac

version_of() { "$1" -I -c 'import sys; print(*sys.version_info[:2], sep=".")' 2>/dev/null </dev/null; }

find_python() {
    newer=
    for candidate in python3 python3.13 python3.12 python3.11 python3.14; do
        case $(version_of "$candidate") in
            3.11 | 3.12 | 3.13) printf '%s\n' "$candidate" && return ;;
            3.1[4-9]) newer=${newer:-$candidate} ;;
        esac
    done
    printf '%s\n' "$newer"      # not every package has a wheel for it yet, but it may have a compiler
}

if [ -n "${PYTHON:-}" ]; then
    python=$PYTHON
    case $(version_of "$python") in
        3.1[1-9]) ;;
        "") refuse "PYTHON=$python does not run: name a Python 3.11 or newer." ;;
        *) refuse "PYTHON=$python is Python $(version_of "$python"): name a Python 3.11 or newer." ;;
    esac
else
    python=$(find_python)
    if [ -z "$python" ]; then
        found=$(version_of python3)
        refuse "Python 3.11 or newer is needed, and here is ${found:-none}. Install it (Debian: apt-get install -y python3 python3-venv), or name it: PYTHON=/path/to/python3."
    fi
fi

"$python" -E -s scripts/make_environment.py "$@" </dev/null || exit
[ -n "$toolchains" ] || exit 0
exec .venv/bin/python -E -s scripts/install_toolchains.py "$@" </dev/null
