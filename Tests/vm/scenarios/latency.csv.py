#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A board that leans to the right and to the left, by 6 degrees, and changes over every quarter of a
second: what a client hears of each is then told apart from what it heard before."""
import math

side, up = 9.80665 * math.sin(math.radians(6)), 9.80665 * math.cos(math.radians(6))
print("t_us,ax,ay,az,gx,gy,gz")
for row in range(50):
    print(row * 10000, -side if row < 25 else side, 0, up, 0, 0, 0, sep=",")
