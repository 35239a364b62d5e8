#!/bin/busybox sh
# SPDX-License-Identifier: MIT
# initramfs: load what the root needs, lay the overlays over it, switch to it.
export PATH=/bin
/bin/busybox --install -s /bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
while read m; do insmod /mod/$m || echo "lab: insmod $m failed"; done < /mod/order
i=0; while [ ! -b /dev/vda ] && [ $i -lt 200 ]; do usleep 10000; i=$((i+1)); done
mount -t ext4 -o noatime /dev/vda /new || { echo "lab: no root"; exec sh; }
P="-t 9p -o trans=virtio,version=9p2000.L,msize=262144"
mkdir -p /new/payload /new/ctl /ov
mount $P,cache=none ctl /new/ctl
mount $P,cache=none payload /new/payload
for n in 0 $(sed -n 's/.*lab\.overlays=\([^ ]*\).*/\1/p' /proc/cmdline | tr , ' '); do
	if mount $P,ro,cache=loose overlay$n /ov 2>/dev/null; then cp -a /ov/. /new/; umount /ov; fi
done
[ -f /new/ctl/hostclock ] && date -u -s @$(cat /new/ctl/hostclock) >/dev/null
mount -o move /proc /new/proc; mount -o move /sys /new/sys; mount -o move /dev /new/dev
exec switch_root /new /sbin/init
