# SPDX-License-Identifier: MIT
#
# For those who build. To try balld, run script/demo; to test it, script/test: they need no make.
.PHONY: build release install uninstall manual test lint format recordings cross test-vm clean

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

# man/ and completions/, made anew from the option tables and the settings table.
manual:
	script/manual --renew

test:
	script/test

lint:
	script/lint

format:
	swift format --in-place --recursive Package.swift Sources Tests

# The shipped recordings, made anew: the same bytes as those in recordings/.
recordings:
	swift build --product recordhand
	for name in $$("$$(swift build --show-bin-path)/recordhand" --list | cut -d: -f1); do \
	  "$$(swift build --show-bin-path)/recordhand" $$name recordings/$$name.recording || exit 1; \
	done

# Builds with Debian 13's Swift for x86-64 and arm64, and compares what the programs print.
cross:
	script/cross

# Boots a Debian machine with real kernel sensors and the shipped service in QEMU. As root; minutes.
test-vm:
	Tests/vm/test

clean:
	swift package clean
