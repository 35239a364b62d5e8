# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --devices hid
# boots: 2
#
# The power goes in the middle of a run, and nobody has synced: at the next boot every run is there of
# which anybody had been told that it was over.
. ./scenario-library.sh
runs() { timeout 5 ballctl runs --json --count 64 2>/run/client | grep -o '"number":[0-9]*' | sort -u -t: -k2n; }
best() { timeout 5 ballctl runs --best --json 2>/run/client | grep -o '"time":[0-9.]*'; }
if [ "$(cat boot)" = 1 ]; then
  settings <<END
[daemon]
table = first-roll
playlist = first-roll
END
  # What isn't balld's is on the disk; from now on nothing gets there by itself, however slow the host is.
  sync
  echo 0 >/proc/sys/vm/dirty_writeback_centisecs
  echo 360000 >/proc/sys/vm/dirty_expire_centisecs
  mount -o remount,commit=3600 /
  client ballctl watch --json >/run/events 2>/run/watch &
  over() { [ "$(grep -c '"event":"won"' /run/events)" -ge "$1" ]; }
  check "five runs are over" within 90 over 5
  # In the middle of the next: it has begun when its table is laid out.
  number=$(grep -c '"event":"table"' /run/events)
  begun() { [ "$(grep -c '"event":"table"' /run/events)" -gt "$number" ]; }
  check "the next one has begun" within 20 begun
  # First what has been told: a slow machine is at the end of the next run before these lines are through.
  grep -c '"event":"won"' /run/events >over
  runs >before
  best >best
  check "all of them are known: $(cat over)" test "$(wc -l <before)" -ge "$(cat over)"
  echo "the power goes"
  lab-ctl CUT $((failures > 0))
fi
check "the same disk" test -e /etc/balld/balld.conf.d/scenario.conf
check "balld is up" systemctl -q is-active balld
runs >after
check "of the $(wc -l <before) runs none is missing" test -z "$(comm -23 <(sort before) <(sort after))"
check "the best time is there" test -n "$(best)"
check "and no worse than $(cat best)" awk -F: 'NR == FNR { was = $2; next } { exit !($2 <= was) }' best <(best)
more() { [ "$(runs | wc -l)" -gt "$(wc -l <after)" ]; }
check "runs go on" within 60 more
check "nothing was said of the database" not said balld 'database\|corrupt\|malformed'
finish
