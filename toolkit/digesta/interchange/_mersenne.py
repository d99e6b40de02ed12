"""The draws of Python's own generator from an integer seed: MT19937 and ``choice`` over it.

Defined in: Matsumoto and Nishimura 1998; CPython, ``_randommodule.c`` (seeding by array) and
``Random._randbelow``. It stands here since the original's interval is made of these draws; what
we publish ourselves draws otherwise. Not for secrets.
"""

from __future__ import annotations

from collections.abc import Iterator

_N, _M = 624, 397
_UPPER, _LOWER, _ALL = 0x80000000, 0x7FFFFFFF, 0xFFFFFFFF


def below(bound: int, *, seed: int) -> Iterator[int]:
    """Yield, without end, the integers in [0, bound) that ``Random(seed)`` would draw in turn.

    bound: 1 to 2**32 - 1. seed: 0 to 2**32 - 1.
    """
    bits = bound.bit_length()
    for word in _words(seed):
        if (drawn := word >> (32 - bits)) < bound:
            yield drawn


def _words(seed: int) -> Iterator[int]:
    state = _seeded(seed)
    while True:
        for at in range(_N):
            mixed = (state[at] & _UPPER) | (state[(at + 1) % _N] & _LOWER)
            state[at] = state[(at + _M) % _N] ^ (mixed >> 1) ^ (0x9908B0DF * (mixed & 1))
        for word in tuple(state):
            y = word ^ (word >> 11)
            y ^= (y << 7) & 0x9D2C5680
            y ^= (y << 15) & 0xEFC60000
            yield (y ^ (y >> 18)) & _ALL


def _seeded(seed: int) -> list[int]:
    state = [19650218]
    for at in range(1, _N):
        state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + at) & _ALL)
    at = 1
    for factor, added, turns in ((1664525, seed, _N), (1566083941, None, _N - 1)):
        for _ in range(turns):
            last = state[at - 1]
            plus = -at if added is None else added
            state[at] = ((state[at] ^ ((last ^ (last >> 30)) * factor)) + plus) & _ALL
            at += 1
            if at == _N:
                state[0], at = state[-1], 1
    state[0] = _UPPER
    return state
