# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --devices hid
#
# Settings that are read anew while the ball rolls: taken where they are right, and left where they are
# wrong; the same process, on the same sensor, with the same clients.
. ./scenario-library.sh
settings <<END
[screen]
rotation = 0 deg
END
check "the ball lies at the right" within 30 state_has '"x":0.31[12]'
process=$(pid)
client ballctl watch --json >/run/states 2>/run/watch &
watch=$!
change() { cat >/etc/balld/balld.conf.d/scenario.conf && systemctl reload balld; }
change <<END
[screen]
rotation = 180 deg
END
check "the picture is turned: at the left" within 10 state_has '"x":0.00[78]'
change <<END
[screen]
rotation = a little
END
says() { systemctl status balld --no-pager | grep -E "Status: .*$1"; }
check "a wrong setting is told of, with its file and line" within 5 said balld 'scenario.conf:2'
check "in systemctl status as well" says 'scenario.conf'
check "nothing has changed" state_has '"x":0.00[78]'
change <<END
[screen]
rotation = 0 deg
END
check "right again: at the right" within 10 state_has '"x":0.31[12]'
check "and systemctl status says no more of it" not says 'scenario.conf'
check "the sensor is read from its buffer" sensor_has '"mode":"buffered"'
check "the same process" test "$(pid)" = "$process"
check "and the same client" kill -0 $watch
kill $watch
wait $watch
check "which saw all of it" test "$(grep -c '"class":"state"' /run/states)" -gt 50
finish
