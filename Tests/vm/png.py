# SPDX-License-Identifier: MIT
"""Reads the screenshots that the scenarios' checks look at."""
import struct
import zlib


def png(path):
    """The pixels of an 8-bit PNG without interlacing, as rows of (red, green, blue)."""
    data = open(path, "rb").read()
    place, body = 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        part = data[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", part)
            assert depth == 8 and color in (2, 6) and not interlace, path
        if kind == b"IDAT":
            body += part
        place += 12 + length
    size = 3 if color == 2 else 4
    raw, rows, above = zlib.decompress(body), [], bytes(width * size)
    for y in range(height):
        start = y * (width * size + 1)
        kind, line = raw[start], bytearray(raw[start + 1 : start + 1 + width * size])
        for i in range(len(line)):
            left = line[i - size] if i >= size else 0
            up, corner = above[i], above[i - size] if i >= size else 0
            if kind == 1:
                line[i] = (line[i] + left) & 255
            elif kind == 2:
                line[i] = (line[i] + up) & 255
            elif kind == 3:
                line[i] = (line[i] + (left + up) // 2) & 255
            elif kind == 4:
                near = left + up - corner
                best = min((abs(near - left), 0), (abs(near - up), 1), (abs(near - corner), 2))[1]
                line[i] = (line[i] + (left, up, corner)[best]) & 255
        above = bytes(line)
        rows.append([tuple(line[x * size : x * size + 3]) for x in range(width)])
    return rows
