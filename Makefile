# Two commands for a newcomer: make demo, make test. Both need nothing but Python 3.11 and make.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check

.PHONY: demo test torture coverage gpu lint chromium pictures docs clean wheel-min wheel-new

demo: .venv/core
	$(BIN)/reasoner answer eval/examples/heat.json

# Files are dealt out to the cores there are.
test: lint chromium
	$(BIN)/pytest -rs --numprocesses auto --dist loadfile

# Attacks for ten minutes: fuzzing, kills, damaged files, full disks, two writers. SEED=1 makes others.
torture: .venv/all
	$(BIN)/python -m tests.torture --minutes 10 --seed $(or $(SEED),0)

# Which lines no test runs; apart, because counting them doubles the time.
coverage: .venv/all chromium
	$(BIN)/pytest -rs --numprocesses auto --dist loadfile --cov --cov-report=term:skip-covered

# What only a machine with a GPU can show: mixed precision, batches that fit its memory.
gpu: .venv/all
	$(BIN)/pytest -rs tests/neural/test_devices.py

lint: .venv/all
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The browser for tests and screenshots. Without it those tests are skipped, except in CI, where they fail.
chromium:
	@if command -v chromium >/dev/null && command -v chromedriver >/dev/null; then exit 0; \
	elif [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
		echo "chromium is not installed, and installing it needs root and apt-get: tests in a browser will be skipped"; \
	else apt-get -qq update && apt-get -qq install -y chromium chromium-driver >/dev/null || \
		echo "chromium could not be installed: tests in a browser will be skipped"; fi

# The pictures in docs/, taken anew from the page itself; a test says when they are older than what they show.
pictures: .venv/all chromium
	$(BIN)/python eval/pictures.py

# The pages of docs/ as a site in build/site, to be read without a network.
docs: .venv/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "open build/site/index.html"

clean:
	rm -rf .venv build dist

.venv/core: pyproject.toml
	$(PYTHON) -m venv .venv
	$(PIP) --editable .
	touch $@

.venv/all: pyproject.toml .ci/constraints.txt .venv/core
	$(PIP) --constraint .ci/constraints.txt --editable '.[neural,cluster,experiments,browser,dev]'
	touch $@

# What a user installs, with the oldest and with the newest versions of everything it needs: the wheel, away from the
# checkout, must pass tests that need no extra.
WHEEL_TESTS := tests/question tests/ilp tests/logic tests/render tests/solvers/test_options.py tests/test_doors.py
wheel-min wheel-new: .venv/all
	rm -rf build/$@ && mkdir -p build/$@ && $(BIN)/python -m build --wheel --outdir build/$@ .
	$(PYTHON) -m venv build/$@/venv
	build/$@/venv/bin/pip install --quiet $(if $(filter %-min,$@),--constraint .ci/minimum.txt) build/$@/*.whl pytest hypothesis jsonschema
	cp -r tests eval build/$@/ && cd build/$@ && env -u PYTHONPATH venv/bin/python -m pytest -q -p no:cacheprovider --ignore tests/render/test_record.py $(WHEEL_TESTS)

.venv/docs: pyproject.toml .venv/core
	$(PIP) --editable '.[docs]'
	touch $@
