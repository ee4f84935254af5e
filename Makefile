# Two commands on a fresh machine with Python 3.11 to 3.13, git and make:
#   make demo    sets everything up, indexes examples/shop and says what to try next
#   make test    sets everything up and runs the tests

PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	"$$python" -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null \
	&& { echo "$$python"; break; }; done)
BIN := .venv/bin
READY := .venv/.ready

.PHONY: demo test lint format constraints clean

demo: $(READY)
	@$(BIN)/estategraph index examples/shop --output output
	@echo
	@echo "Ask it something (any command takes --json):"
	@echo "  $(BIN)/estategraph consumers orders-events"
	@echo "  $(BIN)/estategraph path storefront payments"
	@echo "  $(BIN)/estategraph blast payments"
	@echo "  $(BIN)/estategraph show orders-api"
	@echo "  $(BIN)/estategraph impact service orders-api"
	@echo "  $(BIN)/estategraph communities"
	@echo "  $(BIN)/estategraph export html --file map.html"

test: $(READY)
	@$(BIN)/python -m pytest -q

lint: $(READY)
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(READY)
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

# Every version and hash of constraints.txt, for all supported Pythons at once.
constraints:
	uv pip compile pyproject.toml --extra dev --extra serve --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links -o constraints.txt

$(READY): constraints.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "No Python 3.11, 3.12 or 3.13 found. Install one, or name it: make PYTHON=/path/to/python"; exit 1; }
	@echo "Setting up .venv with $(PYTHON) (a minute or two, once)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

clean:
	rm -rf .venv output/snapshots output/current
