# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --accel icount --devices= --hid-opts=--start-on-power\ --once
#
# Every scan that the daemon reads from the kernel is written down, with the states that an ordinary
# user's client sees; path.check.py plays the scans as a recording, and compares the paths.
. ./scenario-library.sh
client ballctl watch --json >/run/states.jsonl 2>/run/watch &
watch=$!
strace -q -f -y -p "$(systemctl show -P MainPID balld)" -e trace=read -xx -s 64 \
  -P /dev/iio:device0 -P /dev/iio:device1 -o /run/scans 2>/run/strace &
trace=$!
sleep 1
systemctl start lab-hid
check "the HID pair is read buffered" within 20 sensor_has '"mode":"buffered"'
check "the board has been turned to and fro" within 30 grep -q '"health":"no-data"' /run/states.jsonl
kill $watch $trace
wait $trace
for device in /sys/bus/iio/devices/iio:device*; do
  name=$(cat "$device/name")
  echo "$name /dev/$(basename "$device") $(cat "$device"/in_{accel,anglvel}_scale 2>/run/other)"
done >/payload/devices
cp /run/states.jsonl /run/scans /payload/
finish
