# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --image bare --devices hid --display virtio:320x240 --timeout 500
# packages: new
#
# What the README's section for the Pi and docs/exhibition.md tell somebody to do, in their order, with the
# packages alone: the commands, the files, the settings as they stand on the installed page.
. ./scenario-library.sh
export DEBIAN_FRONTEND=noninteractive
useradd -m guest
as() { timeout 20 runuser -u guest -- "$@"; }
cp -r new /run/new
chmod -R a+rX /run/new
cd /run/new || exit
echo "-- the packages"
install() { apt-get -y --no-install-recommends install ./balld_*.deb ./balld-display_*.deb >/run/apt 2>&1 || { tail -n 20 /run/apt; return 1; }; }
check "the packages are installed where they lie" install
check "a user is let into the group" adduser --quiet guest balld
for overlay in /usr/share/balld/overlays/*.dtbo; do
  check "there is an overlay to copy: $overlay" test -s "$overlay"
done
for page in hats tilt tables input exhibition; do
  check "$page.md is at hand" test -s /usr/share/doc/balld/$page.md
done

echo "-- the first tilt"
shows() { systemctl status balld --no-pager | grep -E "Status: .*$1"; }
check "systemctl status says what it reads" within 20 shows 'accel_3d, buffered.*ok'
check "the lower edge is the right one" within 20 state_has '"x":0.31[12]'
# What is redrawn is what has changed, so no word of the table need stand there in one piece.
in_a_terminal() {
  (sleep 3; printf q) | TERM=linux timeout 15 script -qec "runuser -u guest -- ballview" /dev/null >/run/terminal &&
    grep -aq quit /run/terminal
}
check "ballview draws in a terminal, until q" in_a_terminal
check "the table is there" sh -c 'runuser -u guest -- ballview --once | grep -q Marble'
check "which-way asks for the edges" sh -c 'runuser -u guest -- timeout 5 ballctl which-way --json </dev/null | grep -q "\"question\""'
check "level is taken from the present pose" as ballctl level
check "the ball may be put back to the middle" as ballctl restart
sleep 4
check "where it stays: level" state_has '"x":0.1[56]'
check "and taken back" as ballctl level --reset
# The game may have paused meanwhile: board and ball have been at rest.
ballctl restart
check "the ball rolls again" within 20 state_has '"x":0.31[12]'

echo "-- settings"
mine=/etc/balld/balld.conf.d/mine.conf
mkdir -p "$(dirname $mine)"
printf '[screen]\nrotation = 180 deg\n' >$mine
check "they are right" as balld --check-config
check "and taken over" systemctl reload balld
check "the picture is turned" within 10 state_has '"x":0.00[78]'
printf '[screen]\nrotation = a little\n' >$mine
check "wrong ones are told of" not balld --check-config 2>/run/wrong
check "with their line" grep -q 'mine.conf:2' /run/wrong
rm $mine
systemctl reload balld

echo "-- a screen of its own"
said() { journalctl -b -u "$1" --no-pager | grep -q -- "$2"; }
check "it is switched on" systemctl -q enable --now ballview@fb
check "from now on at each boot" systemctl -q is-enabled ballview@fb
check "and draws" within 20 said ballview@fb "drawing on /dev/fb0"
check "the lamps as well" systemctl -q enable --now ballview@lamps
check "which wait for theirs" within 10 said ballview@lamps "no "
check "both are told of" test "$(systemctl status 'ballview@*' --no-pager | grep -c 'Active: active')" = 2
systemctl -q disable --now ballview@lamps

echo "-- when nothing moves"
for command in "systemctl status balld --no-pager" "journalctl -u balld -b --no-pager" "balld --list-sensors" "ballctl sensors"; do
  # shellcheck disable=SC2086 # words
  check "$command" sh -c "$command | grep -q accel_3d"
done
check "what the kernel shows" sh -c 'ls /sys/bus/iio/devices | grep -q iio:device'

echo "-- an exhibition"
page=/usr/share/doc/balld/exhibition.md
# The Nth block of the page that begins with this section, as it is to be written.
block() { # SECTION N
  awk -v RS= -v begin="    [$1]" -v number="$2" 'index($0, begin) == 1 && ++found == number' $page | sed 's/^    //'
}
drop_in() { # N, of the page's drop-ins
  mkdir -p /etc/systemd/system/ballview@fb.service.d
  block Service "$1" >/etc/systemd/system/ballview@fb.service.d/override.conf
  systemctl daemon-reload
  systemctl restart ballview@fb
}
options() { tr '\0' ' ' <"/proc/$(systemctl show -P MainPID ballview@fb)/cmdline"; }
drop_in 1
turned() { options | grep -- "$(block Service 1 | sed -n 's/^ExecStart=.*\( --rotate\)/\1/p')"; }
check "a drop-in turns the picture" within 10 turned
groups() { sed -n 's/^Groups:\t//p' "/proc/$(systemctl show -P MainPID ballview@fb)/status" | tr ' ' '\n' | grep -x "$(getent group balld | cut -d: -f3)"; }
check "the display may command: the menu" within 10 groups
drop_in 2
check "a drop-in takes the menu away" not groups
sleep 3
check "and it draws all the same" systemctl -q is-active ballview@fb
block daemon 1 >$mine
cat $mine
check "the playlist is right" balld --check-config
systemctl restart balld
check "its first table is laid out" within 20 sh -c 'ballctl status | grep -qi "first.roll"'
check "another one without a restart" as ballctl table garden
check "which is there" within 10 sh -c 'ballctl status | grep -qi garden'
check "and in the list" sh -c 'ballctl tables | grep -q garden'
(cd /home/guest && as timeout -s INT 5 ballctl record show.recording)
check "a demo of one's own is recorded" test -s /home/guest/show.recording
check "and put where the service sees it" command install -m 644 /home/guest/show.recording /etc/balld/
{
  cat $mine
  block exhibition 1 | sed 's/^demo-after = [0-9]*/demo-after = 0.05/'
} >/run/mine
cat /run/mine
cp /run/mine $mine
check "the page's demo is right" balld --check-config
sed -i 's,^demo-recording = .*,demo-recording = /etc/balld/show.recording,' $mine
printf '[tilt]\nfeel = gentle\nmode = gravity\n[gestures]\nshake-to-restart = yes\n[runs]\nlimit = 10000\nrestart-after = 15\n' >>$mine
check "and one with a recording of one's own" balld --check-config
systemctl restart balld
demo() { told | grep -q '"demo":true'; }
systemctl stop lab-hid
check "nobody plays, no sensor is there: the demo" within 30 demo
check "on the first of its tables" sh -c 'ballctl status | grep -qi mill'
ballctl restart
check "somebody sends a command: it is over" within 5 not demo
check "with the first table of the playlist" within 5 sh -c 'ballctl status | grep -qi "first.roll"'
check "what was complained of" sh -c 'journalctl -u balld -b -p warning --no-pager | grep -q accel_3d'
check "the best times and the disk" as ballctl runs --best
finish
