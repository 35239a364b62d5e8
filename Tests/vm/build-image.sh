#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds what run.sh boots, under $BALLVM (default /tmp/ballvm), from Debian's
# own packages: kernel, three extra IIO trigger modules, root file system,
# initramfs, and the lab's programs. Each stage is skipped if it is there and
# nothing it is made from has changed. --clean starts over.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
C=${BALLVM:-/tmp/ballvm}
KVER=${KVER:-6.1.0-57-amd64}
SUITE=bookworm MIRROR=${MIRROR:-}
PKGS=systemd,systemd-sysv,udev,kmod,dbus,procps,iproute2,less,strace,libiio0,libjansson4,libsqlite3-0,libiio-utils,libevdev2,libevdev-tools,evtest,i2c-tools,libdrm2,ca-certificates
EXTRA_PKGS=${EXTRA_PKGS:-}          # comma separated, added to the root
mkdir -p "$C/debs"; cd "$C"
# One build at a time; another waits, and finds all made.
exec 9>lock; flock -w 900 9
[ "${1:-}" = --clean ] && find . -mindepth 1 -maxdepth 1 ! -name lock -exec rm -rf {} +
mkdir -p debs
say() { echo "build-image: $*" >&2; }
stamp() { # NAME DIGEST: true if NAME was built from this
	[ -f "stamp.$1" ] && [ "$(cat "stamp.$1")" = "$2" ] && return
	# Half made counts as not made.
	rm -f "stamp.$1"; return 1
}
deb() { # PACKAGE -> its file
	local f
	f=$(ls debs/$1_*.deb 2>/dev/null | tail -1)
	if [ -z "$f" ]; then (cd debs && apt-get download "$1" >/dev/null 2>&1) || { say "cannot download $1"; return 1; }; f=$(ls debs/$1_*.deb | tail -1); fi
	echo "$f"
}

# 1. kernel
if ! stamp kernel "$KVER"; then
	say "kernel $KVER"
	rm -rf kpkg; dpkg -x "$(deb linux-image-$KVER)" kpkg
	ln -sf kpkg/boot/vmlinuz-$KVER vmlinuz
	echo "$KVER" > stamp.kernel
fi

# 2. modules Debian does not build: industrialio-configfs, industrialio-sw-trigger,
#    iio-trig-hrtimer, iio-trig-sysfs, from the same version's source
if ! stamp extra "$KVER"; then
	say "extra IIO trigger modules"
	base=${KVER%-*}; rm -rf hdr ksrc xmod; mkdir -p ksrc xmod
	dpkg -x "$(deb linux-headers-$KVER)" hdr
	dpkg -x "$(deb linux-headers-$base-common)" hdr
	dpkg -x "$(deb linux-kbuild-6.1)" hdr
	dpkg --fsys-tarfile "$(deb linux-source-6.1)" | tar -xO ./usr/src/linux-source-6.1.tar.xz |
		tar -xJ -C ksrc --strip-components=1 --wildcards '*/drivers/iio/industrialio-*.c' '*/drivers/iio/trigger/*'
	# the headers' Makefile names its common part by an absolute path
	sed -i "s#/usr/src/#$C/hdr/usr/src/#" hdr/usr/src/linux-headers-$KVER/Makefile
	cp ksrc/drivers/iio/industrialio-configfs.c ksrc/drivers/iio/industrialio-sw-trigger.c \
	   ksrc/drivers/iio/trigger/iio-trig-hrtimer.c ksrc/drivers/iio/trigger/iio-trig-sysfs.c xmod/
	echo 'obj-m := industrialio-configfs.o industrialio-sw-trigger.o iio-trig-hrtimer.o iio-trig-sysfs.o' > xmod/Makefile
	make -C hdr/usr/src/linux-headers-$KVER M="$C/xmod" KBUILD_MODPOST_WARN=1 \
		KCPPFLAGS="-DCONFIG_IIO_CONFIGFS_MODULE=1 -DCONFIG_IIO_SW_TRIGGER_MODULE=1" modules > xmod.log 2>&1 ||
		{ tail -20 xmod.log >&2; exit 1; }
	echo "$KVER" > stamp.extra
fi

# 3. root file system
key="$SUITE $PKGS $EXTRA_PKGS"
if ! stamp rootfs "$key"; then
	say "debootstrap"
	rm -rf rootfs
	debootstrap --variant=minbase --include="$PKGS${EXTRA_PKGS:+,$EXTRA_PKGS}" $SUITE rootfs $MIRROR > debootstrap.log 2>&1 ||
		{ tail -5 debootstrap.log >&2; exit 1; }
	echo "$key" > stamp.rootfs
fi

