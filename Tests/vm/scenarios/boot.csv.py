#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The left edge lowered for eight seconds, then the right one, by 15 degrees; with some noise."""
import math
import random

random.seed(1)
side, up = 9.80665 * math.sin(math.radians(15)), 9.80665 * math.cos(math.radians(15))
print("t_us,ax,ay,az,gx,gy,gz")
for row in range(1600):
    noise = [random.uniform(-0.01, 0.01) for _ in range(3)]
    x = side if row < 800 else -side
    print(row * 10000, x + noise[0], noise[1], up + noise[2], 0, 0, 0, sep=",")
