"""Draws under a key: HMAC-SHA256 of a label and a counter, as whole numbers without bias."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_BITS = 64


class Draws:
    """A stream of draws: the same key and label always give the same numbers.

    key: secret bytes, 32 of them in a sealed holdout. label: what is drawn; streams of two
    labels have nothing to do with each other.
    """

    def __init__(self, key: bytes, label: str) -> None:
        self._key = key
        self._label = label
        self._count = 0

    def below(self, limit: int) -> int:
        """Return a number in [0, limit), every one as likely; limit from 1 to 2^32."""
        whole = 1 << _BITS
        bound = whole - whole % limit
        while True:
            text = f"digesta draw/1\n{self._label}\n{self._count}".encode()
            self._count += 1
            number = int.from_bytes(hmac.new(self._key, text, hashlib.sha256).digest()[:8], "big")
            if number < bound:  # else some results would come up more often
                return number % limit

    def between(self, low: int, high: int) -> int:
        """Return a number in [low, high]."""
        return low + self.below(high - low + 1)

    def pick(self, of: Sequence[T]) -> T:
        """Return one element, each as likely."""
        return of[self.below(len(of))]

    def some(self, of: Sequence[T], number: int) -> tuple[T, ...]:
        """Return several different elements, in the order drawn."""
        left = list(of)
        return tuple(left.pop(self.below(len(left))) for _ in range(number))
