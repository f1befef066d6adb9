# Builds and installs the command, what it compiles Swift files against, its completions and its manual page.
#
#   make install PREFIX=$HOME/.local
#   make uninstall PREFIX=$HOME/.local
#   make release       a tarball with the command as a static binary, tried in an empty root; see scripts/release
#   make check-builds            the tests that build packages and compile programs, which takes minutes
#   make check-pages             the pages' commands and the golden traces by a release build, which is what is installed
#   make check-recorder-states   the tests of behaviour while the recorder is on, starts and stops; a minute
#   make check-long    the tests with all their repetitions, which takes an hour or more
#   make check-thread-sanitizer SECONDS=60    a stress, then the tests, under the thread sanitizer
#   make check-address-sanitizer SECONDS=60   the same under the address sanitizer
#   make check-memory                         bursts in a release build where freed memory shows, then under valgrind
#   make explore-core ORDERS=1000             operators and random graphs in the orders that the core's own locks allow
#   make soak MINUTES=60                      eight threads, random graphs, recordings that start and stop
#   make fuzz TARGET=Recording SECONDS=300    inputs made up by the fuzzer for a target of Tests/Fuzzing/Targets
#
# DESTDIR, if given, goes before every path, for packages.

PREFIX ?= /usr/local
SWIFT ?= swift
SWIFTC ?= swiftc
AR ?= ar
INSTALL ?= install
# Lists the libraries that objects ask for; of Swift for Linux.
AUTOLINK ?= swift-autolink-extract
BUILD = $(shell $(SWIFT) build -c release --show-bin-path)

# What a program may import: the lines of that list that are a name and nothing else.
MODULES := $(shell sed -n 's/^ *"\([A-Za-z]*\)",$$/\1/p' Sources/RxInstrumented/Recording/Writing/LibraryModules.swift)

# The one of them that has a library of its own, linked to programs that import it.
ON_DEMAND := $(shell sed -n 's/.*linkedOnDemand = "\([A-Za-z]*\)"$$/\1/p' \
	Sources/RxInstrumented/Recording/Writing/LibraryModules.swift)

ROOT = $(DESTDIR)$(PREFIX)
LIBRARY = $(ROOT)/lib/rxtrace
BASH = $(ROOT)/share/bash-completion/completions
ZSH = $(ROOT)/share/zsh/site-functions
FISH = $(ROOT)/share/fish/vendor_completions.d
MANUAL = $(ROOT)/share/man/man1

empty :=
space := $(empty) $(empty)
MODULE_PATTERN = /($(subst $(space),|,$(filter-out $(ON_DEMAND),$(MODULES))))\.build/

# How many bursts of each operator a second thread disposes.
ROUNDS = 5000

# How many orders of each are run.
ORDERS = 1000

# How long the sanitizers' stress, the fuzzer and the soak run.
SECONDS = 60
MINUTES = 60
# The tests that run under the sanitizers: all of these targets', as nearly every suite records or uses threads.
SANITIZED = RxInstrumentedTests|RxTraceTestingTests|RxTraceCompanionTests

.PHONY: build install uninstall release modules check-long check-builds check-pages check-recorder-states check-memory check-thread-sanitizer check-address-sanitizer \
	build-stress-thread build-stress-address stress-thread stress-address soak explore-core arities fuzz

build:
	$(SWIFT) build -c release --product rxtrace

install: build
	$(INSTALL) -d "$(ROOT)/bin" "$(LIBRARY)/modules" "$(LIBRARY)/include"
	$(INSTALL) -d "$(BASH)" "$(ZSH)" "$(FISH)" "$(MANUAL)"
	$(INSTALL) -m 755 "$(BUILD)/rxtrace" "$(ROOT)/bin/rxtrace"
	for module in $(MODULES); do \
		compiled="$(BUILD)/Modules/$$module.swiftmodule"; \
		if [ -e "$$compiled" ]; then $(INSTALL) -m 644 "$$compiled" "$(LIBRARY)/modules/" || exit 1; fi; \
	done
	rm -f "$(LIBRARY)/libRxTrace.a" "$(LIBRARY)/lib$(ON_DEMAND).a"
	grep -E '$(MODULE_PATTERN)' "$(BUILD)/rxtrace.product/Objects.LinkFileList" > "$(LIBRARY)/objects"
	$(AR) qcs "$(LIBRARY)/libRxTrace.a" @"$(LIBRARY)/objects"
	grep -F '/$(ON_DEMAND).build/' "$(BUILD)/rxtrace.product/Objects.LinkFileList" > "$(LIBRARY)/objects"
	$(AR) qcs "$(LIBRARY)/lib$(ON_DEMAND).a" @"$(LIBRARY)/objects"
	grep -E '$(MODULE_PATTERN)' "$(BUILD)/rxtrace.product/Objects.LinkFileList" | tr -d "\"'" > "$(LIBRARY)/objects"
	if command -v $(AUTOLINK) > /dev/null; then \
		xargs -d '\n' $(AUTOLINK) -o "$(LIBRARY)/libRxTrace.libraries" < "$(LIBRARY)/objects"; fi
	rm "$(LIBRARY)/objects"
	rm -f "$(LIBRARY)/include/module.modulemap"
	for module in $(filter C%,$(MODULES)); do \
		$(INSTALL) -m 644 Sources/$$module/include/*.h "$(LIBRARY)/include/" || exit 1; \
		printf 'module %s {\n    header "%s.h"\n    export *\n}\n' $$module $$module \
			>> "$(LIBRARY)/include/module.modulemap"; \
	done
	$(SWIFTC) --version > "$(LIBRARY)/swift-version.txt" 2> /dev/null
	"$(ROOT)/bin/rxtrace" completions bash > "$(BASH)/rxtrace"
	"$(ROOT)/bin/rxtrace" completions zsh > "$(ZSH)/_rxtrace"
	"$(ROOT)/bin/rxtrace" completions fish > "$(FISH)/rxtrace.fish"
	"$(ROOT)/bin/rxtrace" help --manual > "$(MANUAL)/rxtrace.1"

uninstall:
	rm -f "$(ROOT)/bin/rxtrace" "$(BASH)/rxtrace" "$(ZSH)/_rxtrace" "$(FISH)/rxtrace.fish" "$(MANUAL)/rxtrace.1"
	rm -rf "$(LIBRARY)"

modules:
	@echo $(MODULES)

release:
	scripts/release

# The tests of behaviour with a recorder that is on, starts in the middle and stops in the middle.
check-recorder-states:
	RXTRACE_STATES=1 $(SWIFT) test --filter RecorderMatrixTests

# The tests that build packages and compile programs: the suites that have the trait.
check-builds:
	RXTRACE_BUILDS=1 $(SWIFT) test --filter \
		"$$(grep -rlw --include='*Tests.swift' '\.builds' Tests | sed 's|.*/||; s|\.swift||' | paste -s -d '|' -)"

