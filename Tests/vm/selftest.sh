#!/bin/bash
# SPDX-License-Identifier: MIT
# Proves the lab: boots once with all four kinds of device fed from a CSV of
# constant values, and checks what userspace sees. Prints ok/FAIL a line.
here=$(cd "$(dirname "$0")" && pwd)
T=$(mktemp -d /tmp/labtest.XXXX); trap 'rm -rf "$T"' EXIT
mkdir "$T/pay"
python3 -c '
print("t_us,ax,ay,az,gx,gy,gz")
for i in range(1000): print(i * 10000, 1.0, -2.0, 9.5, 0.1, -0.2, 0.3, sep=",")' > "$T/feed.csv"
cp "${BALLVM:-/tmp/ballvm13}/labroot/usr/local/bin/fbpaint" "$T/pay/prog"
cat > "$T/pay/check.sh" <<'G'
n=0
t() { if eval "$2"; then echo "ok   $1"; else echo "FAIL $1"; n=1; fi; }
near() { awk -v a="$1" -v b="$2" -v e="$3" 'BEGIN{exit !(a-b<=e && b-a<=e)}'; }
col() { tail -1 $1 | cut -d, -f$2; }
t "systemd is PID 1" '[ "$(cat /proc/1/comm)" = systemd ]'
t "program runs from /payload" '/payload/prog info >/dev/null'
t "payload is writable" 'echo x > /payload/wrote'
iio-dump -n 300 -w 1 -c monotonic accel_3d > /run/a.csv; t "accel_3d: 300 scans" '[ $(wc -l < /run/a.csv) = 301 ]'
for k in 4:1.0 5:-2.0 6:9.5; do v=$(col /run/a.csv ${k%:*}); t "accel_3d column ${k%:*}: $v ~ ${k#*:}" "near $v ${k#*:} 0.005"; done
iio-dump -n 300 -w 1 -c monotonic gyro_3d > /run/g.csv; t "gyro_3d: 300 scans" '[ $(wc -l < /run/g.csv) = 301 ]'
for k in 4:0.1 5:-0.2 6:0.3; do v=$(col /run/g.csv ${k%:*}); t "gyro_3d column ${k%:*}: $v ~ ${k#*:}" "near $v ${k#*:} 0.0002"; done
tr=$(cat $(dirname $(grep -lx accel_3d /sys/bus/iio/devices/iio*/name))/trigger/current_trigger)
t "iio_readdev -t $tr" '[ $(iio_readdev -u local: -t $tr -b 10 -s 50 accel_3d 2>/dev/null | wc -c) = 1200 ]'
D=$(dirname $(grep -lx lis3dh /sys/bus/iio/devices/iio*/name)); echo 100 > $D/sampling_frequency
v=$(awk -v r=$(cat $D/in_accel_z_raw) -v s=$(cat $D/in_accel_z_scale) 'BEGIN{print r*s}'); t "lis3dh polled z: $v ~ 9.5" "near $v 9.5 0.01"
echo 0.039226 > $D/in_accel_x_scale; sleep 0.2; v=$(awk -v r=$(cat $D/in_accel_z_raw) -v s=$(cat $D/in_accel_z_scale) 'BEGIN{print r*s}'); t "lis3dh polled z at 8 g: $v ~ 9.5" "near $v 9.5 0.04"
echo 0.009806 > $D/in_accel_x_scale; sleep 0.2
iio-dump -n 200 -w 1 -t t1 -c monotonic lis3dh > /run/l.csv; v=$(col /run/l.csv 6); t "lis3dh by hrtimer trigger: $v ~ 9.5" "near $v 9.5 0.01"
E=$(grep -l 'lab uinput' /sys/class/input/event*/device/name | sed 's#.*/\(event[0-9]*\)/.*#\1#')
timeout 2 evtest /dev/input/$E > /run/ev.txt; t "evdev: $(grep -c SYN_REPORT /run/ev.txt) frames in 2 s" '[ $(grep -c SYN_REPORT /run/ev.txt) -gt 100 ]'
t "evdev ABS_Z $(grep -A1 ABS_Z /run/ev.txt | sed -n 2p | tr -s ' ') ~ 7936 (9.5 m/s2 at 8192/g)" 'near $(awk "/ABS_Z/{getline; print \$2; exit}" /run/ev.txt) 7936 1'
t "udev says accelerometer" 'udevadm info -q property /dev/input/$E | grep -q ID_INPUT_ACCELEROMETER=1'
t "fb0" 'fbpaint'; sleep 0.5; t "screenshot" 'lab-shot card >/dev/null'
exit $((40 + n))
G
"$here/run.sh" --timeout 240 --csv "$T/feed.csv" --devices hid,uinput,i2c,hrtimer --shots "$T" "$@" "$T/pay" 'bash check.sh'
rc=$?; bad=0
case $rc in 40) echo "ok   exit status";; 41) bad=1;; *) echo "FAIL exit status $rc"; bad=1;; esac
[ -f "$T/pay/wrote" ] && echo "ok   guest wrote to the payload folder" || { echo "FAIL payload write"; bad=1; }
python3 - "$T/card.png" <<'P' || bad=1
import struct, sys, zlib
b = open(sys.argv[1], "rb").read()
w, h = struct.unpack(">II", b[16:24])
n, d = 8, b""
while n < len(b):
    k, t = struct.unpack(">I4s", b[n:n + 8])
    if t == b"IDAT": d += b[n + 8:n + 8 + k]
    n += k + 12
r = zlib.decompress(d)
px = lambda x, y: tuple(r[y * (w * 3 + 1) + 1 + x * 3:][:3])
got = [px(w - 9, 9), px(9, h - 9), px(w - 9, h - 9), px(w // 2, h // 2), px(w // 3, 9)]
want = [(0, 255, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0), (255, 0, 0)]
print("ok   colours on the screen" if got == want else f"FAIL colours {got}")
sys.exit(got != want)
P
exit $bad
