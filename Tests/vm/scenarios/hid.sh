# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --devices= --hid-opts=--start-on-power
#
# No sensor at the boot; then a HID accelerometer and gyro appear, tilt, fall silent, go and come back.
. ./scenario-library.sh
units=/usr/lib/systemd/system
check "systemd understands the units" systemd-analyze verify --man=no $units/balld{,-trigger}.service
isLockedUp() { systemd-analyze security --no-pager --threshold=10 balld.service >/run/exposure; }
check "the exposure is at most 1.0" isLockedUp
check "balld is up without a sensor" systemctl -q is-active balld
check "systemd knows what it waits for" sh -c 'systemctl show -P StatusText balld | grep -q waiting'
check "an ordinary user may watch" sensor_has '"health":"waiting"'
client ballctl restart 2>/run/refused
check "an ordinary user may not control" test $? = 77

systemctl start lab-hid
check "the HID pair appears, read buffered" within 20 sensor_has '"mode":"buffered"'
check "with its gyro" sensor_has '"gyro":true'
check "by its own name" sensor_has '"name":"accel_3d"'
check "at 100 Hz" sensor_has '"odr":100'
dir=$(device accel_3d)
check "stamped by the monotonic clock" sh -c "tr -d '\\0' <$dir/current_timestamp_clock | grep -q monotonic"
check "one scan at a time" test "$(cat "$dir/buffer/watermark")" = 1
check "the node is the group's" sh -c "stat -c %G:%a /dev/$(basename "$dir") | grep -qx balld:660"
client timeout 20 ballctl watch --json >/payload/states.jsonl

systemctl kill -s USR1 lab-hid
check "silent: stalled" within 5 sensor_has '"health":"no-data"'
check "and nothing rolls" state_has '"phase":"stalled"'
systemctl kill -s USR1 lab-hid
check "speaks again: well" within 10 sensor_has '"health":"ok"'
systemctl stop lab-hid
check "unplugged: waiting" within 5 sensor_has '"health":"waiting"'
check "and the game pauses" state_has '"phase":"noSensor"'
systemctl start lab-hid
check "plugged in again: buffered" within 20 sensor_has '"mode":"buffered"'
check "and the ball rolls" state_has '"phase":"rolling"'
refused() { journalctl -b -u balld | grep -q 'permission denied'; }
check "udev was waited for: nothing was refused" eval '! refused'
check "without a restart" test "$(systemctl show -P NRestarts balld)" = 0
sensor
finish