# What an installed command prints, and what the pages and the golden traces show, is the same.
check-pages: build
	RXTRACE_TESTED="$(BUILD)/rxtrace" $(SWIFT) test --filter 'DocumentationTests|GoldenTests'

check-long:
	RXTRACE_LONG=1 $(SWIFT) test

# The soak's program alone builds in a minute; the tests take some more. An editor's index is of no use there. SANITIZER_FLAGS are
# further flags for that program.
build-stress-thread build-stress-address: build-stress-%:
	$(SWIFT) build --sanitize $* --scratch-path .build/$* --disable-index-store --product rxtrace-bench $(SANITIZER_FLAGS)

stress-thread stress-address: stress-%: build-stress-%
	ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1 \
		.build/$*/debug/rxtrace-bench soak --seconds $(SECONDS)
	ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1 \
		.build/$*/debug/rxtrace-bench bursts --rounds $(ROUNDS)

check-thread-sanitizer check-address-sanitizer: check-%-sanitizer: stress-%
	ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1 \
		$(SWIFT) test --sanitize $* --scratch-path .build/$* --disable-index-store --filter '^($(SANITIZED))\.'

# valgrind runs one thread at a time, and each step a hundred times slower. It gives up on the compiler's debug information.
check-memory:
	$(SWIFT) build -c release --product rxtrace-bench
	MALLOC_PERTURB_=165 "$(BUILD)/rxtrace-bench" bursts --rounds $(ROUNDS) --random 20000
	MALLOC_PERTURB_=165 "$(BUILD)/rxtrace-bench" bursts --rounds $(ROUNDS) --recorded
	command -v valgrind > /dev/null
	strip -g -o "$(BUILD)/rxtrace-bench-stripped" "$(BUILD)/rxtrace-bench"
	valgrind --quiet --error-exitcode=1 --fair-sched=yes "$(BUILD)/rxtrace-bench-stripped" bursts --rounds 20 --random 100

soak:
	$(SWIFT) build -c release --product rxtrace-bench
	"$(BUILD)/rxtrace-bench" soak --minutes $(MINUTES)

# Writes what zip and combineLatest declare for each number of sources.
arities:
	RXTRACE_WRITE_ARITIES=1 $(SWIFT) test --filter ArityFilesTests

# The fuzzer's programs and the inputs that it found to reach more; a failing input is left in the same folder.
FUZZING = .build/fuzzing
TARGET ?= Recording
fuzz_module = $(if $(filter Arguments,$(TARGET)),rxtrace,RxTraceKit)
fuzz_folders = $(if $(filter Arguments,$(TARGET)),$(FUZZING)/release/*.build,$(FUZZING)/release/RxTraceKit.build)
fuzz_flags = -sanitize=fuzzer,address

fuzz:
	$(SWIFT) build -c release --scratch-path $(FUZZING) --target $(fuzz_module) \
		$(foreach flag,$(fuzz_flags) -enable-testing,-Xswiftc $(flag))
	mkdir -p $(FUZZING)/inputs/$(TARGET) $(FUZZING)/found
	echo 'typealias Target = $(TARGET)Target' > $(FUZZING)/Target.swift
	$(SWIFTC) -O -parse-as-library $(fuzz_flags) -use-ld=lld -I $(FUZZING)/release/Modules \
		$$(ls $(FUZZING)/release/*.build/module.modulemap | sed 's/^/-Xcc -fmodule-map-file=/') \
		-o $(FUZZING)/$(TARGET) $(FUZZING)/Target.swift Tests/Fuzzing/*.swift Tests/Fuzzing/Entry/*.swift \
		Tests/Fuzzing/Targets/$(TARGET)Target.swift $(fuzz_folders)/*.o
	$(FUZZING)/$(TARGET) -max_total_time=$(SECONDS) -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=512 \
		-artifact_prefix=$(FUZZING)/found/$(TARGET)- -print_final_stats=1 -dict=Tests/Fuzzing/Entry/words.dict \
		$(FUZZING)/inputs/$(TARGET) Tests/Fuzzing/Inputs/$(TARGET)

explore-core:
	$(SWIFT) build --product rxtrace-bench
	"$$($(SWIFT) build --show-bin-path)/rxtrace-bench" orders --orders $(ORDERS)
	"$$($(SWIFT) build --show-bin-path)/rxtrace-bench" orders --orders $(ORDERS) --recorded
