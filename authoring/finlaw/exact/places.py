"""Places in statutes: article, paragraph and item, and the fines there, read from the texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from authoring.finlaw.fines import Fine, fines
from digesta.text.chinese.numerals import zh_int
from digesta_generate.compilations.statutes import Clause

LAWS = {
    "bsl": ("中华人民共和国银行业监督管理法", "2006-10-31", "银行业监督管理法"),
    "cbl": ("中华人民共和国商业银行法", "2015-08-29", "商业银行法"),
    "pbc": ("中华人民共和国中国人民银行法", "2003-12-27", "中国人民银行法"),
    "aml06": ("中华人民共和国反洗钱法", "2006-10-31", "反洗钱法（2006年）"),
    "aml24": ("中华人民共和国反洗钱法", "2024-11-08", "反洗钱法（2024年）"),
    "fin": ("金融违法行为处罚办法", "1999-02-22", "金融违法行为处罚办法"),
    "fbr": ("中华人民共和国外资银行管理条例", "2019-09-30", "外资银行管理条例"),
}
"""Short key -> full name, version, and the name by which an answer cites it."""

_ITEM = re.compile(r"[（(][一二三四五六七八九十]+[)）]")
_SANCTION = re.compile("罚款|责令")
_THRESHOLD = re.compile(r"违法所得([零一二三四五六七八九十百\d]+万)元以上的")


class LawPlace(NamedTuple):
    """Where a statute names an act. article: "74". paragraph: from 1. item: from 1, or None."""

    law: str
    article: str
    paragraph: int
    point: int | None


class Paragraph(NamedTuple):
    """A paragraph of an article, and the items listed in it."""

    text: str
    points: list[str]


class StatuteBook:
    """The articles of the seven statutes that an answer may cite."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self._clauses = {(c.law, c.version, c.article): c for c in clauses}
        self.place = cache(self._place)
        self.fines = cache(self._fines)

    def text(self, law: str, article: str) -> str:
        """Return an article's text. law: a key of LAWS; KeyError where the folder lacks it."""
        name, version, _ = LAWS[law]
        return self._clauses[name, version, article].text

    def _place(self, law: str, article: str, words: str) -> LawPlace:
        """Return the item whose text has the words, else the paragraph that punishes them.

        ValueError unless there is exactly one.
        """
        paragraphs = paragraphs_of(self.text(law, article))
        points = [
            LawPlace(law, article, p, i)
            for p, paragraph in enumerate(paragraphs, 1)
            for i, point in enumerate(paragraph.points, 1)
            if words in point
        ]
        hits = points or [
            LawPlace(law, article, p, None)
            for p, paragraph in enumerate(paragraphs, 1)
            if words in paragraph.text and _SANCTION.search(paragraph.text)
        ]
        if len(hits) != 1:
            raise ValueError(f"{law} {article}: {words!r} names {len(hits)} places")
        return hits[0]

    def _fines(self, place: LawPlace) -> list[Fine]:
        """Return the fines of a place's article, in the order of its text."""
        return fines(self.text(place.law, place.article), place=place.article)

    def threshold(self, place: LawPlace) -> int:
        """Return from which gains a multiple of them is due, in yuan; 0 where any gain will do."""
        match = _THRESHOLD.search(self.text(place.law, place.article))
        return (zh_int(match[1]) or 0) if match else 0

    def confiscates(self, place: LawPlace) -> bool:
        """Say whether the article takes illegal gains away."""
        return "没收违法所得" in self.text(place.law, place.article)


def paragraphs_of(text: str) -> list[Paragraph]:
    r"""Return an article's paragraphs. text: by line, items in lines of their own.

    >>> [len(p.points) for p in paragraphs_of("第一条 有下列：\n（一）甲；\n（二）乙。\n从重。")]
    [2, 0]
    """
    paragraphs: list[Paragraph] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if _ITEM.match(line) and paragraphs:
            paragraphs[-1].points.append(line)
        else:
            paragraphs.append(Paragraph(line, []))
    return paragraphs
