"""An article's versions in order of time: what is known of each, and what makes them doubtful."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from authoring.legi.package import Article, ListedVersion

_NUMBER = re.compile(r"\bn\s?[°º]\s?((?:19|20)?\d{2}-\d{1,5})\b|\b((?:19|20)?\d{2}-\d{1,5}) \d{4}-")
LONGEST_WAIT = 2
"""Years from a text to the versions that it is taken to have made."""
STILL_BORN = "MODIFIE_MORT_NE"
REPEALED = "ABROGE"
_OPEN = "9999-12-31"


class Version(NamedTuple):
    """A version, in force or never. titles: of the texts that made it; None: not known.

    numbers: of the one text that made it; empty where that is not known.
    """

    version_id: str
    start: str
    end: str | None
    state: str
    text: str
    numbers: tuple[str, ...]
    titles: tuple[str, ...] | None

    @property
    def never(self) -> bool:
        """Return whether it was never in force."""
        return self.end is not None and self.end <= self.start


class VersionChain(NamedTuple):
    """An article through time. place: title and chapter, by its number and its headings."""

    article_id: str
    body: str
    number: str
    place: tuple[str | None, str | None]
    versions: tuple[Version, ...]
    overlap: bool

    @property
    def in_force(self) -> tuple[Version, ...]:
        """Return the versions that were in force."""
        return tuple(version for version in self.versions if not version.never)


class Doubt(Enum):
    """Why nothing is asked about an article."""

    OVERLAP = "two of its versions overlap"
    MOVED = "it, or a version of it, had another number, or was annulled"
    GAP = "it was out of force for a time, and its repeal is not recorded"
    SAME = "two versions in succession have the same words"
    PLACE = "its chapter is none of a number"


def chain_of(
    article: Article, body: str, known: Mapping[str, Article], *, first_day: str, horizon: str
) -> VersionChain:
    """Return an article's versions from the first day on, up to the horizon."""
    versions = [
        _version(listed, known, first_day=first_day, horizon=horizon)
        for listed in sorted(article.versions, key=_in_time)
        if (listed.end > first_day and listed.start <= horizon) or _is_still_born(listed, first_day)
    ]
    name = f"{body}_art_{article.number}".lower()
    clear, overlap = _without_overlaps(versions)
    return VersionChain(name, body, article.number, _place(article), tuple(clear), overlap)


def doubt_of(chain: VersionChain) -> Doubt | None:
    """Return why nothing is asked about an article, the gravest reason first."""
    in_force = chain.in_force
    if chain.overlap:
        return Doubt.OVERLAP
    states = {version.state for version in chain.versions}
    if states & {"TRANSFERE", "ANNULE", "PERIME"}:
        return Doubt.MOVED
    if any(a.end != b.start and a.state != REPEALED for a, b in pairwise(in_force)):
        return Doubt.GAP
    if any(a.text and a.text == b.text for a, b in pairwise(in_force)):
        return Doubt.SAME
    return Doubt.PLACE if chain.place[1] is None else None


def _without_overlaps(versions: Sequence[Version]) -> tuple[list[Version], bool]:
    """Return versions that end where the next begins at the latest, and whether one did not."""
    clear = list(versions)
    alive = [at for at, version in enumerate(versions) if not version.never]
    wrong = [at for at, after in pairwise(alive) if (clear[at].end or _OPEN) > clear[after].start]
    for at in wrong:
        after = next(n for n in alive if n > at)
        clear[at] = clear[at]._replace(end=clear[after].start)
    return clear, bool(wrong)


def _in_time(listed: ListedVersion) -> tuple[str, bool, str]:
    return listed.start, listed.start < listed.end, listed.end


def _is_still_born(listed: ListedVersion, first_day: str) -> bool:
    return listed.state == STILL_BORN and first_day < listed.end <= listed.start


def _version(
    listed: ListedVersion, known: Mapping[str, Article], *, first_day: str, horizon: str
) -> Version:
    article = known.get(listed.version_id)
    start = max(listed.start, first_day)
    original = start == first_day
    titles = None if article is None or original else article.links
    numbers = {match[1] or match[2] for title in titles or () for match in _NUMBER.finditer(title)}
    every = titles is not None and len(titles) > 0 and all(map(_NUMBER.search, titles))
    return Version(
        listed.version_id,
        start,
        None if listed.end > horizon and listed.end >= start else listed.end,
        listed.state,
        article.text if article else "",
        tuple(numbers) if every and len(numbers) == 1 and _timely(numbers, start) else (),
        titles,
    )


def _timely(numbers: Iterable[str], start: str) -> bool:
    """Return whether texts are of the year of a version or of the two before.

    To versions of later years LEGI goes on linking texts of deferred effect that made earlier ones;
    where it links several, they are not told apart.
    """
    years = [int(number.partition("-")[0]) for number in numbers]
    return all(int(start[:4]) - year <= LONGEST_WAIT for year in years)


def _place(article: Article) -> tuple[str | None, str | None]:
    """Return the numbers of title and chapter: digits three and four of the article's number.

    None where the headings say otherwise.
    """
    title, chapter = article.number[3], article.number[4]
    kinds = [_heading(words) for words in article.headings]
    stated = {kind: number for kind, number in kinds if kind}
    if stated.get("Titre") != int(title):
        return None, None
    return title, chapter if stated.get("Chapitre") == int(chapter) else None


_HEADING = re.compile(r"(Titre|Chapitre) ([IVX]+|Ier|unique)\b")
_NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_ROMAN = {word: number for number, word in enumerate(_NUMERALS, start=1)} | {"Ier": 1, "unique": 1}


def _heading(words: str) -> tuple[str, int]:
    match = _HEADING.match(words)
    return (match[1], _ROMAN.get(match[2], 0)) if match else ("", 0)
