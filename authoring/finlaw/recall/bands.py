"""The band of a fine on a company at a place of a regulation, read from its text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from authoring.finlaw.fines import fine_words, fines
from digesta.text.chinese.numerals import zh_int
from digesta_generate.compilations.statutes import Clause

_ITEM = re.compile(r"[（(][一二三四五六七八九十]+[)）]")
_ACT = re.compile(r"(?:第\S+条\s)?([^；。]*?的(?=，)|[^。]*)")
_THRESHOLD = re.compile(r"违法所得(?:不满|不足)([^的元]+万)元的")
_PERSONS = re.compile(r"[，。；]对(?:直接负责|相关责任人|其法定代表人|个人)")
_ELSEWHERE = re.compile("依照(?:本条第一款|前款)")


class Paragraph(NamedTuple):
    """A paragraph of an article, and the items listed in it."""

    text: str
    points: list[str]


class RegulationPlace(NamedTuple):
    """Where a regulation names an act. point: its item, or 0. severe: the second band holds."""

    law: str
    article: int
    paragraph: int
    point: int
    severe: bool


class FineBand(NamedTuple):
    """What a fine on a company lies between, in yuan; times: of gains from the threshold on."""

    least: int
    most: int
    threshold: int = 0
    times: tuple[int, int] = (0, 0)

    def fine(self, gains: int, percent: int) -> int:
        """Return the fine at that percentage of the band; gains in yuan."""
        least, most = self.least, self.most
        if self.threshold and gains >= self.threshold:
            least, most = gains * self.times[0], gains * self.times[1]
        return least + (most - least) * percent // 100

    def steps(self, gains: int, percent: int) -> str:
        """Return the computation of the fine in a line.

        >>> FineBand(100_000, 300_000, 100_000, (1, 3)).steps(400_000, 25)
        '1 × 400000 = 400000, 3 × 400000 = 1200000; 400000 + 25 % × 800000 = 600000 yuan'
        """
        least, most, times = self.least, self.most, ""
        if not most:
            return "No fine on the company: 0 yuan"
        if self.threshold and gains >= self.threshold:
            least, most = gains * self.times[0], gains * self.times[1]
            ends = zip(self.times, (least, most), strict=True)
            times = ", ".join(f"{n} × {gains} = {end}" for n, end in ends) + "; "
        fine = self.fine(gains, percent)
        return f"{times}{least} + {percent} % × {most - least} = {fine} yuan"


def place_of(law: str, at: str) -> RegulationPlace:
    """Return the place that the table writes as article.paragraph.item, ``+`` after it if severe.

    >>> place_of("山东省地方金融条例", "50.1.0+")
    RegulationPlace(law='山东省地方金融条例', article=50, paragraph=1, point=0, severe=True)
    """
    article, paragraph, point = map(int, at.rstrip("+").split("."))
    return RegulationPlace(law, article, paragraph, point, at.endswith("+"))


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


class Regulations:
    """The articles of the regulations of a folder."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self._texts = {(c.law, int(c.article)): c.text for c in clauses}
        self._articles = {at: paragraphs_of(text) for at, text in self._texts.items()}
        self.versions = {c.law: c.version for c in clauses}

    def text(self, place: RegulationPlace) -> str:
        """Return the whole article of a place."""
        return self._texts[place.law, place.article]

    def words(self, place: RegulationPlace) -> str:
        """Return the item's text, or the paragraph's; LookupError where there is none."""
        paragraph = self._paragraph(place)
        return paragraph.points[place.point - 1] if place.point else paragraph.text

    def band_words(self, place: RegulationPlace) -> list[str]:
        """Return the words of the text that fix the band; none where it has no fine."""
        text = self._fine_text(place)
        words, bands = fine_words(text), fines(text, place=str(place))
        sums = [i for i, fine in enumerate(bands) if fine.kind in {"range", "most"}]
        times = [i for i, fine in enumerate(bands) if fine.kind == "multiple"]
        return [words[i] for i in ([sums[place.severe], *times[:1]] if sums else [])]

    def band(self, place: RegulationPlace) -> FineBand:
        """Return the band of a place's fine on a company; of no width where it has none."""
        text = self._fine_text(place)
        bands = fines(text, place=str(place))
        sums = [fine for fine in bands if fine.kind in {"range", "most"}]
        times = [fine for fine in bands if fine.kind == "multiple"]
        if not sums:
            return FineBand(0, 0)
        band = sums[1] if place.severe else sums[0]
        if not times:
            return FineBand(band.least, band.most)
        match = _THRESHOLD.search(text)
        threshold = zh_int(match[1]) if match else None
        if threshold is None:
            raise ValueError(f"{place}: multiples of gains without the sum that they start from")
        return FineBand(band.least, band.most, threshold, (times[0].least, times[0].most))

    def act_words(self, place: RegulationPlace) -> str:
        """Return the words that name the act: the item, or a paragraph's up to 的."""
        words = self.words(place)
        act = _ACT.match(words)
        return words if place.point or act is None else act[1]

    def _fine_text(self, place: RegulationPlace) -> str:
        text = self.words(place)
        if "罚款" not in text:
            text = self._paragraph(place).text
        if _ELSEWHERE.search(text):
            text = self._articles[place.law, place.article][0].text
        # What persons owe comes after what the company owes.
        return _PERSONS.split(text)[0]

    def _paragraph(self, place: RegulationPlace) -> Paragraph:
        return self._articles[place.law, place.article][place.paragraph - 1]
