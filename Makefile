# assay: what each target does. `make` alone lists them.
SHELL := bash
GO ?= go
GOLANGCI ?= golangci-lint
GOLANGCI_VERSION := v2.15.0
FUZZTIME ?= 10s
PEERS ?= python3
BIN := bin/assay
SEED ?= 1
CHECKS ?= 1000
# The package whose tests measure how costs grow: it has the machine to itself.
MEASURES := github.com/assay-physics/assay/suite/statmech
# Of these, the audits that want a definite outcome go first, without other tests beside them.
AUDIT := TestAgentsUnderTheFullAudit
# The packages whose tests draw their cases (pgregory.net/rapid).
DRAWS := {{range .TestImports}}{{if eq . "pgregory.net/rapid"}}{{$$.ImportPath}}{{end}}{{end}}{{"\n"}}{{range .XTestImports}}{{if eq . "pgregory.net/rapid"}}{{$$.ImportPath}}{{end}}{{end}}

.DEFAULT_GOAL := help
.PHONY: help build setup demo test property race lint fmt bench bench-peers fuzz kill e2e-local-model clean

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  %-18s %s\n", $$1, $$2}'

build: ## build the binary into bin/
	$(GO) build -trimpath -o $(BIN) ./cmd/assay

setup: build ## find or make a private Python with numpy, scipy and sympy (once)
	$(BIN) doctor --fix

demo: setup ## the main job: the six published tasks, three descriptions, four built-in agents; writes runs/demo/report.html
	rm -rf runs/demo
	$(BIN) run statmech -m builtin/reference,builtin/overclaim,builtin/mislabel,builtin/stumble --task P01,P02,P03,P04,P05,P06 --out runs/demo

test: setup ## every test; property tests from one seed (SEED=0: a fresh one, as "make property" has)
	$(GO) vet ./...
	@set -e; random=$$($(GO) list -f '$(DRAWS)' ./... | grep . | grep -vxF "$(MEASURES)" | sort -u); \
	fixed=$$($(GO) list ./... | grep -vxF "$$random" | grep -vxF "$(MEASURES)"); \
	status=0; $(GO) test -timeout 40m $$fixed || status=1; \
	$(GO) test -timeout 40m $$random -rapid.seed=$(SEED) || status=1; \
	$(GO) test -timeout 40m $(MEASURES) -run $(AUDIT) || status=1; \
	$(GO) test -timeout 40m $(MEASURES) -skip $(AUDIT) -rapid.seed=$(SEED) || status=1; exit $$status

property: setup ## the property tests from fresh seeds, CHECKS draws each (default 1000)
	$(GO) test -timeout 80m $$($(GO) list -f '$(DRAWS)' ./... | grep . | sort -u) -rapid.checks=$(CHECKS)

race: setup ## every test under the race detector
	$(GO) test -race -timeout 80m ./...

lint: ## golangci-lint with the project's rules
	$(GOLANGCI) run ./...

fmt: ## format the tree
	$(GOLANGCI) fmt ./...

bench: build ## all benchmarks, with allocations; bench/README.md says what each ratio means
	$(GO) test -run '^$$' -bench . -benchmem ./...

bench-peers: build ## assay logz beside SciPy, networkx, quimb and toulbar2 on the same instances; PEERS=python with those installed
	$(PEERS) bench/structure/peers.py

fuzz: ## each fuzz target for FUZZTIME (default 10s)
	@set -e; for pkg in $$($(GO) list ./...); do \
	  dir=$$($(GO) list -f '{{.Dir}}' $$pkg); \
	  for f in $$(grep -hoE '^func Fuzz[A-Za-z0-9_]+' $$dir/*_test.go 2>/dev/null | sed 's/func //'); do \
	    echo "== $$pkg $$f"; $(GO) test $$pkg -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME); \
	  done; done

kill: ## 1,000 SIGKILLs at random moments against a campaign, each resumed
	ASSAY_KILLS=1000 $(GO) test ./run/campaign -run Kill -v -timeout 60m

e2e-local-model: build ## the suite against a real small language model on this machine
	scripts/e2e-local-model.sh

clean: ## remove what was built and run
	rm -rf bin runs
