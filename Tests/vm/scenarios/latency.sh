# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --timeout 550 --accel icount --devices= --hid-opts=--log\ /run/hid.log\ --jitter-us\ 3000 --i2c-opts=--log\ /run/i2c.log\ --jitter-us\ 3000
#
# How long it takes from the moment in which the sensor's driver is given a new reading to the state that
# tells a client of it, by the clock of the emulator, which counts instructions; from the buffer, and polled.
# latency.check.py reckons. Then how often the daemon wakes beside the sensor.
. ./scenario-library.sh
# Each line as it arrives, with the time. Nothing is looked at meanwhile.
cat >/run/stamp.py <<'END'
import socket, sys, time
daemon = socket.socket(socket.AF_UNIX)
daemon.connect("/run/balld/view.sock")
daemon.sendall(b'{"do":"watch"}\n')
found, end = [], time.monotonic() + float(sys.argv[1])
while time.monotonic() < end:
    data = daemon.recv(1 << 16)
    found.append((time.monotonic_ns(), data))
    if not data:
        break
for stamp, data in found:
    sys.stdout.buffer.write(b"%d %d\n" % (stamp, len(data)) + data + b"\n")
END
switches() { cat /proc/"$(pid)"/task/*/status | awk '/^(non)?voluntary_ctxt/ { n += $2 } END { print n }'; }
awake() { # WHAT SECONDS: how often a second the daemon's threads were woken
  local first
  first=$(switches)
  sleep "$2"
  echo "$1 $((($(switches) - first) * 10 / $2))" | awk '{ printf "%s %.1f\n", $1, $2 / 10 }' | tee -a /payload/wakeups
}
# No sensor at all, and no client.
sleep 3
awake waiting 10

systemctl start lab-hid
check "the HID pair is read buffered" within 20 sensor_has '"mode":"buffered"'
client python3 /run/stamp.py 40 >/run/buffered.states
cp /run/buffered.states /run/hid.log /payload/
awake buffered 20
systemctl stop lab-hid

systemctl stop balld-trigger
rmdir /sys/kernel/config/iio/triggers/hrtimer/balld 2>/run/rmdir
systemctl start lab-i2c
check "the LIS3DH is polled" within 30 sensor_has '"mode":"polled"'
client python3 /run/stamp.py 40 >/run/polled.states
cp /run/polled.states /run/i2c.log /payload/
awake polled 10
sensor
finish
