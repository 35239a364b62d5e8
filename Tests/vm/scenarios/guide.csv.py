#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A board whose right edge somebody holds six degrees too low, with some noise."""
import math
import random

random.seed(2)
side, up = 9.80665 * math.sin(math.radians(6)), 9.80665 * math.cos(math.radians(6))
print("t_us,ax,ay,az,gx,gy,gz")
for row in range(600):
    noise = [random.uniform(-0.01, 0.01) for _ in range(3)]
    print(row * 10000, -side + noise[0], noise[1], up + noise[2], 0, 0, 0, sep=",")
