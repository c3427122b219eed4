# Everything here first sets up what is missing (scripts/set_up.sh); when nothing is, that takes a moment.
# OPTIONS goes to Snakemake: make run OPTIONS="--configfile config/full.yaml"
# DOWNLOAD=1 fetches the official archives of toolchains that are missing, 0 does not; without it: toolchains.download in config/config.yaml.
.POSIX:
.SILENT:
.PHONY: help run quick card doctor check test set-up clean clean-toolchains clean-results lock
unexport PYTHONHOME PYTHONPATH

DOWNLOAD = $$DOWNLOAD_TOOLCHAINS
SET_UP = DOWNLOAD_TOOLCHAINS="$(DOWNLOAD)" sh scripts/set_up.sh
SNAKEMAKE = MAKE_TARGET="$@" PATH="$$PWD/.venv/bin:$$PATH" python -m snakemake --cores 1

help:
	sed -n 's/^#: //p' Makefile

#: make run            measure everything in config/config.yaml, or what is stale of it: tables, charts and a report. DOWNLOAD=1: fetch what is missing first
run: set-up
	$(SNAKEMAKE) $(OPTIONS)

#: make quick          the same in a few minutes with config/quick.yaml: small numbers of tasks, one second of sleep
quick: set-up
	$(SNAKEMAKE) --configfile config/quick.yaml $(OPTIONS)

#: make card           one picture of 1200 x 630 pixels with the headline for a million tasks: results/<machine>/card.png
card: set-up
	.venv/bin/python scripts/draw_card.py

#: make check          check the project itself in two minutes: style, types, rules, and the tests that need no toolchain and no root
check:
	sh scripts/set_up.sh --no-toolchains --tests
	sh scripts/run_tests.sh --check

#: make test           check all of it: every test, with every toolchain, as root
test:
	$(SET_UP) --tests
	sh scripts/run_tests.sh

#: make doctor         look at this machine: limits, toolchains, what will be measured up to which N, how long (as JSON: scripts/doctor.py --json)
doctor: set-up
	.venv/bin/python scripts/doctor.py $(OPTIONS)

#: make set-up         only set up: .venv/ and, as root on Debian 12 or 13, the languages that are missing
set-up:
	$(SET_UP)

#: make clean          remove .venv/ and all caches; what was measured stays
clean:
	rm -rf .venv .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis

#: make clean-toolchains  remove the toolchains that DOWNLOAD=1 fetched, and say how much that frees
clean-toolchains:
	[ -x .venv/bin/python ] || sh scripts/set_up.sh --no-toolchains
	.venv/bin/python scripts/fetch_toolchains.py --clean

#: make clean-results  remove results/ too, with every measurement in it
clean-results: clean
	rm -rf results .snakemake

#: make lock           choose the newest versions of all Python packages again (envs/*.in to envs/*.txt)
lock: set-up
	sh scripts/lock_requirements.sh

#: make help           print this
