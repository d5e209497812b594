"""Screenshots as numbers: enough of PNG to read what the browser writes."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

Grey = list[list[float]]
"""Rows of brightness, 0 to 255."""


def grey(png: bytes) -> Grey:
    """The brightness of every pixel of an 8-bit RGB or RGBA picture."""
    chunks = dict(_chunks(png))
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert depth == 8
    step = {2: 3, 6: 4}[kind]
    data = zlib.decompress(b"".join(body for name, body in _chunks(png) if name == b"IDAT"))
    rows: Grey = []
    above = bytes(width * step)
    for y in range(height):
        start = y * (width * step + 1)
        above = _unfiltered(data[start], data[start + 1 : start + 1 + width * step], above, step)
        rows.append(
            [
                0.299 * above[x] + 0.587 * above[x + 1] + 0.114 * above[x + 2]
                for x in range(0, len(above), step)
            ]
        )
    return rows


def difference(one: Grey, other: Grey) -> float:
    """The mean difference of two pictures where they overlap."""
    pairs = [
        abs(a - b)
        for row, line in zip(one, other, strict=False)
        for a, b in zip(row, line, strict=False)
    ]
    return sum(pairs) / len(pairs)


def span(picture: Grey) -> float:
    """From the darkest to the brightest pixel."""
    return max(map(max, picture)) - min(map(min, picture))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _unfiltered(kind: int, line: bytes, above: bytes, step: int) -> bytes:
    row = bytearray(line)
    for x, value in enumerate(row):
        left = row[x - step] if x >= step else 0
        up = above[x]
        corner = above[x - step] if x >= step else 0
        guess = (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]
        row[x] = (value + guess) & 255
    return bytes(row)


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))
