# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# options: --devices hid
#
# The board's right edge is lower, and stays so. However the picture is turned on the screen, the ball
# rolls to the edge that is lower in truth.
. ./scenario-library.sh
# Where that edge is in the picture: turned clockwise by a quarter, its upper edge is at the right.
for turned in '0 "x":0.31[12]' '90 "y":0.00[78]' '180 "x":0.00[78]' '270 "y":0.19[12]'; do
  settings <<END
[screen]
rotation = ${turned%% *} deg
END
  check "turned by ${turned%% *} deg: it rolls to the lower edge" within 20 state_has "${turned#* }"
  told | grep '"class":"state"'
done
finish
