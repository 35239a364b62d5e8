# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --accel warp --devices= --timeout 600
#
# An hour without a sensor, under the shipped watchdog of ten seconds: the guest's clock leaps over the time
# in which nobody has anything to do. Then how often the daemon wakes.
. ./scenario-library.sh
check "balld waits for a sensor" sensor_has '"health":"waiting"'
check "with a watchdog of ten seconds" test "$(systemctl show -P WatchdogUSec balld)" = 10s
process=$(pid)
session() { told | grep -o '"session":"[^"]*"'; }
before=$(session)
switches() { cat /proc/"$process"/task/*/status | awk '/^(non)?voluntary_ctxt/ { n += $2 } END { print n }'; }
begin=$(date +%s) first=$(switches)
sleep 3600
length=$(($(date +%s) - begin)) number=$(($(switches) - first))
check "an hour has gone by: $length s" test $length -ge 3600
check "nothing has restarted it" test "$(restarts)" = 0
check "it is the same process" test "$(pid)" = "$process"
check "and the same session" test "$(session)" = "$before"
check "it has woken $((number * 100 / length)) times in 100 s, at most 500" test $((number * 100 / length)) -le 500
finish
