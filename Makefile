# `make` alone lists the targets. What is more than a line stands in scripts/.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=
BIN := $(DESTDIR)$(PREFIX)/bin
SHARE := $(DESTDIR)$(PREFIX)/share
MAN := $(SHARE)/man/man1
INCLUDE := $(DESTDIR)$(PREFIX)/include
# What plug-ins in Swift are built with: the package without the tool and what is built in.
PACKAGE := $(SHARE)/strokemill
PACKAGE_TARGETS := LargeMemory NumberText CCharConv PathModel Geometry StrictJSON JSONForms \
  CPluginABI CLastWords PluginKit PluginBridge PluginTesting
BASH_COMPLETIONS := $(SHARE)/bash-completion/completions
ZSH_COMPLETIONS := $(SHARE)/zsh/site-functions
FISH_COMPLETIONS := $(SHARE)/fish/vendor_completions.d
SWIFT ?= swift

# Warnings are errors in everything that is built here; see Package.swift. Changing it rebuilds all,
# so that it's the same for every target.
export STROKEMILL_STRICT := 1

# Swift's runtime goes into the tool: it then starts in about half the time and runs on a machine
# without Swift.
RELEASE := -c release --product strokemill --static-swift-stdlib --disable-local-rpath
TOOL := .build/release/strokemill

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: build ## Build, run every sample pipeline over the sample drawings, say where to look
	@scripts/demo.sh $(TOOL)

.PHONY: build
build: packages-build ## Build the tool (release)
	$(SWIFT) build $(RELEASE)

.PHONY: test
test: packages-build packages-test ## Run every test; a missing renderer or validator is a failure
	$(SWIFT) build $(RELEASE)
	@scripts/sample-plugins.sh
	@scripts/new-plugins.sh
	STROKEMILL_BIN="$(CURDIR)/$(TOOL)" STROKEMILL_REQUIRE_TOOLS=1 $(SWIFT) test

# How long, in seconds; `make fuzz FUZZ=3600` for a night's part.
FUZZ ?= 60

.PHONY: fuzz
fuzz: packages-build ## Let libFuzzer invent inputs and answers of plug-ins, a minute each (FUZZ= seconds)
	@scripts/fuzz.sh $(FUZZ)

# Each has a build of its own in .build and takes five to ten minutes.
.PHONY: test-asan test-tsan
test-asan: packages-build packages-test ## Run tests with the address sanitizer in them and in the tool, leaks included
	@scripts/sanitize.sh address
test-tsan: packages-build packages-test ## The same with the thread sanitizer
	@scripts/sanitize.sh thread

# How many drawings; a thousand take a few seconds.
SOAK ?= 200000

.PHONY: soak
soak: packages-build packages-test ## Let one `stream` convert for long; memory must stay what it is (SOAK= drawings)
	$(SWIFT) build $(RELEASE)
	@python3 Tests/Soak/soak.py --tool $(TOOL) --count $(SOAK) $${STROKEMILL_SHARED:+--shared "$$STROKEMILL_SHARED"}

.PHONY: hardening
hardening: packages-build packages-test ## Hostile files, faults, crashes, a short soak, and a table of what was tried
	$(SWIFT) build $(RELEASE)
	@scripts/hardening.sh $(TOOL) $(if $(filter file,$(origin SOAK)),10000,$(SOAK))

# How often; each costs a second or two.
KILLS ?= 200

.PHONY: kill
kill: packages-build ## Kill runs at many moments and look at what they leave (KILLS= times)
	$(SWIFT) build $(RELEASE)
	STROKEMILL_BIN="$(CURDIR)/$(TOOL)" STROKEMILL_KILLS=$(KILLS) $(SWIFT) test --filter KillTests

# PySpark brings Spark itself: half a gigabyte, which stays in .build.
SPARK := .build/spark/bin/python
SPARK_FILES ?= 3000

.PHONY: test-spark
test-spark: packages-build packages-spark ## Run samples/spark on a cluster that loses a worker (SPARK_FILES= drawings)
	$(SWIFT) build $(RELEASE)
	@[ -x .build/spark/bin/spark-submit ] || { python3 -m venv .build/spark && .build/spark/bin/pip install --quiet pyspark; }
	@$(SPARK) Tests/Spark/spark_test.py --tool $(TOOL) --files $(SPARK_FILES)

.PHONY: lint
lint: packages-build ## Formatting, warnings, imports and the project's own rules
	@scripts/lint.sh

.PHONY: format
format: ## Format the Swift sources in place
	@scripts/swift-files.sh | xargs -0 $(SWIFT) format --in-place --parallel

