"""Bands of fine, read from the words of a Chinese article."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from law_texts import numeral

N = r"(\d+|[零一二两三四五六七八九十百千]+)"
TIMES = re.compile(rf"{N}倍以上{N}倍以下")
SUMS = re.compile(rf"(?:{N}(万?)元以上)?{N}(万?)元以下的?罚款")
LIMIT = re.compile(rf"违法所得(?:不足|不满){N}万元")
PERSONS = re.compile("对(?:其法定代表人|[^，；。]*直接负责|相关责任人|个人|负有)")


@dataclass(frozen=True)
class Band:
    words: str
    """Its clause, up to the sum."""
    low: int
    high: int
    times: bool = False
    """Whether low and high are multiples of what was gained, and not yuan."""

    def fine(self, share: Fraction, gain: int) -> int:
        """The fine that lies a share of the way up the band, in yuan."""
        return int((gain if self.times else 1) * (self.low + share * (self.high - self.low)))


def yuan(number: str | None, unit: str | None) -> int:
    return numeral(number or "零") * (10_000 if unit else 1)


def bands(text: str) -> list[Band]:
    """Every band of fine for the company itself, clause by clause."""
    several: list[Band] = []
    for clause in re.split("[；。]", text):
        company = clause[: person.start()] if (person := PERSONS.search(clause)) else clause
        for times in TIMES.finditer(company):
            low, high = numeral(times[1]), numeral(times[2])
            several.append(Band(clause[: times.start()], low, high, times=True))
        for sums in SUMS.finditer(company):
            low, high = yuan(sums[1], sums[2]), yuan(sums[3], sums[4])
            several.append(Band(clause[: sums.start()], low, high))
    return several


def fitting(text: str, facts: dict[str, bool], gain: int) -> Band | None:
    """The band for a case: each fact is words of a clause, and whether the case meets them."""
    limit = LIMIT.search(text)
    enough = gain > 0 and (limit is None or gain >= numeral(limit[1]) * 10_000)
    several = bands(text)
    by_gain = any(band.times for band in several)
    fits: list[tuple[int, int]] = []
    for place, band in enumerate(several):
        terms = [met for words, met in facts.items() if re.search(words, band.words)]
        if by_gain and ("违法所得" in band.words or band.times):
            terms.append(enough == band.times)
        if all(terms):
            fits.append((len(terms), place))
    return several[max(fits)[1]] if fits else None
