# SPDX-License-Identifier: MIT
"""The tilt of balld's estimator beside that of the package vqf: error, claimed error, cost.

Usage: compare.py PROGRAM [FILE...]; a FILE has the columns of the BROAD extracts: t_s, gyro rad/s,
force m/s2, ref_up_x, y, z (blank where unknown), moving. Then the made-up trials follow.
"""
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import vqf

import trials

HEADER = "t_s,gx_rad_s,gy_rad_s,gz_rad_s,ax_m_s2,ay_m_s2,az_m_s2,ref_up_x,ref_up_y,ref_up_z,moving"
ROUNDS = 5


def run(program, what, file):
    done = subprocess.run([program, what, file], capture_output=True, text=True, timeout=120, check=True)
    return [line.split() for line in done.stdout.splitlines()]


def peer(rows):
    """Up of vqf's C++ core at its defaults, six axes, and the ns that a sample took."""
    gyro, force = np.ascontiguousarray(rows[:, 1:4]), np.ascontiguousarray(rows[:, 4:7])
    best = np.inf
    for _ in range(20):
        filter = vqf.VQF(float(np.median(np.diff(rows[:, 0]))))
        start = time.perf_counter()
        # Without the extra outputs of updateBatch's full form.
        w, x, y, z = filter.updateBatch(gyro, force)["quat6D"].T
        best = min(best, time.perf_counter() - start)
    up = np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], 1)
    return up, best / len(rows) * 1e9


def rmse(up, rows):
    truth = rows[:, 7:10]
    use = (rows[:, 10] == 1) & ~np.isnan(truth[:, 0])
    cross = np.linalg.norm(np.cross(up[use], truth[use]), axis=1)
    angle = np.degrees(np.arctan2(cross, (up[use] * truth[use]).sum(1)))
    return np.sqrt(np.mean(angle**2)), use


def compare(program, name, file):
    rows = np.genfromtxt(file, delimiter=",", skip_header=1)
    ours = np.array(run(program, "estimate", file), dtype=float)
    error, use = rmse(ours[:, :3], rows)
    claimed = np.degrees(np.sqrt(np.mean(ours[use, 3] ** 2)))
    theirs, _ = rmse(peer(rows)[0], rows)
    print(f"{name:32s} {error:8.3f} {theirs:8.3f} {error / theirs:7.2f} {claimed:8.2f}", flush=True)


def cost(program, file):
    rows = np.genfromtxt(file, delimiter=",", skip_header=1)
    times = {}
    for _ in range(ROUNDS):
        for line in run(program, "time", file):
            times.setdefault(line[0], []).append(float(line[1]))
        times.setdefault("vqf, C++", []).append(peer(rows)[1])
    base = np.median(times["vqf, C++"])
    print("\nns a sample, median of five interleaved rounds of the best of 20")
    for name, values in times.items():
        print(f"{name:32s} {np.median(values):8.0f} {np.median(values) / base:7.2f} of vqf's")


def main():
    program, files = sys.argv[1], sys.argv[2:]
    print("inclination, RMSE in degrees while the board moves")
    print(f"{'trial':32s} {'balld':>8s} {'vqf':>8s} {'ratio':>7s} {'claimed':>8s}")
    for file in files:
        compare(program, os.path.basename(file).removesuffix(".csv"), file)
    with tempfile.TemporaryDirectory() as folder:
        for name in trials.TRIALS:
            for seed in range(3):
                file = os.path.join(folder, f"{name.replace(', ', '-').replace(' ', '-')}-{seed}.csv")
                np.savetxt(file, trials.make(name, seed), "%.9g", ",", header=HEADER, comments="")
                compare(program, f"made up: {name}, {seed}", file)
        cost(program, files[0] if files else file)


main()
