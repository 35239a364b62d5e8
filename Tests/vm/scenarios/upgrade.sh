# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --image bare --devices hid
# packages: earlier new
#
# The earlier commit's packages run, with settings changed by hand and runs that are kept; the new ones
# take their place.
. ./scenario-library.sh
export DEBIAN_FRONTEND=noninteractive
# Who is asked about settings that were changed by hand keeps them, as by the key Enter.
apt_get() { timeout 120 apt-get -y --no-install-recommends -o Dpkg::Options::=--force-confold "$@" >/run/apt 2>&1 || { tail -n 20 /run/apt; return 1; }; }
cp -r earlier new /run/
check "the earlier packages are installed" apt_get install /run/earlier/*.deb
# shellcheck disable=SC2016 # dpkg's own
version() { dpkg-query -W -f='${Version}' balld; }
old=$(version)
sed -i 's/^#table = .*/table = first-roll/; s/^#playlist = .*/playlist = first-roll/' /etc/balld/balld.conf
systemctl restart balld
check "it goes by the changed settings" within 30 sh -c 'ballctl status --json | grep -q first-roll'
runs() { timeout 5 ballctl runs --json --count 64 2>/run/client | grep -o '"number":[0-9]*' | sort -u; }
over() { [ "$(runs | wc -l)" -ge "$1" ]; }
check "two runs are over" within 60 over 2
runs >/run/before
process=$(pid)
check "the new packages are installed" apt_get install /run/new/*.deb
check "$(version) instead of $old" test "$(version)" != "$old"
check "the service was restarted" test "$(pid)" != "$process"
check "and runs" systemctl -q is-active balld
check "on systemd's sockets, at the next boot as well" \
  sh -c 'systemctl -q is-active balld-view.socket && systemctl -q is-enabled balld-view.socket balld-control.socket'
check "from the new program" sh -c "! readlink /proc/$(pid)/exe | grep -q deleted"
check "the settings are as they were" grep -qx 'table = first-roll' /etc/balld/balld.conf
check "and hold" within 20 sh -c 'ballctl status --json | grep -q first-roll'
check "the sensor is read from its buffer" within 20 sensor_has '"mode":"buffered"'
check "no run is missing" test -z "$(comm -23 /run/before <(runs))"
check "and runs go on" within 60 over $(($(wc -l </run/before) + 1))
check "nothing failed" not systemctl -q is-failed balld balld-trigger
finish
