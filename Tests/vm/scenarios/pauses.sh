# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --devices i2c
#
# What happens to the clock and the processes of a machine: it sleeps and wakes, the daemon is held
# up for some seconds, the daemon hangs for good. The sensor is the LIS3DH: the HID sensors' feeder is a
# process, for whose answers the kernel would wait in vain once it is frozen, longer than the watchdog.
#
# What comes over 9p from the host doesn't outlive a sleep, so this runs from a copy.
if [ "$PWD" = /payload ]; then
  cp -r /payload /run/scenario
  cd /run/scenario && exec bash ./pauses.sh
fi
. ./scenario-library.sh
check "the LIS3DH is read from its buffer" within 30 sensor_has '"mode":"buffered"'
session() { told | grep -o '"session":"[^"]*"'; }
before=$(session)

files() { # bind|unbind: the devices of the host's files
  local device
  for device in $channels; do echo "$device" >/sys/bus/virtio/drivers/9pnet_virtio/"$1"; done
}
channels=$(cd /sys/bus/virtio/drivers/9pnet_virtio && echo virtio*)
umount /payload /ctl
files unbind
# The host wakes it, ten seconds after it has fallen asleep.
lab-ctl WAKE 10 >/run/answer
check "the machine sleeps and wakes" eval 'echo mem >/sys/power/state'
check "and slept in truth" grep -qx 1 /sys/power/suspend_stats/success
files bind
for share in payload ctl; do
  mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,cache=none $share /$share
done
check "awake: rolling on fresh data" within 5 state_has '"phase":"rolling"'
check "awake: well" within 5 sensor_has '"health":"ok"'
check "awake: the same daemon" test "$(session)" = "$before"

kill -STOP "$(pid)"
sleep 6
kill -CONT "$(pid)"
check "held up for six seconds: rolling" within 5 state_has '"phase":"rolling"'
check "held up: well" within 5 sensor_has '"health":"ok"'
check "held up: the same daemon" test "$(session)" = "$before"
check "nothing has restarted it" test "$(restarts)" = 0

kill -STOP "$(pid)"
restarted() { test "$(restarts)" = 1; }
check "hanging for good: the watchdog restarts it" within 40 restarted
check "anew: the sensor is read from its buffer" within 20 sensor_has '"mode":"buffered"'
check "anew: another session" test "$(session)" != "$before"
finish
