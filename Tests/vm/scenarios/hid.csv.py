#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Three seconds flat, then three of each lower edge (right, left, top, bottom) and one corner, with
some noise; m/s2 and rad/s."""
import math
import random

random.seed(1)
print("t_us,ax,ay,az,gx,gy,gz")
tilt = math.radians(20)
side, up = 9.80665 * math.sin(tilt), 9.80665 * math.cos(tilt)
poses = [(0, 0, 9.80665), (-side, 0, up), (side, 0, up), (0, -side, up), (0, side, up),
         (-side * 0.7, side * 0.7, up)]
row = 0
for x, y, z in poses:
    for _ in range(300):
        noise = [random.uniform(-0.01, 0.01) for _ in range(3)]
        print(row * 10000, x + noise[0], y + noise[1], z + noise[2], 0, 0, 0, sep=",")
        row += 1