.PHONY: gallery
gallery: build ## Draw docs/gallery: sample drawings in each preset
	@scripts/gallery.sh $(TOOL)

.PHONY: docs
docs: packages-build ## Build the documentation of the public modules into .build/docs
	@scripts/docs.sh

.PHONY: bench
bench: packages-build packages-bench ## Measure speed and memory beside the floor and the peers
	$(SWIFT) build $(RELEASE)
	$(SWIFT) build -c release --product TableBench --static-swift-stdlib
	$(SWIFT) build -c release --product ExecBench --static-swift-stdlib
	@python3 Tests/Benchmarks/bench.py --tool $(TOOL) --table-bench .build/release/TableBench \
	  --exec-bench .build/release/ExecBench

.PHONY: bulk-peers
bulk-peers: packages-build packages-bench packages-peers ## Give thousands of files, some hostile, to the tool and its peers; count what is told
	$(SWIFT) build $(RELEASE)
	@python3 Tests/Benchmarks/bulk.py --tool $(TOOL)

RESVG := .build/corpus/bin/resvg

# The corpora lie in a folder `shared` beside the project, or where STROKEMILL_SHARED says.
.PHONY: corpus
corpus: packages-build packages-test packages-bench ## Convert the corpora's files, compare the pictures, print the shares
	$(SWIFT) build $(RELEASE)
	$(SWIFT) build -c release --product CorpusRunner --static-swift-stdlib
	@[ -x $(RESVG) ] || { python3 -m venv .build/corpus && .build/corpus/bin/pip install --quiet resvg-cli; } || \
	  echo "resvg can't be installed; rsvg-convert judges alone" >&2
	@[ ! -x $(RESVG) ] || export RESVG="$(CURDIR)/$(RESVG)"; \
	  .build/release/CorpusRunner --tool $(TOOL) --list .build/corpus.tsv

.PHONY: corpus-peers
corpus-peers: packages-build packages-test packages-peers ## The same by rsvg-convert and by Inkscape
	$(SWIFT) build -c release --product CorpusRunner --static-swift-stdlib
	@.build/release/CorpusRunner --by rsvg-convert --list .build/corpus-rsvg-convert.tsv
	@.build/release/CorpusRunner --by inkscape --sample --list .build/corpus-inkscape.tsv

# Installing doesn't build when a build is there, so that `sudo make install` leaves no files of
# root's in .build.
.PHONY: install
install: ## Install the tool, its manual and what plug-ins need under PREFIX (/usr/local)
	@[ -x $(TOOL) ] || $(MAKE) build
	install -d "$(BIN)" "$(MAN)" "$(BASH_COMPLETIONS)" "$(ZSH_COMPLETIONS)" "$(FISH_COMPLETIONS)"
	install -m 755 $(TOOL) "$(BIN)/strokemill"
	$(TOOL) man >"$(MAN)/strokemill.1"
	$(TOOL) completions bash >"$(BASH_COMPLETIONS)/strokemill"
	$(TOOL) completions zsh >"$(ZSH_COMPLETIONS)/_strokemill"
	$(TOOL) completions fish >"$(FISH_COMPLETIONS)/strokemill.fish"
	install -d "$(INCLUDE)" "$(DESTDIR)$(PREFIX)/lib/strokemill/plugins"
	install -m 644 Sources/CPluginABI/include/strokemill_plugin.h "$(INCLUDE)"
	rm -rf "$(PACKAGE)"
	find Package.swift $(PACKAGE_TARGETS:%=Sources/%) -type f \
	  -exec install -D -m 644 '{}' "$(PACKAGE)/{}" ';'

.PHONY: uninstall
uninstall: ## Remove what install put there (same PREFIX and DESTDIR)
	rm -f "$(BIN)/strokemill" "$(MAN)/strokemill.1" "$(BASH_COMPLETIONS)/strokemill" \
	  "$(ZSH_COMPLETIONS)/_strokemill" "$(FISH_COMPLETIONS)/strokemill.fish" \
	  "$(INCLUDE)/strokemill_plugin.h"
	rm -rf "$(PACKAGE)"
	@# Plug-ins of others stay, and so does their folder then.
	@rmdir "$(DESTDIR)$(PREFIX)/lib/strokemill/plugins" "$(DESTDIR)$(PREFIX)/lib/strokemill" 2>/dev/null || true

.PHONY: clean
clean: ## Remove everything that was built or written: .build and out
	rm -rf .build out

.PHONY: packages-build packages-test packages-bench packages-peers packages-spark
packages-build packages-test packages-bench packages-peers packages-spark: packages-%:
	@scripts/packages.sh $*
