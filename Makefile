# Two commands on a fresh machine with Python 3.11 to 3.13, git and make:
#   make demo    sets everything up, indexes examples/shop and says what to try next
#   make test    sets everything up and runs the tests
# And one that takes 1.5 GB more: make test-extras, the tests that need GraphRAG, LightRAG or Neo4j's protocol.

PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	"$$python" -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null \
	&& { echo "$$python"; break; }; done)
BIN := .venv/bin
READY := .venv/.ready

EXTRAS := .venv-extras/bin
EXTRAS_READY := .venv-extras/.ready

.PHONY: demo test test-extras fuzz lint format constraints constraints-extras clean

demo: $(READY)
	@$(BIN)/estategraph index examples/shop --output output
	@echo
	@echo "Ask it something (any command takes --json):"
	@echo "  $(BIN)/estategraph ask \"What breaks if payments is down?\""
	@echo "  $(BIN)/estategraph consumers orders-events"
	@echo "  $(BIN)/estategraph path storefront payments"
	@echo "  $(BIN)/estategraph blast payments"
	@echo "  $(BIN)/estategraph show orders-api"
	@echo "  $(BIN)/estategraph impact service orders-api"
	@echo "  $(BIN)/estategraph communities"
	@echo "  $(BIN)/estategraph export html --file map.html"
	@echo "  $(BIN)/estategraph serve"

test: $(READY)
	@$(BIN)/python -m pytest -q

# The tests of models too: here they run with openai 2, which GraphRAG needs, elsewhere with openai 3.
test-extras: $(EXTRAS_READY)
	@$(EXTRAS)/python -m pytest -q tests/pipelines/exports tests/pipelines/imports tests/pipelines/models

# Some minutes of requests that schemathesis makes up from the OpenAPI document.
fuzz: $(READY)
	@sed -nE 's/ \\$$//; /^[A-Za-z0-9._-]+==/p' constraints.txt > .constraints-pins
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c .constraints-pins 'schemathesis==4.32.5'
	@rm .constraints-pins
	@$(BIN)/python -m pytest -q -m fuzz tests/pipelines/serving/http

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

# The same with the extras, which hold back the four packages named here; all others are as in constraints.txt.
constraints-extras: constraints.txt
	sed -nE 's/ \\$$//; /^[A-Za-z0-9._-]+==/p' constraints.txt \
		| grep -vE '^(openai|pyarrow|graspologic-native|python-dateutil)==' > .constraints-pins
	uv pip compile pyproject.toml --extra dev --extra serve --extra graphrag --extra lightrag --extra neo4j --extra test-extras \
		--universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url \
		--no-emit-find-links -c .constraints-pins -o constraints-extras.txt
	rm .constraints-pins

$(READY): constraints.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "No Python 3.11, 3.12 or 3.13 found. Install one, or name it: make PYTHON=/path/to/python"; exit 1; }
	@echo "Setting up .venv with $(PYTHON) (a minute or two, once)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

$(EXTRAS_READY): constraints-extras.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "No Python 3.11, 3.12 or 3.13 found. Install one, or name it: make PYTHON=/path/to/python"; exit 1; }
	@echo "Setting up .venv-extras with $(PYTHON) (some minutes, once)"
	@$(PYTHON) -m venv .venv-extras
	@$(EXTRAS)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints-extras.txt
	@$(EXTRAS)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(EXTRAS_READY)

clean:
	rm -rf .venv .venv-extras output/snapshots output/current
