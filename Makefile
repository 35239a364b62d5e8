# SPDX-License-Identifier: MIT
#
# For those who build. To try balld, run script/demo; to test it, script/test: they need no make.
.PHONY: build release install uninstall deb pi manual test lint format recordings cross soak pins test-terminal test-vm test-packages fuzz inject clean

build:
	swift build

release:
	swift build -c release

# Builds with the Swift runtime linked in, and installs as Debian expects: DESTDIR and prefix are obeyed.
# Neither user nor service is set up when DESTDIR is given; that is the package's task.
prefix = /usr/local
DESTDIR =
install:
	script/bootstrap --install
	script/install '$(DESTDIR)' '$(prefix)'

uninstall:
	script/install --remove '$(DESTDIR)' '$(prefix)'

# The Debian packages, for this machine and for a Raspberry Pi; they come to lie in .build/deb.
deb:
	script/deb

pi:
	script/deb arm64

# man/ and completions/, made anew from the option tables and the settings table.
manual:
	script/manual --renew

test:
	script/test

lint:
	script/lint

format:
	swift format --in-place $$(git ls-files '*.swift')

# The shipped recordings, made anew: the same bytes as those in recordings/.
recordings:
	swift build --product recordhand
	for name in $$("$$(swift build --show-bin-path)/recordhand" --list | cut -d: -f1); do \
	  "$$(swift build --show-bin-path)/recordhand" $$name recordings/$$name.recording || exit 1; \
	done

# Builds with Debian 13's Swift for x86-64 and arm64, and compares what the programs print.
cross:
	script/cross

# ballview in tmux: every kind of terminal and every way out. Half a minute.
test-terminal: build
	Tests/terminal/matrix

# What takes long: ten million steps, a fast sensor for a minute, memory over ten, a month of a session and of
# the program, hundreds of replugs. An hour.
soak:
	swift build $(OPTIMISED) --build-tests
	BALLD_SOAK=1 swift test $(OPTIMISED) --skip-build --no-parallel \
	  --filter 'SoakTests|IIOLoadTests|IIOLifeTests'

# What script/guard compares with, made anew: say in the commit why a figure has changed.
pins:
	script/guard --pin

OPTIMISED := -c release -Xswiftc -enable-testing --scratch-path .build/release-tests

# Boots a Debian 13 machine with real kernel sensors and the packages installed, in QEMU. As root; 20 minutes.
test-vm:
	Tests/vm/test

# What the packages for amd64 and arm64 do when they are installed, upgraded, removed and purged. As root; minutes.
test-packages:
	Tests/package/test

# Every system call fails once, in each scenario: a quarter of an hour.
inject: build
	swift build --build-tests
	BALLD_INJECT=all swift test --skip-build --no-parallel --filter 'ProgramTests.*Fault'

# What takes something from outside under libFuzzer with the address sanitizer, ten minutes each: recordings,
# the socket's lines, commands, configuration and tables.
fuzz:
	script/fuzz

clean:
	swift package clean
