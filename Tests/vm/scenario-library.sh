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

# As somebody who has no rights at all, on the socket that everybody may open.
client() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
sensor() { client timeout 5 ballctl status --json 2>/run/client | grep '"class":"sensor"'; }
sensor_has() { sensor | grep -q -- "$1"; }
state_has() { client timeout 5 ballctl status --json 2>/run/client | grep '"class":"state"' | grep -q -- "$1"; }

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

finish() {
  echo "-- journal"
  journalctl --sync
  journalctl -b --no-pager | grep -E 'balld|make-trigger|give-attributes'
  echo "-- status"
  systemctl status balld --no-pager | head -8
  exit $((failures > 0))
}
