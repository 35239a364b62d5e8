# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --display virtio:${name#screen-} --append modprobe.blacklist=virtio_gpu
#
# A screen of the size that the scenario is named by, and a board that is the only thing to hold: the unit
# waits for the screen; what is seen is where the state says; somebody else's console is let alone; the
# screen goes and comes; the menu is worked by the board.
. ./scenario-library.sh
SIZE=$(basename "$0" .sh)
SIZE=${SIZE#screen-}
said() { journalctl -u ballview@fb --no-pager | grep -q -- "$1"; }
lines() { journalctl -u ballview@fb --no-pager | grep -c -- "$1"; }
drawn() { test "$(lines 'drawing on /dev/fb0')" -ge "$1"; }
state() { told; }
# Of one state: how many a client is told before it ends is chance.
balls() { told | grep -o '"balls":[^]]*]' | tail -n 1; }
rests() { balls >/run/first && sleep 0.5 && balls | cmp -s /run/first; }
console() { # NUMBER: VT_ACTIVATE and VT_WAITACTIVE, as chvt(1) does
  timeout 10 perl -e 'open F, ">", "/dev/tty0" or die; ioctl(F, 0x5606, '"$1"') && ioctl(F, 0x5607, '"$1"') or die "$!"'
}
node() { ls /dev/fb0 2>/dev/null; }
gone() { ! node; }

mkdir -p /etc/balld
printf '[gestures]\nauto-pause = no\n' >/etc/balld/balld.conf
systemctl restart balld
within 30 sensor_has '"health":"ok"'
check "there is no screen yet" gone
systemctl start ballview@fb
check "the unit waits for one" within 10 said "there is no framebuffer at all, waiting for it"
modprobe virtio_gpu
check "and draws when it comes" within 20 drawn 1
journalctl -u ballview@fb --no-pager | sed -n 's/.*ballview: //p'

# What was done at the start of the machine is over: the board lies level from here on.
sleep 20
ballctl table fast-lane
sleep 3
check "the ball rests" within 10 rests
state >fast-lane.json
lab-shot fast-lane
sleep 0.7
lab-shot blink
client ballview --png=- --size="$SIZE" </dev/null >drawn.png

echo "the other console" >/dev/tty2
check "another console can be had" console 2
sleep 1
lab-shot other
ballctl table marble
sleep 2
lab-shot still-other
check "and this one again" console 1
sleep 2
state >marble.json
lab-shot marble

# The machine has none by itself.
rm -f /etc/systemd/system/getty@tty1.service
systemctl daemon-reload
systemctl start getty@tty1
check "a login prompt has started on that console" within 20 pgrep -x agetty
sleep 3
lab-shot prompt

device=$(basename /sys/bus/virtio/drivers/virtio_gpu/virtio*)
echo "$device" >/sys/bus/virtio/drivers/virtio_gpu/unbind
check "the screen is pulled out" within 5 gone
check "and is waited for" within 5 said "/dev/fb0: .*, waiting for it"
echo "$device" >/sys/bus/virtio/drivers/virtio_gpu/bind
check "and drawn on when it is back" within 20 drawn 2
sleep 2
lab-shot back

timeout 60 ballctl watch --json >watched &
sleep 1
# From its first row: on an edge from second 3 to 6, a nod at 9, and level.
systemctl kill -s USR2 lab-hid
sleep 8.5
lab-shot menu
sleep 5
state >after.json
lab-shot after
kill %1
check "the board alone has opened the menu: the game paused" grep -q '"event":"paused"' watched
check "and has chosen to restart" grep -q '"event":"restarted"' watched
systemctl stop ballview@fb
echo "the console after the stop" >/dev/tty1
sleep 1
lab-shot stopped
systemctl show -P Result ballview@fb
finish
