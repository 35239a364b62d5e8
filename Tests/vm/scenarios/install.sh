# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --image bare --devices hid
# packages: new
#
# The packages are installed in a machine that runs and whose sensor is plugged in; removed, and purged.
. ./scenario-library.sh
export DEBIAN_FRONTEND=noninteractive
apt_get() { timeout 120 apt-get -y --no-install-recommends "$@" >/run/apt 2>&1 || { tail -n 20 /run/apt; return 1; }; }
check "nothing of balld is there" not command -v balld
cp -r new /run/new
check "the packages are installed" apt_get install /run/new/*.deb
check "the service runs" systemctl -q is-active balld
check "and will at each boot" systemctl -q is-enabled balld balld-view.socket balld-control.socket
check "its sockets are systemd's" systemctl -q is-active balld-view.socket balld-control.socket
check "nothing failed" not systemctl -q is-failed balld balld-trigger
check "the sensor is read from its buffer" within 20 sensor_has '"mode":"buffered"'
refused() { journalctl -b -u balld | grep -q 'permission denied'; }
check "its first time: nothing was refused" not refused
check "and the ball rolls" within 5 state_has '"phase":"rolling"'
check "its user is a system user" test "$(id -u balld)" -lt 1000
check "its settings are right" balld --check-config
check "a display sees the table" sh -c 'setpriv --reuid=65534 --regid=65534 --clear-groups ballview --once | grep -q Marble'

check "removed" apt_get remove balld balld-display
check "the service is gone" not systemctl -q is-active balld
check "nothing runs any more" not pgrep -x 'balld|ballview'
check "its sockets are gone" not ls /run/balld/view.sock /run/balld/control.sock 2>/run/other
check "settings and state are kept" test -f /etc/balld/balld.conf -a -d /var/lib/balld
check "installed again: it is there again" apt_get install /run/new/*.deb
check "and runs" within 20 state_has '"phase":"rolling"'
check "purged" apt_get purge balld balld-display
left() { find / -xdev \( -path /run -o -path /proc -o -path /sys -o -path /payload -o -path /var/cache/apt \) -prune -o -name '*balld*' -print; }
left
check "nothing is left" test -z "$(left)"
echo "-- journal"
journalctl -b --no-pager | grep -E 'balld|systemd-sysusers' | tail -40
exit $((failures > 0))
