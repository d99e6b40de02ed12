"""Words for a vector: pools of patterns, and the filling of one pattern.

A pool file has ``# key`` lines and a pattern on each line below. ``[a|b]`` is one of several
words, ``{name}`` a slot; ``M|`` or ``G|`` in front says whether money or goods are meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from authoring.draws import Draws
from digesta.errors import UsageError
from digesta.workspace import store

Pools = Mapping[str, list[str]]
_CHOICE, _SLOT = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]"), re.compile(r"\{(\w+)\}")


def read_pools(folder: Path) -> Pools:
    """Return the patterns of all pool files of a folder by key; UsageError where there are none."""
    pools: dict[str, list[str]] = {}
    for path in sorted(folder.glob("*.txt")):
        key = ""
        for line in store.read_bytes(path).decode().splitlines():
            if line.startswith("# "):
                key = line[2:].strip()
            elif line.strip():
                pools.setdefault(key, []).append(line.strip())
    if not pools:
        raise UsageError(
            f"{folder}: no pools (*.txt) here; they are in authoring's private archive"
        )
    return pools


def slots(pattern: str) -> set[str]:
    """Return the names of a pattern's slots."""
    return set(_SLOT.findall(pattern))


class Phrases:
    """Pools of patterns, and one drawn pattern put into words.

    Words on one line of the pool ``same`` mean the same: any of them may stand for another.
    """

    def __init__(self, pools: Pools) -> None:
        self.pools = pools
        groups = [line.split("|") for line in pools.get("same", [])]
        self._same = {word: group for group in groups for word in group}
        longest = sorted(self._same, key=len, reverse=True)
        self._words = re.compile("|".join(map(re.escape, longest)) or "(?!)")

    def fill(self, pattern: str, draws: Draws, value: Callable[[str], str]) -> str:
        """Return a pattern in words; value gives what a slot holds."""
        chosen = _CHOICE.sub(lambda match: draws.pick(match[1].split("|")), pattern)
        varied = self._words.sub(lambda match: draws.pick(self._same[match[0]]), chosen)
        return _SLOT.sub(lambda match: value(match[1]), varied)
