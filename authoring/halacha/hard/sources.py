"""The source texts, and whether words stand at a place in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

POINTS = re.compile("[\u0591-\u05c7]")
MARKS = re.compile(r"[\s\[\]().,:;'\"״׳]+")
MOST_WORDS = 8


@dataclass(frozen=True)
class Work:
    """A work: its name in records, its file and the siman's prefix in cluster ids."""

    name: str
    file: str
    cluster: str


WORKS = {
    "OC": Work("Shulchan Arukh, Orach Chayim", "orach_chayim.tsv", "oc"),
    "YD": Work("Shulchan Arukh, Yoreh De'ah", "yoreh_deah.tsv", "yd"),
    "MB": Work("Mishnah Berurah", "mishnah_berurah.tsv", "oc"),
}


@dataclass(frozen=True)
class TextPlace:
    """A place in a work, written ``OC 308:11``: work, siman, and seif or seif katan."""

    work: Work
    siman: str
    part: str

    @classmethod
    def of(cls, text: str) -> TextPlace:
        """Return the place that is written so; KeyError or ValueError if it is none."""
        code, at = text.split()
        siman, part = at.split(":")
        return cls(WORKS[code], siman, part)

    @property
    def at(self) -> str:
        """The place within its work, as records give it."""
        return f"{self.siman}:{self.part}"

    @property
    def siman_id(self) -> str:
        """The siman, as cluster ids name it; a Mishnah Berurah's siman is Orach Chayim's."""
        return f"{self.work.cluster}{self.siman}"


@dataclass(frozen=True)
class TextSources:
    """The folder that holds one file of lines ``siman TAB part TAB text`` for each work."""

    folder: Path

    @cached_property
    def parts(self) -> dict[tuple[str, str], str]:
        """The plain text of every seif and seif katan, by work and place."""
        passages = {}
        for work in WORKS.values():
            for line in (self.folder / work.file).read_text(encoding="utf-8").splitlines():
                siman, part, text = line.split("\t", 2)
                passages[work.name, f"{siman}:{part}"] = plain(text)
        return passages

    def hold(self, place: TextPlace, words: str) -> bool:
        """Return whether at most eight words stand at a place; ``...`` joins pieces of one part."""
        pieces = words.split("...")
        text = self.parts.get((place.work.name, place.at), "")
        few = sum(len(piece.split()) for piece in pieces) <= MOST_WORDS
        return few and all(plain(piece) in text for piece in pieces)


def plain(text: str) -> str:
    """Return a text without vowel points and marks, with single spaces."""
    return MARKS.sub(" ", POINTS.sub("", text).replace("''", '"')).strip()
