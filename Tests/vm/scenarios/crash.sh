# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --devices hid
#
# The board leans to the flag, so that a run ends every four seconds. The daemon is killed in the middle of
# one: it comes back by itself, and so do the best times and every run that was over. Its sockets were there
# all the while: who connects meanwhile waits, and isn't refused.
. ./scenario-library.sh
settings <<END
[daemon]
table = first-roll
playlist = first-roll
END
runs() { timeout 5 ballctl runs --json --count 64 2>/run/client | grep -o '"number":[0-9]*' | sort -u; }
count() { runs | wc -l; }
at_least() { [ "$(count)" -ge "$1" ]; }
best() { timeout 5 ballctl runs --best --json 2>/run/client | grep -o '"time":[0-9.]*'; }
check "three runs are over" within 60 at_least 3
check "one is the best" test -n "$(best)"
# Somebody new all the time, who wants to hear the daemon's first line.
cat >/run/visitors.py <<'END'
import os, socket, time
asked = answered = refused = 0
longest = 0.0
while not os.path.exists("/run/enough"):
    asked += 1
    begin = time.monotonic()
    visitor = socket.socket(socket.AF_UNIX)
    visitor.settimeout(20)
    try:
        visitor.connect("/run/balld/view.sock")
    except OSError as error:
        refused += 1
        print("refused:", error)
    try:
        answered += visitor.recv(4096)[:1] == b"{"
    except OSError as error:
        print("not answered:", error)
    visitor.close()
    longest = max(longest, time.monotonic() - begin)
    time.sleep(0.05)
print(f"asked {asked} answered {answered} refused {refused} longest {longest:.1f} s")
END
client python3 /run/visitors.py >/run/visitors &
visitors=$!
for kill in 1 2 3; do
  within 10 state_has '"phase":"rolling"'
  before=$(best) number=$(count) process=$(pid)
  kill -9 "$process"
  again() { [ "$(pid)" != "$process" ] && [ "$(restarts)" = "$kill" ] && state_has '"class":"state"'; }
  check "killed in a run: it is back" within 20 again
  check "the view is everybody's" test "$(stat -c %a /run/balld/view.sock)" = 666
  check "the control is the group's" test "$(stat -c %G:%a /run/balld/control.sock)" = balld:660
  check "the best time is the same: $before" test "$(best)" = "$before"
  check "of the $number runs none is missing" at_least "$number"
  check "the sensor is read from its buffer" within 20 sensor_has '"mode":"buffered"'
  check "and runs go on" within 30 at_least $((number + 1))
done
touch /run/enough
wait $visitors
cat /run/visitors
check "of those who came meanwhile nobody was refused" grep -q ' refused 0 ' /run/visitors
# Whom the daemon had taken up when it was killed is lost with it: at most one a kill.
check "and all but at most three were answered" \
  awk '/^asked/ { exit !($2 - $4 <= 3 && $2 > 100) }' <(tail -n 1 /run/visitors)
finish
