# What a person types. `make` alone lists it.
PYTHON ?= python3
VENV := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help run test check lint bench faults load supply admin dev

help:
	@echo "make run      start the site; PORT (8000), HOST (127.0.0.1; 0.0.0.0 serves a phone)"
	@echo "make test     the whole suite; says at the end what the machine lacks"
	@echo "make check    format, lint, types, templates, translations, migrations, imports; then test"
	@echo "make bench    the figures, with the machine and the commit, as a table"
	@echo "make faults   processes and services killed at will, at full length"
	@echo "make supply   locks, licences, files of others, bill of materials, known faults"
	@echo "make load     a town of data, L1 to L9 at full length (docs/load.md)"
	@echo "make admin    the first staff account (or ADMIN_NAME, ADMIN_PASSWORD from the environment)"

run:
	@exec $(PYTHON) scripts/run.py

dev:
	@$(PYTHON) scripts/environment.py dev

test: dev
	@exec $(VENV)/python scripts/test.py

lint: dev
	@exec $(VENV)/python scripts/check.py

check: lint
	@exec $(VENV)/python scripts/test.py

bench: dev
	@$(PYTHON) scripts/environment.py bench
	@exec $(VENV)/python -m benchmarks

faults: dev
	@exec $(VENV)/python -m tests.faults --out var/faults.jsonl

supply:
	@exec $(PYTHON) scripts/supply.py check

load: dev
	@$(VENV)/python -m pip install --quiet --requirement benchmarks/requirements.txt
	@exec $(VENV)/python -m benchmarks.load all

admin:
	@$(PYTHON) scripts/environment.py
	@DEVELOPMENT=$${DEVELOPMENT-true} $(VENV)/python manage.py migrate --verbosity 0
	@DEVELOPMENT=$${DEVELOPMENT-true} $(VENV)/python manage.py make_admin
