# Two commands do everything on a fresh machine with Python 3.11+ and make:
#   make play   sets up what playing needs, lays the table in the browser and opens it
#   make test   sets up the rest and runs lint, types, all tests and the rule coverage
# Set-up happens once, and again only when its lock file changes. `make help` lists all targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.play
READY := $(VENV)/.ready
CHECKED := src tests bench docs tools
SHARED := --dist worksteal --durations=20
LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url \
    --no-annotate --python-version 3.11 pyproject.toml

# Bytecode is kept, whatever the shell says: else every process compiles the same modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play test lint types tests rules matrix nightly bench load golden pictures format fuzz hooks docs lock wheel clean

help:  ## list what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{printf "  make %-9s %s\n", $$1, $$2}'

# --- playing and checking ---

play: $(PLAY)  ## lay the table in the browser (ARGS="--port 1300" and the like)
	@$(BIN)/ratskeller serve $(ARGS)

test: lint types rules tests  ## run every check, the quick ones first

lint: $(READY)  ## style and common mistakes
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/ruff format --check $(CHECKED)

types: $(READY)  ## mypy --strict
	$(BIN)/mypy

# Who draws remembers which fonts there are, for all projects of a machine: here only since the fonts were installed.
tests nightly: export MPLCONFIGDIR := $(CURDIR)/$(VENV)/matplotlib

tests: $(READY)  ## all tests, with coverage
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m pytest -n 2 $(SHARED) --ignore tests/browser -m "not heavy" --cov --cov-report=term $(ARGS)
	$(BIN)/python -m pytest -n 3 $(SHARED) -m heavy $(ARGS)  # browsers wait as much as they work

rules: $(READY)  ## which rules no test carries
	$(BIN)/python -m tests.rules.coverage

matrix: $(READY)  ## the tests of the rules with every Python 3.11+ of this machine
	$(BIN)/python tools/matrix.py

nightly: $(READY)  ## the same tests with long runs of all that tries luck, then what is timed
	$(BIN)/python -m tests.browser.chromium
	RATSKELLER_NIGHTLY=1 $(BIN)/python -m pytest -n 3 $(SHARED) --timeout=0 $(ARGS)
	$(MAKE) bench
	$(BIN)/python -m bench.fairness
	$(BIN)/python -m bench.lengths

fuzz: $(READY)  ## a million frames and requests that mean harm, or nothing (ARGS="--seed 7")
	$(BIN)/python -m tests.server.fuzzing $(ARGS)

bench: $(READY)  ## the measured claims, as ratios
	$(BIN)/python -m bench $(ARGS)
	$(BIN)/python -m bench.waiting

load: $(READY)  ## how many tables one process bears (ARGS="--beside FOLDER" and the like)
	$(BIN)/python -m bench.load $(ARGS)

# --- making ---

golden: $(READY)  ## play the golden playthroughs again
	$(BIN)/python -m tests.golden.regenerate

pictures: $(READY)  ## the pictures of the documents: boards drawn here, pages taken in the browser
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python -m tests.browser.pictures

docs: $(READY)  ## the guides and the reference of every module as one site in site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

format: $(READY)  ## put the code in shape
	$(BIN)/ruff check --fix $(CHECKED)
	$(BIN)/ruff format $(CHECKED)

hooks: $(READY)  ## check each commit before it is made
	$(BIN)/pre-commit install

wheel: $(READY)  ## the house as one file in dist/
	$(BIN)/python -m hatchling build --target wheel --directory dist

# Versions and hashes for every platform; no address of any registry. What playing needs is pinned as in
# the whole, so that the second set-up only adds to the first.
lock: $(READY)  ## renew both lock files from pyproject.toml
	$(LOCK) --extra dev --output-file requirements.lock
	$(LOCK) --constraint requirements.lock --output-file requirements-play.lock

clean:  ## remove the environment and what tools left behind
	rm -rf $(VENV) .matrix dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*

# --- set-up ---

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Ratskeller needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)" if sys.version_info < (3, 11) else 0)'
	@echo "Making an environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(PLAY): requirements-play.lock | $(VENV)/bin/python
	@$(BIN)/python tools/prepare.py $<
	@touch $@

$(READY): requirements.lock | $(VENV)/bin/python
	@$(BIN)/python tools/prepare.py $<
	@touch $(PLAY) $@
