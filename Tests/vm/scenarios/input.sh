# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --devices=
#
# No sensor at the boot; an accelerometer that is an input device (uinput) appears, tilts, goes and comes
# back under another number; an IIO one takes its place.
. ./scenario-library.sh
check "balld is up without a sensor" systemctl -q is-active balld
check "and waits" sensor_has '"health":"waiting"'
check "its user is in the group of the nodes" sh -c 'grep ^Groups: /proc/$(systemctl show -P MainPID balld)/status | grep -qw "$(getent group input | cut -d: -f3)"'

systemctl start lab-uinput
check "an input accelerometer appears" within 20 sensor_has '"source":"evdev"'
check "by its own name" sensor_has '"name":"lab uinput accelerometer"'
check "and why it was taken is told" sensor_has '"reason":"no IIO sensor; the only accelerometer among the input devices"'
check "the ball rolls" within 5 state_has '"phase":"rolling"'
node() { grep -A 8 'Name="lab uinput accelerometer"' /proc/bus/input/devices | sed -n 's/.*\(event[0-9]*\).*/\1/p'; }
first=$(node)
check "udev takes it for one, too" sh -c "udevadm info /dev/input/$first | grep -q ID_INPUT_ACCELEROMETER=1"
check "the node is the group's" test "$(stat -c %G "/dev/input/$first")" = input

systemctl kill -s USR1 lab-uinput
sleep 4
check "silent for seconds: there all the same" sensor_has '"health":"ok"'
check "and the ball rolls on" state_has '"phase":"rolling"'
systemctl kill -s USR1 lab-uinput

systemctl stop lab-uinput
check "unplugged: waiting" within 5 sensor_has '"health":"waiting"'
check "as unplugged" sensor_has '"code":"unplugged"'
check "the table lies level" state_has '"tilt":\[0,0\]'
check "and the game waits" state_has '"phase":"noSensor"'
# Another one takes the number, and goes again; udev is slow this time.
udevadm control --stop-exec-queue
uinput-accel --name "another accelerometer" 2>/run/another &
another=$!
sleep 2
udevadm control --start-exec-queue
check "another one is taken" within 20 sensor_has '"name":"another accelerometer"'
systemctl start lab-uinput
check "the first is there under another number" within 20 sh -c 'grep -q "lab uinput accelerometer" /proc/bus/input/devices'
check "which is another" test "$first" != "$(node)"
kill $another
check "and taken when the other is gone" within 20 sensor_has '"name":"lab uinput accelerometer"'
check "and the ball rolls" within 5 state_has '"phase":"rolling"'

systemctl start lab-hid
check "an IIO sensor appears: taken instead" within 20 sensor_has '"source":"iio"'
check "and the ball rolls on" within 5 state_has '"phase":"rolling"'
systemctl stop lab-hid
check "gone again: the input device takes its place" within 20 sensor_has '"source":"evdev"'
refused() { journalctl -b -u balld | grep -q 'permission denied'; }
check "udev was waited for: nothing was refused" eval '! refused'
check "without a restart" test "$(systemctl show -P NRestarts balld)" = 0
sensor
finish
