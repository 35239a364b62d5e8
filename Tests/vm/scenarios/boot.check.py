#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The two screenshots of the boot scenario differ where the ball lay: at the left and at the right."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
from png import png  # noqa: E402

failures = 0


def check(what, ok):
    global failures
    print(("ok   " if ok else "FAIL ") + what)
    failures += not ok


left, right = (png(os.path.join(sys.argv[1], name + ".png")) for name in ("left", "right"))
width = len(left[0])
colors = len({pixel for row in left for pixel in row})
check(f"the screen shows a table of {colors} colours", colors > 100)
columns = [x for r, s in zip(left, right) for x, (a, b) in enumerate(zip(r, s))
           if max(abs(p - q) for p, q in zip(a, b)) > 48]
first, last = sum(x < width / 6 for x in columns), sum(x >= width * 5 / 6 for x in columns)
# A ball of 8 mm radius on a table 320 mm wide covers about 200 of 320 x 240 pixels.
check(f"the ball has gone from the left ({first} pixels) to the right ({last})",
      first > 60 and last > 60)
sys.exit(failures > 0)
