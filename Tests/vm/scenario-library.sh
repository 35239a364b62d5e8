# shellcheck shell=bash
# SPDX-License-Identifier: MIT
#
# What the scenarios share; runs in the guest, as root.
failures=0
check() { # WHAT CONDITION…: prints ok or FAIL
  local what=$1
  shift
  if "$@"; then echo "ok   $what"; else
    echo "FAIL $what"
    failures=$((failures + 1))
  fi
}
not() { ! "$@"; }

# As somebody who has no rights at all, on the socket that everybody may open.
client() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
# What such a client is told, up to the first state.
told() {
  (exec setpriv --reuid=65534 --regid=65534 --clear-groups timeout 5 ballctl watch --json) >/run/told 2>/run/client &
  local process=$!
  until grep -q '"class":"state"' /run/told; do
    kill -0 $process 2>/run/other || break
    sleep 0.1
  done
  kill $process 2>/run/other
  wait $process 2>/run/other
  cat /run/told
}
sensor() { told | grep '"class":"sensor"'; }
sensor_has() { sensor | grep -q -- "$1"; }
state_has() { told | grep '"class":"state"' | grep -q -- "$1"; }
said() { journalctl -b -u "$1" --no-pager | grep -q -- "$2"; } # UNIT PATTERN: in the journal

within() { # SECONDS CONDITION…: waits for it to become true
  local deadline=$(($(date +%s) + $1))
  shift
  until "$@"; do
    [ "$(date +%s)" -lt $deadline ] || return 1
    sleep 0.2
  done
}

device() { # NAME: its directory
  local name
  for name in /sys/bus/iio/devices/iio:device*/name; do
    if [ "$(cat "$name")" = "$1" ]; then dirname "$name"; fi
  done
}

# Settings from standard input, over the shipped ones, and the service with them.
settings() {
  mkdir -p /etc/balld/balld.conf.d
  cat >/etc/balld/balld.conf.d/scenario.conf
  systemctl restart balld
}

pid() { systemctl show -P MainPID balld; }
restarts() { systemctl show -P NRestarts balld; }

finish() {
  echo "-- journal"
  journalctl --sync
  journalctl -b --no-pager | grep -E 'balld|ballview|make-trigger|give-attributes'
  echo "-- status"
  systemctl status balld --no-pager | head -8
  exit $((failures > 0))
}
