"""Citations of Chinese law in a text: which article of which law, exactly (``zh-citation/1``).

Reads 《law》第N条(之M)(第N款)(第N项), with

* numbers of ``zh/1`` (第四十六条 = 第46条 = 第４６条), and 之一 kept apart (第120条之一);
* one law for several articles (第四十六条、第四十八条; 第四十六、四十八条), ranges
  (第三十条至第三十二条: 30, 31, 32; wider than ``WIDEST`` only its ends), articles run together
  (第二十一条四十六条) or without 第 directly after the law or another article;
* a version after the law or inside its marks: 《银行业监督管理法》（2006年修正）;
* 《》 inside 《》 as 〈〉, and < > as 〈〉; HTML entities (&#12298; &quot; &lt;), read once; white
  space anywhere, full-width signs; a law without marks directly before 第 (商业银行法第七条);
* a law without any article: a citation with no article. An article without any law: law "";
* the grammar's words in traditional characters too (第四十六條、第一項; names stay as written).

Everything else is passed over: document numbers (云银发〔2016〕7号), words. A mark without a
partner is no mark. Time is linear in the text and in the articles returned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from digesta.text.chinese.clean import clean_text, named_parts
from digesta.text.chinese.numerals import CHARACTERS, zh_int

WIDEST = 50
"""Articles that a range may span to be read as all of them."""

HIGHEST = 9999
"""The highest number that is read as an article's, a paragraph's or an item's."""


class ArticleNumber(NamedTuple):
    """An article's number; ``inserted`` is M of 第N条之M, 0 without."""

    number: int
    inserted: int = 0

    def __str__(self) -> str:
        """Return ``46``, or ``120-1`` for 第一百二十条之一."""
        return f"{self.number}-{self.inserted}" if self.inserted else str(self.number)


class LawCitation(NamedTuple):
    """An article of a law as a text cites it.

    law: the name without its marks, spaces dropped, "" where none is named. version: as the
    text has it, such as ``2006年修正``. article: None where the law alone is cited.
    paragraphs, subparagraphs: numbers of 款 and 项, in the order of the text.
    """

    law: str
    article: ArticleNumber | None = None
    version: str = ""
    paragraphs: tuple[int, ...] = ()
    subparagraphs: tuple[int, ...] = ()


class LawName(NamedTuple):
    """A law's name without its marks, and the version that stands with it."""

    name: str
    version: str = ""


def zh_citation_1(text: str) -> Iterator[LawCitation]:
    """Return the citations of a text in its order, repeated ones each time.

    >>> [(c.law, str(c.article)) for c in zh_citation_1("《商业银行法》第七十三条至第７５条")]
    [('商业银行法', '73'), ('商业银行法', '74'), ('商业银行法', '75')]
    >>> list(zh_citation_1("《刑法》第一百二十条之一第二款"))
    [LawCitation(law='刑法', article=ArticleNumber(number=120, inserted=1), version='', paragraphs=(2,), subparagraphs=())]
    """  # noqa: E501 - a doctest's output is one line
    for name, tail in named_parts(clean_text(text)):
        law = LawName("") if name is None else name_and_version(name)
        if name is not None and not law.version and (match := _VERSION.match(tail)):
            law = law._replace(version=match[1])
        yield from _Tail(law, tail, alone=name is not None).citations()


def law_name(text: str) -> LawName:
    """Return a law's name as in citations: without marks and spaces, its version apart.

    >>> law_name("《银行业监督管理法（2006年修正）》")
    LawName(name='银行业监督管理法', version='2006年修正')
    """
    name = clean_text(text)
    parts = [inside for inside, _ in named_parts(name) if inside is not None]
    law = name_and_version(parts[0] if parts else name)
    match = _VERSION_AT_END.search(name) if parts and not law.version else None
    return law._replace(version=match[1]) if match else law


