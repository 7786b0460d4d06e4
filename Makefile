# make play: set up, and play in the browser.   make test: set up and run every test.
# make setup: only install, into .venv.  make bench, make lint likewise.

PYTHON ?= python3
BIN := .venv/bin

# Modules are compiled once and kept, whatever the shell says: without it every program compiles them anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play setup test lint bench lock clean

play: .venv/ready
	@$(BIN)/warbook serve --browse

setup: .venv/ready .venv/ready-dev

# One worker more than there are processors: many tests wait for a server or a browser.
test: .venv/ready-dev .venv/ready-browser node_modules/ready
	$(BIN)/python -m pytest -n $$(($$(nproc) + 1)) --dist worksteal

lint: .venv/ready-dev node_modules/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	node_modules/.bin/tsc
	node_modules/.bin/prettier --check --log-level warn "warbook/server/web/**/*.js"

bench: .venv/ready-dev
	$(BIN)/python -m bench

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Warbook needs Python 3.11 or later; $$($(PYTHON) --version) was found."; exit 1; }
	@$(PYTHON) -m venv .venv 2>/dev/null \
	  || { apt-get update -q && apt-get install -qy python3-venv && $(PYTHON) -m venv .venv; }

# A first battle of each book compiles its kernels once, so that later ones start at once, and so do the tests.
.venv/ready: .venv/bin/python requirements.lock pyproject.toml
	@echo "Setting up (once)..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	@for book in necromunda gorkamorka steampunk vehicles arap; do \
	  $(BIN)/warbook watch $$book --seed 1 --quiet || exit 1; done
	@touch $@

.venv/ready-dev: .venv/ready requirements-dev.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

# Some tests need a Chromium, PostgreSQL's server or nginx; where they are missing Debian's are installed: of
# Chromium the one without a window, which costs less.
.venv/ready-browser: .venv/ready-dev
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v google-chrome >/dev/null \
	  || { apt-get update -q && apt-get install -qy --no-install-recommends chromium-headless-shell fonts-dejavu-core; }
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null \
	  || { apt-get update -q && apt-get install -qy --no-install-recommends postgresql; }
	@test -x /usr/sbin/nginx || command -v nginx >/dev/null \
	  || { apt-get update -q && apt-get install -qy --no-install-recommends nginx-light; }
	@touch $@

node_modules/ready: package-lock.json
	@command -v npm >/dev/null || { apt-get update -q && apt-get install -qy nodejs npm; }
	@npm ci --silent --no-audit --no-fund
	@touch $@

lock:
	$(BIN)/pip-compile --quiet --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links \
	  --no-emit-trusted-host --output-file requirements.lock pyproject.toml
	$(BIN)/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --no-emit-index-url \
	  --no-emit-find-links --no-emit-trusted-host --extra dev --output-file requirements-dev.lock pyproject.toml

clean:
	rm -rf .venv node_modules build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