# 4. the root's image
key="$(cat stamp.rootfs) $(cat stamp.kernel) $(cat stamp.extra) $(sha256sum < "$here/build-image.sh")"
if ! stamp image "$key"; then
	say "root image"
	rm -rf rootfs/usr/lib/modules; mkdir -p rootfs/usr/lib/modules
	rsync=(tar -C kpkg/lib/modules -cf - --exclude=sound --exclude=drivers/media --exclude=drivers/infiniband
		--exclude=drivers/net --exclude=drivers/scsi --exclude=drivers/staging --exclude=drivers/gpu/drm/amd
		--exclude=drivers/gpu/drm/nouveau --exclude=drivers/gpu/drm/radeon --exclude=drivers/gpu/drm/i915
		--exclude=drivers/mtd --exclude=drivers/isdn --exclude=drivers/target --exclude=net/netfilter
		--exclude=fs/xfs --exclude=fs/btrfs --exclude=fs/ocfs2 --exclude=fs/gfs2 --exclude=fs/ceph --exclude=fs/nfsd "$KVER")
	"${rsync[@]}" | tar -C rootfs/usr/lib/modules -xf -
	mkdir -p rootfs/usr/lib/modules/$KVER/extra; cp xmod/*.ko rootfs/usr/lib/modules/$KVER/extra/
	chroot rootfs depmod "$KVER"
	( cd rootfs
	echo ball > etc/hostname; echo '127.0.0.1 localhost ball' > etc/hosts; : > etc/fstab; : > etc/machine-id
	rm -rf var/cache/apt/archives/*.deb var/lib/apt/lists/* usr/share/doc usr/share/locale usr/share/man
	chroot . passwd -d root >/dev/null
	for u in apt-daily.timer apt-daily-upgrade.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer dpkg-db-backup.timer \
		systemd-timesyncd.service systemd-pstore.service systemd-update-utmp.service systemd-update-utmp-runlevel.service \
		systemd-logind.service systemd-user-sessions.service getty@tty1.service serial-getty@ttyS0.service \
		dev-hugepages.mount dev-mqueue.mount sys-kernel-tracing.mount modprobe@dm_mod.service modprobe@loop.service; do
		ln -sf /dev/null etc/systemd/system/$u; done
	# drivers for what the PC board has and the lab does not want: seconds each under TCG
	for m in floppy pcspkr psmouse ata_piix ata_generic pata_acpi libata i2c_piix4 kvm_amd kvm_intel joydev mousedev serio_raw; do
		echo "install $m /bin/true"; done > etc/modprobe.d/lab.conf
	mkdir -p etc/systemd/journald.conf.d; printf '[Journal]\nStorage=volatile\nRateLimitIntervalSec=0\n' > etc/systemd/journald.conf.d/lab.conf
	)
	rm -f root.ext4; mke2fs -q -t ext4 -O ^has_journal -L root -d rootfs root.ext4 1200M
	echo "$key" > stamp.image
fi

# 5. initramfs
key="$(cat stamp.kernel) $(sha256sum < "$here/guest/init.sh") $(sha256sum < "$here/build-image.sh")"
if ! stamp initrd "$key"; then
	say "initramfs"
	rm -rf ird; mkdir -p ird/{bin,mod,proc,sys,dev,new}
	dpkg -x "$(deb busybox-static)" bb; cp bb/bin/busybox ird/bin/
	install -m755 "$here/guest/init.sh" ird/init
	for m in virtio_pci virtio_blk crc32c_generic ext4 9pnet_virtio 9p; do
		chroot rootfs modprobe -S "$KVER" --show-depends $m; done | awk '$1=="insmod"&&!s[$2]++{print $2}' |
	while read -r f; do cp "rootfs/$f" ird/mod/; basename "$f"; done > ird/mod.order
	mv ird/mod.order ird/mod/order
	python3 "$here/newc.py" ird | gzip -1 > initrd.gz
	echo "$key" > stamp.initrd
fi

# 6. the lab's own programs and units: laid over the root at every boot
key="$(cd "$here/guest" && find . -type f -o -type l | sort | xargs cat 2>/dev/null | sha256sum) "
if ! stamp lab "$key"; then
	say "lab programs"
	rm -rf labroot; cp -a "$here/guest/root" labroot; mkdir -p labroot/usr/local/bin
	for p in hidsensor i2c-feed iio-dump fbpaint; do gcc -O2 -Wall -o labroot/usr/local/bin/$p "$here/guest/$p.c" -lm; done
	gcc -O2 -Wall $(pkg-config --cflags libevdev) -o labroot/usr/local/bin/uinput-accel "$here/guest/uinput-accel.c" -levdev -lm
	chown -R 0:0 labroot
	# /etc, /usr exist in the root; keep their modes
	echo "$key" > stamp.lab
fi
say "ready in $C"
