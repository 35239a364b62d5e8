# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --devices= --display virtio:320x240 --append modprobe.blacklist=virtio_gpu
# enable: ballview@fb.service
#
# A machine that starts with neither sensor nor screen, as the packages leave it but for the display,
# which is enabled. Both come late; the ball rolls, and is seen on the screen.
. ./scenario-library.sh
check "balld is up" systemctl -q is-active balld
check "it was enabled by the package" systemctl -q is-enabled balld
check "nothing failed at the boot" not systemctl -q is-failed balld balld-trigger ballview@fb
check "there is no screen" not test -e /dev/fb0
says() { systemctl status balld --no-pager | grep -E "Status: .*$1"; }
check "systemctl status says that it waits for a sensor" says "waiting"
check "a client hears it as well" state_has '"phase":"noSensor"'
check "the display waits for its screen" within 10 said ballview@fb "no screen"

systemctl start lab-hid
check "the sensor comes: the ball rolls" within 20 state_has '"phase":"rolling"'
check "and systemctl status says so" within 5 says "accel_3d, buffered"
modprobe virtio_gpu
check "the screen comes: it is drawn on" within 20 said ballview@fb "drawing on /dev/fb0"
# Held fast there, so that the picture can be taken however slow the machine is.
held() {
  state_has "$place" || return
  ballctl pause
  state_has "\"phase\":\"paused\".*$place" && return
  ballctl resume
  return 1
}
for edge in left right; do
  case $edge in
    left) place='"x":0.00[78]' ;;
    right) place='"x":0.31[12]' ;;
  esac
  check "the ball lies at the $edge" within 40 held
  sleep 2
  lab-shot $edge
  ballctl resume
done
check "nothing had to be restarted" test "$(restarts):$(systemctl show -P NRestarts ballview@fb)" = 0:0
finish
