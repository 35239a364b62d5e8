#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Builds what run.sh boots, under $BALLVM (default /tmp/ballvm13), from Debian 13's own packages: root
# file system, kernel, initramfs, and the lab's programs.
#
#   Tests/vm/build-image.sh [--clean] [PACKAGE.deb…]
#
# bare.ext4 is Debian and the libraries that the packages depend on; balld.ext4 has the packages themselves
# installed besides, by apt. Each stage is skipped if it is there and nothing it is made from has changed.
# --clean starts over. Needs root, debootstrap and a Debian mirror: $DEBIAN13_MIRROR, or the one that apt
# uses here. Killed halfway it takes its work up again; who calls it sets the bound.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
C=${BALLVM:-/tmp/ballvm13}
PKGS="systemd systemd-sysv udev kmod dbus procps iproute2 less strace libiio-utils libevdev-tools evtest i2c-tools libdrm2 python3-minimal"
# What the packages depend on: in the machine there is no network to fetch it by.
PKGS="$PKGS libcairo2 libevdev2 libiio0 libjansson4 libsqlite3-0 libsystemd0"
EXTRA_PKGS=${EXTRA_PKGS:-}          # added to the root
clean=
if [ "${1:-}" = --clean ]; then clean=1; shift; fi
debs=()
for deb; do debs+=("$(readlink -f "$deb")"); done
"$here/../../script/own-directory" "$C"; cd "$C"
# One build at a time; another waits, and finds all made.
exec 9>lock; flock -w 900 9
[ -z "$clean" ] || find . -mindepth 1 -maxdepth 1 ! -name lock -exec rm -rf {} +
say() { echo "build-image: $*" >&2; }
stamp() { # NAME DIGEST: true if NAME was built from this
	[ -f "stamp.$1" ] && [ "$(cat "stamp.$1")" = "$2" ] && return
	# Half made counts as not made.
	rm -f "stamp.$1"; return 1
}

