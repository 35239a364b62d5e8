# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --devices hid
#
# Another program has the buffer: the sensor is polled, and it is said who is in the way.
. ./scenario-library.sh
check "the HID pair is there" within 30 sensor_has '"mode":"buffered"'
systemctl stop balld
iio-dump -n 100000 -w 1 accel_3d >/run/other.csv &
other=$!
sleep 1
systemctl start balld
check "busy: polled, and said so" within 10 sensor_has '"code":"busy"'
check "polled" sensor_has '"mode":"polled"'
check "the other's rate is left alone" grep -qx 100.000000 "$(device accel_3d)/in_accel_sampling_frequency"
check "and the ball rolls" state_has '"phase":"rolling"'
sensor
kill $other
systemctl restart balld
check "the other gone: buffered" within 10 sensor_has '"mode":"buffered"'
finish
