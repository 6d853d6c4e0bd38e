# restante: `make` explains itself. See README.md.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
JOBS ?= $(shell nproc)

NATIVE_SOURCES := $(shell find core native demo cmake -type f) CMakeLists.txt
WASM_SOURCES := $(shell find core wasm cmake -type f) CMakeLists.txt
JS_SOURCES := $(shell find js/src -type f) js/tsconfig.json js/package.json

.PHONY: help deps build test bench demo clean

help: ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/make \1\t\2/' | expand -t 14

demo: build ## builds both twins and replays real GitHub webhooks through them
	demo/run.sh

test: build build/tests.stamp build/host.stamp ## builds and runs every test that this machine can run
	tests/run.sh

build: build/native.stamp build/wasm.stamp build/js.stamp ## the native CLI at build/restante, and the npm package in js/

bench: build build/host.stamp ## runs the benchmarks, side by side
	scripts/install-packages.sh libbenchmark-dev
	bench/run.sh

deps: build/deps.stamp ## installs what is missing: Debian packages, and pinned npm packages

clean: ## removes everything that was built; installed packages stay
	rm -rf build js/dist

build/deps.stamp: scripts/install-packages.sh js/package-lock.json
	scripts/install-packages.sh emscripten catch2 nlohmann-json3-dev
	cd js && npm ci --ignore-scripts --no-audit --no-fund
	mkdir -p build && touch $@

build/native.stamp: build/deps.stamp $(NATIVE_SOURCES)
	cmake -S . -B build
	cmake --build build -j$(JOBS) --target restante_cli restante_demo
	touch $@

build/wasm.stamp: build/deps.stamp $(WASM_SOURCES)
	emcmake cmake -S . -B build/wasm
	cmake --build build/wasm -j$(JOBS)
	mkdir -p js/dist && cp build/wasm/restante.wasm js/dist/restante.wasm
	touch $@

build/js.stamp: build/deps.stamp build/wasm.stamp $(JS_SOURCES)
	cd js && npx --no-install tsc --project .
	touch $@

# The tests of the native twin, once plainly and once with the address and undefined-behaviour sanitizers.
build/tests.stamp: build/native.stamp $(shell find tests/native -type f)
	cmake --build build -j$(JOBS)
	cmake -S . -B build/sanitized -DCMAKE_BUILD_TYPE=RelWithDebInfo -DRESTANTE_SANITIZE=ON
	cmake --build build/sanitized -j$(JOBS) --target restante_cli restante_tests
	touch $@

# better-sqlite3, the database of the host that the tests use, has a native part; it is compiled where no ready one can
# be had.
build/host.stamp: build/deps.stamp
	cd js && $(if $(wildcard /usr/include/node/node.h),npm_config_nodedir=/usr) npm rebuild better-sqlite3
	touch $@
