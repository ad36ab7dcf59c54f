# The only entry point; CI runs the same targets.
#
#   make run    build everything, make demonstration data when there is none, serve on 127.0.0.1:8080
#   make test   every check there is: format, lint, docs, tests on SQLite and PostgreSQL, browser journeys
#
# `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PROGRAM := $(or $(CARGO_TARGET_DIR),target)/debug/ledgerwell
WEB_READY := web/node_modules/.ready
WEB_BUILT := web/dist/index.html
WEB_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts web/package.json -type f 2>/dev/null)
# A test run says what takes its time.
say = @printf '\n==> %s (%s)\n' "$(1)" "$$(date +%T)"

.PHONY: help run test dev check fmt generate bench measure bench-matching census-samples erp-campaign rust units portal web e2e tools clean

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-14s %s\n", $$1, $$2 }'

# The demonstration's ERP accounts lead to the sandbox beside the portal, so that invoices can be tried out.
run: export LEDGERWELL_ERP_SANDBOX ?= 127.0.0.1:8090
run: build ## build and serve, with demonstration data when there is none
	$(call say,Starting Ledgerwell)
	@$(PROGRAM) demo --if-empty
	@$(PROGRAM) serve

.PHONY: build
build: $(WEB_BUILT) ## build the web app and the program
	$(call say,Building the program: about 10 minutes the first time on 2 cores)
	cargo build --locked -p portal

$(WEB_READY): web/package-lock.json web/package.json
	@scripts/need.sh node npm cargo
	$(call say,Installing the web app's packages)
	cd web && npm ci
	@touch $@

$(WEB_BUILT): $(WEB_READY) $(WEB_SOURCES)
	$(call say,Building the web app)
	cd web && npm run build

# The compiler leaves a core idle for most of its time: the lints, then the web app's tests take it.
test: tools $(WEB_BUILT) ## every check; what CI runs
	$(MAKE) --jobs=2 --output-sync=line rust check web
	$(MAKE) e2e
	$(call say,All checks passed)

tools: ## install what the tests need and the machine lacks: PostgreSQL and Chromium
	@scripts/tools.sh

# Lints share nothing with a build that is run. In a folder of their own they need not wait for it.
linting = CARGO_TARGET_DIR='$(or $(CARGO_TARGET_DIR),target)/lint'

check: $(WEB_BUILT) ## format, lint and docs without running tests
	$(call say,Format)
	cargo fmt --all --check
	$(call say,Lint)
	$(linting) cargo clippy --locked --workspace --all-targets --all-features -- -D warnings
	$(call say,Docs)
	$(linting) RUSTDOCFLAGS='-D warnings -A rustdoc::private_intra_doc_links' cargo doc --locked --workspace --no-deps --document-private-items
	$(call say,Web format types and lint)
	cd web && npm run format:check && npm run typecheck && npm run lint

# More tests than cores: each of them waits for its database.
rust portal: export RUST_TEST_THREADS ?= 4

rust: tools $(WEB_BUILT) ## the tests of all crates, built once with one set of features
	$(call say,Tests of the crates)
	cargo test --locked --workspace --all-features --no-fail-fast

units: tools ## the unit tests of all crates: rules, store on SQLite and PostgreSQL, documents, connectors
	$(call say,Unit tests)
	cargo test --locked --workspace --all-features --lib

portal: tools $(WEB_BUILT) ## the endpoints and the guards
	$(call say,Tests of portal)
	cargo test --locked --workspace --all-features --test portal

web: $(WEB_BUILT) ## the web app's own tests and its size
	$(call say,Tests of web)
	cd web && npm test && npm run size

# The program that the tests of the crates have built; a build with other features would build every crate anew.
e2e: tools $(WEB_BUILT) ## journeys in a real browser: all on SQLite, those of the chain on PostgreSQL
	$(call say,The program with the features of the tests)
	cargo test --locked --workspace --all-features --no-run
	$(call say,Journeys in the browser)
	cd web && npm run e2e

dev: $(WEB_READY) ## serve with the web app reloading on change
	@trap 'kill 0' EXIT; cargo run -p portal -- serve & cd web && npm run dev

fmt: $(WEB_READY) ## format everything
	cargo fmt --all
	cd web && npm run format && npm run lint -- --fix

generate: $(WEB_READY) ## write openapi.json, the web client's types and the permission matrix anew
	cargo build --locked -p portal
	$(PROGRAM) openapi > openapi.json.new && mv openapi.json.new openapi.json
	cd web && npm run generate
	LEDGERWELL_TEST_WRITE=1 cargo test --locked --workspace --all-features --test portal permissions

# The program and the benchmarks in one call and with one set of features: else the portal is built twice, for 20 minutes each.
build_optimised = cargo build --locked --release --workspace --all-features --bin ledgerwell --bench frame

# With PARTS='server web' those parts only; docs/performance.md names all.
bench: tools $(WEB_BUILT) ## speed and memory against their limits, in an optimised build (not part of test)
	$(call say,Building the program optimised: about half an hour the first time on 2 cores)
	$(build_optimised)
	$(call say,Measuring; let the machine do nothing else)
	cargo bench --locked --workspace --all-features --bench frame -- $(PARTS)

measure: tools $(WEB_BUILT) ## how quickly pages come, cold, warm and over 9 Mbit/s, against their limits (not part of test)
	$(call say,Building the program optimised: about half an hour the first time on 2 cores)
	$(build_optimised)
	$(call say,Measuring; let the machine do nothing else)
	cd web && JOURNEYS_PROGRAM='$(abspath $(or $(CARGO_TARGET_DIR),target))/release/ledgerwell' npm run measure

# With SETS=FOLDER also on labelled sets: folders with roster.csv, census.csv and truth.csv.
bench-matching: ## how well, how quickly and in what memory rows are matched to members (not part of test)
	cargo bench --locked --workspace --all-features --bench frame -- matching $(if $(SETS),--sets=$(SETS))

census-samples: $(WEB_BUILT) ## labelled census files, read and held against their labels: SAMPLES=FOLDER (not part of test)
	cargo bench --locked --workspace --all-features --bench labelled --profile dev -- $(if $(SAMPLES),--samples='$(abspath $(SAMPLES))')

erp-campaign: tools ## every failure at every call of a push to an ERP, with real processes on both engines (not part of test)
	cargo test --locked --workspace --all-features --test portal -- erp_campaign::long_form --ignored --nocapture --test-threads 1

clean: ## remove everything built
	cargo clean
	rm -rf web/node_modules web/dist