def article_of(text: str) -> ArticleNumber | None:
    """Return the article that a text is the number of; None where it is none.

    >>> article_of("46") == article_of("第四十六条") == article_of("４６") == ArticleNumber(46)
    True
    >>> article_of("120-1") == article_of("一百二十条之一") == ArticleNumber(120, 1)
    True
    """
    match = _ARTICLE.fullmatch(clean_text(text))
    if match is None:
        return None
    number, inserted = (_number(part) for part in (match[1], match[2]))
    if number is None or (inserted is None and match[2]):
        return None
    return ArticleNumber(number, inserted or 0)


def year_of(version: str) -> int | None:
    """Return the year that a version names; None where it names none.

    >>> year_of("2006年修正"), year_of("二〇〇六年修正"), year_of("修订")
    (2006, 2006, None)
    """
    match = _YEAR.search(version)
    return zh_int(match[1]) if match else None


def name_and_version(name: str) -> LawName:
    """Return a cleaned name and the version at its end, apart."""
    match = _VERSION_AT_END.search(name)
    return LawName(name[: match.start()], match[1]) if match else LawName(name)


_NUM = f"[{CHARACTERS}]"
_ARTICLE = re.compile(rf"第?({_NUM}++)[条條]?(?:[之-]({_NUM}++))?")
_YEAR = re.compile(rf"(?<!{_NUM})({_NUM}{{4}})(?!{_NUM})")
_VERSION = re.compile(
    rf"\(((?:1[89]|20)[0-9]{{2}}(?:[年./-][^()]{{0,24}})?|{_NUM}{{4}}年[^()]{{0,24}}"
    r"|[^()]{0,24}(?:修正|修[订訂]|修改|版)[^()]{0,6})\)"
)
_VERSION_AT_END = re.compile(rf"{_VERSION.pattern}\Z")
_TOKEN = re.compile(
    rf"""(?P<di>第)?\(?(?P<value>{_NUM}++)\)?(?P<unit>[条款项目])?(?:之(?P<inserted>{_NUM}++))?
    | 之(?P<again>{_NUM}++)
    | (?P<range>至|到|[-~]++)
    | (?P<list>以?及|[、,;和与或])
    | [^{CHARACTERS}第之至到~、,;和与或以及(-]++
    | .""",
    re.VERBOSE | re.DOTALL,
)
_LOOK_BACK = 60
_STOPS = ",;、。:"
_LEADING = re.compile(
    r"(?:依据|根据|按照|依照|违反|适用|参照|触犯|不?符合|以及|及|和|与|或|了|的|即|上述|前述|该)++"
)
_LAW_LIKE = re.compile(
    r".{1,56}(?:法|条例|办法|规定|规则|细则|决定|通知|解释|意见|指引|准则|章程"
    rf"|修正案(?:\({_NUM}{{1,4}}\))?)"
)
# What points back to the law before: 同法第三条, 该办法第五条.
_REFERENCE = re.compile(r"[本同此其]?(?:法|办法|条例|规定|规则|细则|决定|通知|解释|意见)")


# Words of the grammar and of kinds of laws; one character each, so that places stay the same.
_SIMPLIFIED = str.maketrans("條項與據適參觸違辦規則細決釋見準", "条项与据适参触违办规则细决释见准")


def _number(text: str | None) -> int | None:
    value = zh_int(text) if text else None
    return value if value is not None and 0 < value <= HIGHEST else None


