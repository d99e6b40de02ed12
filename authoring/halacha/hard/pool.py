"""The pools of written questions: a header, a stem, the choices, and the parts.

    @ id=hh-201 task=hard_texts lang=en split=public tags=forbidden-fat
    ? The stem.
    = one choice|another choice
    - The text of a part || 1 || YD 64:2 || the deciding words

The choices are texts (a part gives the number of its own, from 1), ``int:LOW-HIGH``, or
``object:NAME:KIND,NAME:KIND`` with kinds ``bool``, ``int:LOW-HIGH`` and ``enum(A/B)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class RulingPart:
    """One part of a question: its text, the answer as written, place and deciding words."""

    text: str
    answer: str
    place: str
    words: str


@dataclass(frozen=True)
class Entry:
    """One question of a pool."""

    question_id: str
    task: str
    language: str
    split: str
    tags: tuple[str, ...]
    stem: str
    choices: str
    parts: tuple[RulingPart, ...]

    @property
    def keys(self) -> str:
        """The letters that name the parts, one each."""
        return "abcdefghijklmn"[: len(self.parts)]


def blocks(folder: Path) -> Iterator[Entry]:
    """Yield the questions of all pools of a folder."""
    for path in sorted(folder.glob("*.txt")):
        for block in re.split(r"^@ ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            yield block_value(block)


def block_value(block: str) -> Entry:
    """Return the question that a block writes down."""
    header, *lines = [line for line in block.strip().split("\n") if line.strip()]
    head = dict(piece.split("=", 1) for piece in header.split())
    marked = {mark: [line[2:] for line in lines if line[:2] == f"{mark} "] for mark in "?=-"}
    (stem,), (choices,) = marked["?"], marked["="]
    return Entry(
        question_id=head["id"],
        task=head["task"],
        language=head["lang"],
        split=head["split"],
        tags=("hard", *head["tags"].split(",")),
        stem=stem,
        choices=choices,
        parts=tuple(RulingPart(*re.split(r"\s*\|\|\s*", line)) for line in marked["-"]),
    )
