#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tilts the table round and round: a few lines that drive balld. Usage: lean.py [SOCKET]"""
import math
import os
import select
import signal
import socket
import sys
import time

signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C
# Not in /tmp by itself, where anybody could have made the directory: name the socket that lies there.
by_hand = os.path.join(os.environ.get("XDG_RUNTIME_DIR", "/run/user/%d" % os.getuid()), "balld")
places = sys.argv[1:] or ["/run/balld/control.sock", os.path.join(by_hand, "control.sock")]
daemon = socket.socket(socket.AF_UNIX)
try:
    daemon.connect(next((p for p in places if os.path.exists(p)), places[0]))
except OSError as error:
    sys.exit(f"no balld listens in {' or '.join(places)}: {error.strerror or error}")

begin = time.monotonic()
try:
    while True:  # when this program ends, balld gives the table back by itself
        angle = (time.monotonic() - begin) * math.tau / 4
        x, y = 0.6 * math.cos(angle), 0.6 * math.sin(angle)  # m/s²; y points down
        daemon.sendall(f'{{"do":"tilt","x":{x:.3f},"y":{y:.3f}}}\n'.encode())
        time.sleep(0.02)
        if select.select([daemon], [], [], 0)[0]:  # who doesn't read is dropped
            answer = daemon.recv(65536)
            if not answer:
                sys.exit("balld has gone")
            for line in answer.splitlines():
                if b'"class":"error"' in line:  # such as: this socket is for watching
                    # Printed with nothing in it that could give a terminal an order.
                    text = "".join(c if c.isprintable() else "?" for c in line.decode(errors="replace"))
                    sys.exit(f"balld refuses: {text}")
except OSError as error:
    sys.exit(f"balld has gone: {error.strerror or error}")
