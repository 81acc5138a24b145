# Every target makes the virtual environment it needs; `make demo` and `make test` need only Python 3.11+, git and make.

PYTHON ?= python3
GOLDEN ?= ../shared/golden
DEV := .venv-dev/bin

COVERING := $(addprefix tests/,algorithms results evaluation scorers cli fuzz/test_environment.py)

# a command that a test starts would compile the package anew, each time
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test slow peers acid fuzz coverage mutants lint format types docs site spelling start-data bench conformance dist wheel-test two-minutes clean

demo: .venv/done              ## install nerkit, score the demo data, and write a page
	.venv/bin/nerkit demo
	.venv/bin/nerkit report -g demo/start/dev.bio -s words=demo/start/words_1.bio -s shapes=demo/start/shapes_1.bio -q -o report.html
	@echo "a page about two taggers: report.html"

test: .venv-dev/done          ## the test suite
	$(DEV)/python -m pytest -n 2

slow: .venv-dev/done          ## tests that take long, in a browser, on a cluster; all others with whole matrices and more examples
	$(DEV)/python -m pytest -m slow
	NERKIT_TRIES=4 $(DEV)/python -m pytest -n 2 -m "not slow"

peers: .venv-peers/done .venv-harnesses/done .venv-flair/done ## inside libraries and harnesses, and on what tools write; installs them (16 GB)
	.venv-peers/bin/python -m pytest tests/compat tests/readers/test_tool_output.py tests/manual/test_coming_from.py
	for environment in harnesses flair; do PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 .venv-$$environment/bin/python -m pytest tests/compat/test_recipe_pages.py tests/compat/test_checkers_of_calls.py || exit 1; done

acid: .venv-dev/done          ## small cases on public scorers, each in an environment of its own (3 GB); writes docs/acid.md: ONLY=seqeval, CASES= OUT=
	ONLY=$(ONLY) CASES=$(CASES) OUT=$(OUT) $(DEV)/python -m scripts.acid

fuzz: .venv-dev/done          ## damaged inputs for every reader and command: MINUTES=1 SEED=0, or N= for each
	PYTHONPATH=tests MINUTES=$(MINUTES) SEED=$(SEED) N=$(N) ONLY=$(ONLY) $(DEV)/python -m fuzz

coverage: .venv-dev/done      ## branches that no test takes, of the modules where none may be left
	NERKIT_TRIES=4 $(DEV)/python -m pytest -q -n 2 --cov --cov-report=term --hypothesis-seed=0 $(COVERING)

mutants: .venv-dev/done       ## changes of those modules that no test notices; takes an hour
	MODULE=$(MODULE) EVERY=$(EVERY) START=$(START) JOBS=$(JOBS) $(DEV)/python scripts/mutants.py

lint: .venv-dev/done          ## style, formatting unchanged, and plain English: BASE=COMMIT
	$(DEV)/ruff check .
	$(DEV)/ruff format --check .
	$(DEV)/oxlint --deny-warnings nerkit/views/report
	$(DEV)/python -m scripts.style $(if $(BASE),--base $(BASE))

format: .venv-dev/done        ## format the code
	$(DEV)/ruff check --fix .
	$(DEV)/ruff format .

types: .venv-dev/done         ## static types
	$(DEV)/mypy

docs: .venv-dev/done          ## write the generated pages; `make docs CHECK=--check` only compares them
	$(DEV)/python -m scripts.make_docs $(CHECK)

site: .venv-site/done .venv-dev/done ## build the manual into site/; a broken link or anchor fails; its search is tried in a browser
	NO_MKDOCS_2_WARNING=1 .venv-site/bin/mkdocs build --strict --quiet
	NERKIT_SITE=$(CURDIR)/site $(DEV)/python -m pytest -q tests/manual/test_site.py

spelling: .venv-dev/done      ## words of the manual that scripts/words.txt lacks
	$(DEV)/python -m scripts.spelling

start-data: .venv-start/done  ## write demo/start from its texts, and print what seqeval says of it
	.venv-start/bin/python -m scripts.start_data

bench: .venv-dev/done         ## time nerkit against its peers; writes docs/benchmarks.md
	$(DEV)/python -m scripts.benchmark

conformance: .venv-dev/done   ## compare with the numbers of published scorers
	$(DEV)/python -m scripts.conformance $(GOLDEN)

dist: .venv-dev/done          ## build the wheel and the source archive
	rm -rf dist
	$(DEV)/python -m build --outdir dist .

wheel-test: dist              ## install the built wheel alone, and score the demo data with it
	rm -rf .venv-wheel
	$(PYTHON) -m venv .venv-wheel
	.venv-wheel/bin/python -P -m pip install --quiet dist/*.whl
	cd / && $(CURDIR)/.venv-wheel/bin/nerkit demo
	.venv-wheel/bin/nerval -a demo/toy_test_annot.bio -p demo/toy_test_predict.bio
	cd / && $(CURDIR)/.venv-wheel/bin/python -c "import nerkit, os; assert '.venv-wheel' in nerkit.__file__, nerkit.__file__"

two-minutes:                  ## install into a new environment, and do what README.md shows
	$(PYTHON) -m scripts.first_two_minutes

clean:
	rm -rf .venv .venv-* dist build site .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/done: pyproject.toml
	$(PYTHON) -m venv .venv
	.venv/bin/python -P -m pip install --quiet --editable .
	touch $@

.venv-peers/done .venv-harnesses/done .venv-flair/done: .venv-%/done: pyproject.toml
	$(PYTHON) -m venv .venv-$*
	.venv-$*/bin/python -P -m pip install --quiet --upgrade "pip>=25.1"
	.venv-$*/bin/python -P -m pip install --quiet --editable . --group $*
	[ $* != harnesses ] || .venv-$*/bin/python -P -m pip install --quiet --no-deps bfcl-eval==2026.3.23 # its checker needs no other package
	touch $@

.venv-dev/done: pyproject.toml
	$(PYTHON) -m venv .venv-dev
	.venv-dev/bin/python -P -m pip install --quiet --upgrade "pip>=25.1"
	.venv-dev/bin/python -P -m pip install --quiet --editable . --group dev
	touch $@

.venv-site/done: pyproject.toml
	$(PYTHON) -m venv .venv-site
	.venv-site/bin/python -P -m pip install --quiet --upgrade "pip>=25.1"
	.venv-site/bin/python -P -m pip install --quiet --group site
	touch $@

.venv-start/done:
	$(PYTHON) -m venv .venv-start
	.venv-start/bin/python -P -m pip install --quiet python-crfsuite==0.9.11 seqeval==1.2.2
	touch $@
