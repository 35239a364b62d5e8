# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --devices=
#
# An LIS3DH on I2C: polled, not at its default of 1 Hz; then, with a software trigger, buffered.
. ./scenario-library.sh
systemctl stop balld-trigger
rmdir /sys/kernel/config/iio/triggers/hrtimer/balld 2>/run/rmdir
systemctl start lab-i2c
check "the LIS3DH appears, polled" within 30 sensor_has '"mode":"polled"'
check "its rate is raised" sensor_has '"odr":400'
check "for want of a trigger" within 10 sensor_has '"code":"no-trigger"'
check "at more than 5 Hz" within 30 sh -c 'setpriv --reuid=65534 --regid=65534 --clear-groups ballctl status --json | grep -qE "\"rate\":([5-9]|[1-9][0-9])"'
sensor
systemctl start balld-trigger
check "the trigger is made" grep -qx balld /sys/bus/iio/devices/trigger*/name
check "with a trigger it is read buffered" within 20 sensor_has '"mode":"buffered"'
check "and the ball rolls" within 5 state_has '"phase":"rolling"'
check "by the trigger balld" test "$(cat "$(device lis3dh)/trigger/current_trigger")" = balld
sensor
finish
