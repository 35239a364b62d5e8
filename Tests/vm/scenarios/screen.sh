# SPDX-License-Identifier: MIT
# options: --display virtio:320x240
#
# The table on a screen: what is seen there is the picture, the console keeps quiet meanwhile and is
# whole after every end; a screen that comes late is found.
. ./scenario-library.sh
said() { journalctl -u "$1" --no-pager | grep -q -- "$2"; }
within 30 sensor_has '"health":"ok"'
systemctl start ballview@fb
check "the unit draws on the screen" within 20 said ballview@fb "drawing on /dev/fb0"
sleep 3
ballctl pause
sleep 2
state() { told | grep '"class":"state"'; }
state
lab-shot running
dd if=/dev/fb0 of=running.raw bs=307200 count=1 status=none
state
# As somebody who may command, like the unit: the panel then says how the menu is opened.
ballview --png=- --size=320x240 </dev/null >drawn.png
echo "not to be seen" >/dev/tty1
sleep 1
lab-shot quiet
check "it was drawn by the unit's own user" \
  test "$(ps -o user= -C ballview | grep -vc root)" -ge 1
systemctl stop ballview@fb
echo "the console after the stop" >/dev/tty1
sleep 1
lab-shot stopped

ballview --fb=/dev/fb0 2>/run/killed &
check "it draws when started by hand" within 20 grep -q "drawing on" /run/killed
sleep 1
lab-shot again
kill -9 $!
sleep 1
printf 'the console after the kill\n\n\n' >/dev/tty1
sleep 1
lab-shot killed

ballview --fb="Virtual FB" 2>/run/late &
sleep 2
check "it waits for a screen that isn't there" grep -q "no screen named 'Virtual FB'" /run/late
modprobe vfb vfb_enable=1 mode_option=320x240-16
check "and draws when it comes" within 10 grep -q "drawing on /dev/fb1 (Virtual FB, 320x240)" /run/late
cat /run/late
sleep 1
cat /sys/class/graphics/fb1/{bits_per_pixel,stride}
dd if=/dev/fb1 of=late.raw bs=153600 count=1
kill $!
finish
