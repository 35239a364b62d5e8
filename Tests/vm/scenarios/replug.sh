# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --devices=
#
# A sensor that another reader has left in a bad way; one that comes back under another number; one to
# which there is no right.
. ./scenario-library.sh
systemctl start lab-hid
check "the HID pair appears, read buffered" within 20 sensor_has '"mode":"buffered"'
dir=$(device accel_3d)

systemctl stop balld
iio_readdev -u local: -b 10 -s 50 accel_3d >/run/read 2>/run/other
check "another reader has left its watermark" test "$(cat "$dir/buffer/watermark")" = 10
systemctl start balld
check "balld reads it buffered" within 20 sensor_has '"mode":"buffered"'
check "one scan at a time" test "$(cat "$dir/buffer/watermark")" = 1

# Whether accelerometer or gyro gets the lower number is chance, most of all the first time. With the lowest
# of all the accelerometer has another as soon as somebody else takes that.
there() { [ -n "$(device accel_3d)" ]; }
for ((try = 0; try < 5; try++)); do
  number=$(basename "$(device accel_3d)")
  [ "$number" != iio:device0 ] || break
  systemctl restart lab-hid
  within 20 there
done
check "the pair is read" within 20 sensor_has '"mode":"buffered"'

# Another sensor takes the lowest number; the pair gets what is left.
for ((try = 0; try < 5; try++)); do
  systemctl stop lab-hid
  check "unplugged: waiting" within 10 sensor_has '"health":"waiting"'
  systemctl start lab-i2c
  check "an LIS3DH is taken instead" within 20 sensor_has '"name":"lis3dh"'
  systemctl start lab-hid
  within 20 there
  [ "$(basename "$(device accel_3d)")" = "$number" ] || break
  systemctl stop lab-i2c
done
check "the pair is $number no more" test "$(basename "$(device accel_3d)")" != "$number"
systemctl stop lab-i2c
check "the LIS3DH gone: the pair is read under its new number" within 20 sensor_has '"name":"accel_3d"'
check "from its buffer" within 5 sensor_has '"mode":"buffered"'
check "and the ball rolls" within 5 state_has '"phase":"rolling"'
basename "$(device accel_3d)"

# Without the rule nobody but root may read the buffer.
ln -s /dev/null /etc/udev/rules.d/70-balld.rules
udevadm control --reload
systemctl restart lab-hid
check "no right to the buffer: polled, and said so" within 30 sensor_has '"code":"permission"'
check "polled" sensor_has '"mode":"polled"'
check "with a hint" sensor_has '"hint":'
check "and the ball rolls" within 5 state_has '"phase":"rolling"'
sensor
rm /etc/udev/rules.d/70-balld.rules
udevadm control --reload
udevadm trigger --subsystem-match=iio
check "the rule is back: read buffered" within 20 sensor_has '"mode":"buffered"'
check "without a restart" test "$(restarts)" = 0
finish
