# Two commands for a newcomer: make demo, make test. Both need nothing but Python 3.11 and make.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check

.PHONY: demo test lint clean

demo: .venv/core
	$(BIN)/reasoner answer eval/examples/heat.json --solver ir

test: lint
	$(BIN)/pytest --cov --cov-report=term:skip-covered

lint: .venv/all
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean:
	rm -rf .venv build dist

.venv/core: pyproject.toml
	$(PYTHON) -m venv .venv
	$(PIP) --editable .
	touch $@

.venv/all: pyproject.toml .ci/constraints.txt .venv/core
	$(PIP) --constraint .ci/constraints.txt --editable '.[neural,cluster,experiments,browser,dev]'
	touch $@
