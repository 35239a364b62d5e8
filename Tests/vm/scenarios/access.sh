# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --devices hid
#
# Who may do what, while a sensor is read from its buffer: the daemon, an ordinary user, a user in the
# group balld.
. ./scenario-library.sh
useradd -m visitor
useradd -G balld player
as() { runuser -u "$1" -- "${@:2}"; }
check "a sensor is read from its buffer" within 30 sensor_has '"mode":"buffered"'
check "the exposure is at most 1.0" systemd-analyze security --no-pager --threshold=10 balld.service >/run/exposure
process=/proc/$(pid)
has() { grep -q "^$1:[[:space:]]*$2$" "$process/status"; }
check "the daemon has no capability" has CapEff 0000000000000000
check "and gets none" has CapBnd 0000000000000000
check "and no new privilege" has NoNewPrivs 1
check "its system calls are filtered" has Seccomp 2
check "it isn't root" has Uid "$(id -u balld | awk '{ print $1 "\t" $1 "\t" $1 "\t" $1 }')"
within_its_mounts() { nsenter -t "$(pid)" -m -- "$@"; }
for place in /usr /etc /boot /home /var; do
  check "nobody writes to $place there" not within_its_mounts touch $place/x 2>/run/touch
done
check "it sees no home, of which there is one" test -d /home/visitor -a -z "$(within_its_mounts ls /home)"
check "it sees only itself in /proc" grep -q 'hidepid=invisible\|hidepid=2' "$process/mounts"
check "its state is its own" test "$(stat -c %U:%a /var/lib/balld)" = balld:700
check "the view is everybody's" test "$(stat -c %a /run/balld/view.sock)" = 666
check "the control is the group's" test "$(stat -c %G:%a /run/balld/control.sock)" = balld:660

watched() { timeout 20 runuser -u "$1" -- ballctl watch --json 2>/run/watched | grep -c -m 11 '"class":"state"'; }
check "an ordinary user watches" test "$(watched visitor)" -gt 10
refused() { as visitor timeout 5 ballctl "$@" >/run/said 2>&1; test $? = 77; }
for command in restart pause resume next "table snail" level clear; do
  # shellcheck disable=SC2086 # words
  check "but may not $command" refused $command
done
cat /run/said
as visitor timeout 5 ballctl status >/run/said
check "and the table is still marble" grep -qi marble /run/said
check "a user in group balld watches" test "$(watched player)" -gt 10
check "and lays out another table" as player timeout 5 ballctl table snail
check "which an ordinary user sees" within 5 sh -c 'runuser -u visitor -- ballctl status | grep -qi snail'
check "and pauses" as player timeout 5 ballctl pause
check "which is told" within 5 state_has '"phase":"paused"'
check "and goes on" as player timeout 5 ballctl resume
check "the ball rolls" within 10 state_has '"phase":"rolling"'
check "from the buffer all the while" sensor_has '"mode":"buffered"'
finish
