"""A text cleaned for reading citations: entities, spaces and widths folded; names apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digesta.text.normal_form import INVISIBLE, collapse
from digesta.text.unicode14 import code_points

ENTITIES = {
    "quot": '"',
    "apos": "'",
    "amp": "&",
    "lt": "<",
    "gt": ">",
    "nbsp": " ",
    "ensp": " ",
    "emsp": " ",
    "ldquo": '"',
    "rdquo": '"',
    "lsquo": "'",
    "rsquo": "'",
    "laquo": "《",
    "raquo": "》",
    "lang": "〈",
    "rang": "〉",
    "hellip": "…",
    "middot": "·",
    "mdash": "—",
    "ndash": "–",
}
"""Named entities that are read; others stay as they are written."""

_ENTITY = re.compile(
    rf"&(?:#([0-9]{{1,7}})|#[xX]([0-9a-fA-F]{{1,6}})|({'|'.join(ENTITIES)}));", re.ASCII
)
_FOLDED = {
    **dict(zip(map(ord, "（）［］｛｝，；：．／"), "()[]{},;:./", strict=True)),
    **{ord(digit): str(value) for value, digit in enumerate("０１２３４５６７８９")},
    **dict.fromkeys(map(ord, "<＜‹⟨«"), "〈"),
    **dict.fromkeys(map(ord, ">＞›⟩»"), "〉"),
    **dict.fromkeys(map(ord, "“”„＂「」『』"), '"'),
    **dict.fromkeys(map(ord, "‐‑‒–—―−－"), "-"),
    **dict.fromkeys(map(ord, "～〜∼"), "~"),
    **dict.fromkeys(p for a, b in code_points(INVISIBLE) for p in range(a, b + 1)),
    ord(" "): None,
}
_MARK = re.compile("[《》]")
_INNER = str.maketrans("《》", "〈〉")
_CODE_POINTS = 0x110000
_SURROGATES = range(0xD800, 0xE000)


def clean_text(text: str) -> str:
    """Return a text ready for reading citations: NFC, no entities, spaces or full-width signs.

    >>> clean_text("&#12298;商业 银行法&#12299; 第 ４６ 条（修订）")
    '《商业银行法》第46条(修订)'
    """
    if "&" in text:
        text = _ENTITY.sub(_character, text)
    return collapse(text).translate(_FOLDED)


def named_parts(text: str) -> Iterator[tuple[str | None, str]]:
    """Yield (name, text after it) for each outermost 《》 of a cleaned text, first (None, head).

    Marks inside a name become 〈〉; a mark without a partner parts nothing.

    >>> list(named_parts("依《关于修改《甲法》的决定》第一条"))
    [(None, '依'), ('关于修改〈甲法〉的决定', '第一条')]
    """
    outer = _outermost(text)
    starts = [*(opened for opened, _ in outer), len(text)]
    if starts[0]:
        yield None, text[: starts[0]]
    for (opened, closed), following in zip(outer, starts[1:], strict=True):
        name = text[opened + 1 : closed].translate(_INNER)
        tail = text[closed + 1 : following]
        yield (name, tail) if name else (None, tail)


def _outermost(text: str) -> list[tuple[int, int]]:
    """Return the places of the pairs of 《 and 》 that stand in no other pair."""
    opened: list[int] = []
    outer: list[tuple[int, int]] = []
    for mark in _MARK.finditer(text):
        if mark[0] == "《":
            opened.append(mark.start())
        elif opened:
            start = opened.pop()
            while outer and outer[-1][0] > start:
                outer.pop()
            outer.append((start, mark.start()))
    return outer


def _character(entity: re.Match[str]) -> str:
    if entity[3]:
        return ENTITIES[entity[3]]
    point = int(entity[1]) if entity[1] else int(entity[2], 16)
    known = 0 < point < _CODE_POINTS and point not in _SURROGATES
    return chr(point) if known else entity[0]
