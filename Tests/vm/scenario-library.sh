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
sensor() { client timeout 5 ballctl status --json 2>/run/client | grep '"class":"sensor"'; }
sensor_has() { sensor | grep -q -- "$1"; }
state_has() { client timeout 5 ballctl status --json 2>/run/client | grep '"class":"state"' | grep -q -- "$1"; }
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
