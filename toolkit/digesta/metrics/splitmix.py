"""Single numbers from SplitMix64, for draws that are the same everywhere.

Defined in: Steele, Lea and Flood 2014; the constants are those of Vigna's ``splitmix64.c``.
"""

from __future__ import annotations

import hashlib

_WORD = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def splitmix64(seed: int, index: int = 0) -> int:
    """Return number ``index`` (from 0) of the stream of a seed, in [0, 2**64).

    >>> splitmix64(1234567)
    6457827717110365317
    """
    z = (seed + (index + 1) * _GAMMA) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)


def seed_from(text: str) -> int:
    """Return the first 8 bytes, big-endian, of the SHA-256 of a text's UTF-8."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def below(n: int, seed: int, index: int = 0) -> int:
    """Return a drawn integer in [0, n): the number's upper 32 bits, times n, over 2**32."""
    return ((splitmix64(seed, index) >> 32) * n) >> 32