class _Tail:
    """What follows a law's name, read from left to right."""

    def __init__(self, law: LawName, text: str, *, alone: bool) -> None:
        self._law = law
        self._written = text
        self._text = text.translate(_SIMPLIFIED)
        self._alone = alone
        self._done: list[LawCitation] = []
        self._article: ArticleNumber | None = None
        self._details: dict[str, list[int]] = {"款": [], "项": [], "目": []}
        self._waiting: list[tuple[ArticleNumber, bool]] = []
        self._chained = alone
        self._ranged = False
        self._read_to = 0

    def citations(self) -> Iterator[LawCitation]:
        """Return the citations; the law alone where no article follows."""
        for token in _TOKEN.finditer(self._text):
            self._take(token)
            yield from self._done
            self._done.clear()
        self._close()
        self._close_alone()
        yield from self._done

    def _take(self, token: re.Match[str]) -> None:
        value = _number(token["value"] or token["again"])
        if value is not None and token["again"]:
            self._insert(value)
        elif value is not None:
            self._count(token, value)
        elif token["range"]:
            self._ranged = self._chained
        elif not token["list"] and not self._is_version(token):
            self._chained = self._ranged = False
            self._waiting.clear()

    def _is_version(self, token: re.Match[str]) -> bool:
        """Return whether a token stands within the version that opens the text."""
        match = _VERSION.match(self._text) if token.start() <= _LOOK_BACK else None
        return match is not None and token.end() <= match.end()

    def _count(self, token: re.Match[str], value: int) -> None:
        if self._is_version(token):
            return
        if token["di"] and not self._chained:
            self._look_back(token.start())
        if not (token["di"] or self._chained):
            return
        self._chained = True
        unit = token["unit"]
        if unit in (None, "条"):
            article = ArticleNumber(value, _number(token["inserted"]) or 0)
            self._waiting.append((article, self._ranged))
            self._ranged = False
            if unit:
                self._flush()
                self._read_to = token.end()
        else:
            self._detail(unit, value)
            self._read_to = token.end()

    def _insert(self, value: int) -> None:
        """Read 之二 in 第五条之一、之二."""
        if self._chained and self._article is not None:
            self._waiting.append((ArticleNumber(self._article.number, value), self._ranged))
            self._ranged = False
            self._flush()

    def _look_back(self, start: int) -> None:
        """Take a law that is named without marks directly before 第."""
        before = self._text[max(self._read_to, start - _LOOK_BACK) : start]
        law = name_and_version(before)
        piece = law.name[max(law.name.rfind(stop) for stop in _STOPS) + 1 :]
        name = piece[match.end() :] if (match := _LEADING.match(piece)) else piece
        if _REFERENCE.fullmatch(name) is None and _LAW_LIKE.fullmatch(name):
            self._close()
            self._close_alone()
            end = start - len(before) + len(law.name)
            self._law = LawName(self._written[end - len(name) : end], law.version)

    def _detail(self, unit: str, value: int) -> None:
        """Read 第一、二款: paragraphs or subparagraphs of the article before."""
        if self._article is not None:
            self._details[unit] += [article.number for article, _ in self._waiting]
            self._details[unit].append(value)
        self._waiting.clear()
        self._ranged = False

    def _flush(self) -> None:
        for article, ranged in self._waiting:
            before = self._article
            for each in _span(before, article) if ranged and before else (article,):
                self._close()
                self._article = each
        self._waiting.clear()

    def _close(self) -> None:
        if self._article is None:
            return
        paragraphs, subparagraphs = (tuple(self._details[unit]) for unit in "款项")
        law, version = self._law
        self._done.append(LawCitation(law, self._article, version, paragraphs, subparagraphs))
        self._article, self._alone = None, False
        for numbers in self._details.values():
            numbers.clear()

    def _close_alone(self) -> None:
        if self._alone:
            self._done.append(LawCitation(self._law.name, None, self._law.version))
        self._alone = False


def _span(first: ArticleNumber, last: ArticleNumber) -> Iterator[ArticleNumber]:
    """Yield the articles after the first up to the last; the last alone where it is too wide."""
    wide = last.number - first.number
    if first.inserted == last.inserted == 0 and 0 < wide <= WIDEST:
        yield from (ArticleNumber(number) for number in range(first.number + 1, last.number + 1))
    elif wide == 0 and 0 < last.inserted - first.inserted <= WIDEST:
        yield from (
            ArticleNumber(first.number, n) for n in range(first.inserted + 1, last.inserted + 1)
        )
    else:
        yield last
