#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows where the ball is: a small client of balld. Usage: where.py [SOCKET]"""
import json
import os
import signal
import socket
import sys

LONGEST = 1 << 20  # bytes of a line; the longest that balld sends is a table of 128 KiB

signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C
# Not in /tmp by itself, where anybody could have made the directory: name the socket that lies there.
by_hand = os.path.join(os.environ.get("XDG_RUNTIME_DIR", "/run/user/%d" % os.getuid()), "balld")
places = sys.argv[1:] or ["/run/balld/view.sock", os.path.join(by_hand, "view.sock")]
daemon = socket.socket(socket.AF_UNIX)
try:
    daemon.connect(next((p for p in places if os.path.exists(p)), places[0]))
    daemon.sendall(b'{"do":"watch","rate":10}\n')
except OSError as error:
    sys.exit(f"no balld listens in {' or '.join(places)}: {error.strerror or error}")
signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the reader of the output has gone


def lines():
    """The daemon's lines: makefile puts the pieces of one together."""
    reader = daemon.makefile("rb")
    try:
        while line := reader.readline(LONGEST):
            if len(line) == LONGEST:
                sys.exit(f"what listens there isn't balld: a line is longer than {LONGEST} bytes")
            yield line
    except OSError as error:
        sys.exit(f"the connection broke: {error.strerror or error}")


def plain(text):
    """A text from elsewhere without what could give a terminal an order."""
    return "".join(sign if sign.isprintable() else "?" for sign in str(text))


table = {"name": "?", "width": 1, "height": 1}
try:
    for line in lines():
        message = json.loads(line)
        if message["class"] == "table":
            table = message
        elif message["class"] == "state":
            for number, ball in enumerate(message["balls"]):
                if not ball.get("off"):
                    across, down = ball["x"] / table["width"], ball["y"] / table["height"]
                    print(f"{message['t']:8.2f} s  {plain(table['name'])}: ball {number} at {across:4.0%}"
                          f" from the left, {down:4.0%} from the top ({plain(message['phase'])})",
                          flush=True)
        elif message["class"] == "error":
            print(plain(message["message"]), plain(message.get("hint", "")), file=sys.stderr)
        # Whatever else comes, now or in a later version, is none of our business.
except (ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError, RecursionError) as error:
    sys.exit(f"what listens there doesn't speak as balld does: {type(error).__name__}: {error}")
sys.exit("balld has gone")
