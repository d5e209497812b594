# Two commands do everything on a fresh machine with Python 3.11+ and make:
#   make play   sets up, lays the table in the browser and opens it
#   make test   sets up and runs lint, types, all tests and the rule coverage
# Set-up happens once: it is repeated only when the lock file or the project file changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
CHECKED := src tests bench docs

.PHONY: play test lint types tests rules bench golden pictures format lock clean

play: $(READY)
	@$(BIN)/ratskeller serve $(ARGS)

test: lint types tests rules

lint: $(READY)
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/ruff format --check $(CHECKED)

types: $(READY)
	$(BIN)/mypy

tests: $(READY)
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not alone and not heavy" --cov --cov-report=term $(ARGS)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m heavy --no-cov $(ARGS)
	$(BIN)/python -m pytest -m alone --no-cov

rules: $(READY)
	$(BIN)/python -m tests.rules.coverage

bench: $(READY)
	$(BIN)/python -m bench $(ARGS)

golden: $(READY)
	$(BIN)/python -m tests.golden.regenerate

# The pictures of the documents: boards drawn by the program, pages taken in the browser.
pictures: $(READY)
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python -m tests.browser.pictures

format: $(READY)
	$(BIN)/ruff check --fix $(CHECKED)
	$(BIN)/ruff format $(CHECKED)

# Versions and hashes of everything, for every platform; no address of any registry.
lock: $(READY)
	$(BIN)/uv pip compile --universal --generate-hashes --no-header --no-emit-index-url \
	    --no-annotate --python-version 3.11 --extra dev -o requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Ratskeller needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(READY): pyproject.toml requirements.lock | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