# How this machine's apt gets at Debian is how the root is made, too.
proxy=$(apt-config shell proxy Acquire::http::Proxy | sed "s/^proxy='\(.*\)'$/\1/")
[ -z "$proxy" ] || export http_proxy=${http_proxy:-$proxy}
mirror() {
	[ -z "${DEBIAN13_MIRROR:-}" ] || { echo "$DEBIAN13_MIRROR"; return; }
	# shellcheck disable=SC2016 # apt's own
	apt-get indextargets --format '$(ORIGIN) $(SUITE) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
		awk '$1 == "Debian" && $2 !~ /-/ { found = $3 } END { print found }'
}
inside() { # ROOT COMMAND…: with its own mounts, so that none outlives the command
	# shellcheck disable=SC2016 # expanded by the inner shell
	unshare -m --propagation private bash -c '
		root=$1; shift
		mount -t proc proc "$root/proc"
		exec chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
			HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy="$http_proxy"} "$@"' _ "$@"
}
# 1. root file system, with the kernel's package and busybox beside it
key="trixie $PKGS $EXTRA_PKGS"
if ! stamp rootfs "$key"; then
	say "debootstrap"
	rm -rf rootfs fetched; mkdir fetched
	from=$(mirror)
	# With mounts of its own: its /proc stays mounted where somebody looks into it at the wrong moment, and would
	# be copied with all that is in it.
	# shellcheck disable=SC2086 # nothing, or one word
	unshare -m --propagation private debootstrap --variant=minbase trixie rootfs $from > debootstrap.log 2>&1 ||
		{ tail -5 debootstrap.log >&2; exit 1; }
	cp /etc/resolv.conf rootfs/etc/
	say "packages"
	# shellcheck disable=SC2086 # lists of words
	{ inside rootfs apt-get -qq update &&
		inside rootfs apt-get -qq install -y --no-install-recommends $PKGS $EXTRA_PKGS; } > apt.log 2>&1 ||
		{ tail -5 apt.log >&2; exit 1; }
	kernel=$(inside rootfs apt-cache depends linux-image-amd64 | sed -n 's/^  Depends: //p')
	inside rootfs env -C /tmp apt-get -qq -o APT::Sandbox::User=root download "$kernel" busybox-static > apt.log 2>&1 ||
		{ tail -5 apt.log >&2; exit 1; }
	mv rootfs/tmp/*.deb fetched/
	echo "${kernel#linux-image-}" > fetched/version
	( cd rootfs
	echo ball > etc/hostname; echo '127.0.0.1 localhost ball' > etc/hosts; : > etc/fstab; : > etc/machine-id
	rm -rf var/cache/apt/*.bin var/cache/apt/archives/*.deb var/lib/apt/lists/* usr/share/doc usr/share/locale usr/share/man
	chroot . passwd -d root >/dev/null
	for u in apt-daily.timer apt-daily-upgrade.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer dpkg-db-backup.timer \
		systemd-timesyncd.service systemd-pstore.service systemd-update-utmp.service systemd-update-utmp-runlevel.service \
		systemd-logind.service systemd-user-sessions.service getty@tty1.service serial-getty@ttyS0.service \
		systemd-networkd.service systemd-networkd.socket systemd-nsresourced.socket systemd-userdbd.socket \
		dev-hugepages.mount dev-mqueue.mount sys-kernel-tracing.mount modprobe@dm_mod.service modprobe@loop.service; do
		ln -sf /dev/null etc/systemd/system/$u; done
	# drivers for what the PC board has and the lab does not want: seconds each under TCG
	for m in floppy pcspkr psmouse ata_piix ata_generic pata_acpi libata i2c_piix4 kvm_amd kvm_intel joydev mousedev serio_raw; do
		echo "install $m /bin/true"; done > etc/modprobe.d/lab.conf
	mkdir -p etc/systemd/journald.conf.d; printf '[Journal]\nStorage=volatile\nRateLimitIntervalSec=0\n' > etc/systemd/journald.conf.d/lab.conf
	)
	echo "$key" > stamp.rootfs
fi
KVER=$(cat fetched/version)

# 2. kernel and modules, unpacked once and for all: under TCG that takes seconds a boot
key="$KVER $(stat -c %Y stamp.rootfs)"
if ! stamp kernel "$key"; then
	say "kernel $KVER"
	rm -rf kpkg; dpkg -x fetched/linux-image-"$KVER"_*.deb kpkg
	ln -sf "kpkg/boot/vmlinuz-$KVER" vmlinuz
	modules=kpkg/usr/lib/modules; [ -d $modules ] || modules=kpkg/lib/modules
	rm -rf rootfs/usr/lib/modules; mkdir -p rootfs/usr/lib/modules
	tar -C $modules -cf - --exclude=sound --exclude=drivers/media --exclude=drivers/infiniband \
		--exclude=drivers/net --exclude=drivers/scsi --exclude=drivers/staging --exclude=drivers/gpu/drm/amd \
		--exclude=drivers/gpu/drm/nouveau --exclude=drivers/gpu/drm/radeon --exclude=drivers/gpu/drm/i915 --exclude=drivers/gpu/drm/xe \
		--exclude=drivers/mtd --exclude=drivers/isdn --exclude=drivers/target --exclude=net/netfilter \
		--exclude=fs/xfs --exclude=fs/btrfs --exclude=fs/ocfs2 --exclude=fs/gfs2 --exclude=fs/ceph --exclude=fs/nfsd \
		--exclude=fs/bcachefs --exclude=fs/smb "$KVER" | tar -C rootfs/usr/lib/modules -xf -
	find rootfs/usr/lib/modules -name '*.ko.xz' -print0 | xargs -0 -r -n 100 -P 2 xz -d
	chroot rootfs depmod "$KVER"
	echo "$key" > stamp.kernel
fi

# 3. the roots' images
image() { # NAME DIRECTORY
	# With a journal, as a card has: the scenarios that cut the power live on it.
	rm -f "$1.new"; mke2fs -q -t ext4 -J size=8 -L root -d "$2" "$1.new" 1200M 2>&1 | grep -v '^Creating' || :
	mv "$1.new" "$1"
}
bare="$(cat stamp.rootfs stamp.kernel)"
if ! stamp bare "$bare"; then
	say "bare root"
	image bare.ext4 rootfs
	echo "$bare" > stamp.bare
fi
if [ ${#debs[@]} != 0 ]; then
	key="$bare $(cat "${debs[@]}" | sha256sum)"
	if ! stamp balld "$key"; then
		say "root with the packages installed"
		rm -rf installed; cp -ax rootfs installed
		mkdir installed/debs; cp "${debs[@]}" installed/debs/
		names=(); for deb in "${debs[@]}"; do names+=("/debs/$(basename "$deb")"); done
		inside installed apt-get install -y --no-install-recommends "${names[@]}" > install.log 2>&1 ||
			{ tail -20 install.log >&2; say "what the packages depend on belongs into PKGS"; exit 1; }
		rm -r installed/debs
		image balld.ext4 installed
		echo "$key" > stamp.balld
	fi
fi

# 4. initramfs
key="$(cat stamp.kernel) $(cat "$here/guest/init.sh" "$here/build-image.sh" | sha256sum)"
if ! stamp initrd "$key"; then
	say "initramfs"
	rm -rf ird bb; mkdir -p ird/{bin,mod,proc,sys,dev,new}
	dpkg -x fetched/busybox-static_*.deb bb; cp bb/usr/bin/busybox ird/bin/ 2>/dev/null || cp bb/bin/busybox ird/bin/
	install -m755 "$here/guest/init.sh" ird/init
	for m in virtio_pci virtio_blk crc32c_generic ext4 9pnet_virtio 9p; do
		chroot rootfs modprobe -S "$KVER" --show-depends $m; done | awk '$1=="insmod"&&!s[$2]++{print $2}' |
	while read -r f; do cp "rootfs/$f" ird/mod/; basename "$f"; done > ird/mod.order
	mv ird/mod.order ird/mod/order
	python3 "$here/newc.py" ird | gzip -1 > initrd.gz
	echo "$key" > stamp.initrd
fi

# 5. the lab's own programs and units: laid over the root at every boot
key="$(cd "$here/guest" && find . -type f -o -type l | sort | xargs cat 2>/dev/null | sha256sum) "
if ! stamp lab "$key"; then
	say "lab programs"
	rm -rf labroot; cp -a "$here/guest/root" labroot; mkdir -p labroot/usr/local/bin
	for p in hidsensor i2c-feed iio-dump fbpaint; do gcc -O2 -Wall -o labroot/usr/local/bin/$p "$here/guest/$p.c" -lm; done
	# shellcheck disable=SC2046 # flags
	gcc -O2 -Wall $(pkg-config --cflags libevdev) -o labroot/usr/local/bin/uinput-accel "$here/guest/uinput-accel.c" -levdev -lm
	chown -R 0:0 labroot
	# /etc, /usr exist in the root; keep their modes
	echo "$key" > stamp.lab
fi
say "ready in $C"
