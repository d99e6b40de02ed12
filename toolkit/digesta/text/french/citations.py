"""Articles that a French text cites (``fr-citation/1``; numbered decisions: ``decisions``).

``articles_in`` reads "art. L. 442-1, I, 2° du code de commerce", "articles 1240 et 1241 C. civ.",
"C. civ., art. 1240", "articles 1240 à 1245": a head (article, art.), then numbers with their
divisions, parted by a comma, "et", "ou" or "à", then perhaps a text, which holds for all of them;
a text right before the head holds where none follows. Of a range only the ends are read: a code
may hold articles between them that no arithmetic gives (1245-1). "1er" and "premier" are 1,
"L. 442-1" and "L442-1" are one. A single capital belongs to a number ("39 A") unless it is a
Roman numeral, which is a division ("L. 442-1 I"). Divisions named before the article ("le 2° du I
de l'article ...") are not read. "Et suivants" names no further article. After a text the list may
go on with another ("5 et 6 du RGPD et 8 de la Charte"), where that text is named.

An article in its former version ("1382 ancien", "code civil ancien") is ``former``, and another
one than today's; "1382 (devenu 1240)" and "1240 (ancien 1382)" are both, each by its number.

Texts have their full names in lower case ("code civil"), regulations, directives and laws their
numbers ("règlement 2016/679", "loi 78-17"); one that is not known, or another country's ("code
civil belge"), is empty. Everything is linear: white space is collapsed first, every repetition is
bounded, a search goes on where the last ended.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from digesta.text.french.texts import FOREIGN, TEXTS, compact
from digesta.text.normal_form import TYPOGRAPHIC, text_1


class CitedArticle(NamedTuple):
    """An article cited, or a range of them.

    text: the name of its code or treaty; empty where none is known. number: without spaces and
    points ("L442-1", "1240", "39A", "199bis"). divisions: from the larger to the smaller ("I",
    "2°", "al. 3", "§ 1", "a"). last: the last number of a range; empty where it is one article.
    former: it is cited in a version, or under a number, that is no longer in force.
    """

    text: str
    number: str
    divisions: tuple[str, ...] = ()
    last: str = ""
    former: bool = False


class _ArticleList(NamedTuple):
    """The articles of one list, and where the list ends."""

    articles: list[CitedArticle]
    end: int


def articles_in(text: str) -> tuple[CitedArticle, ...]:
    """Return the articles that a text cites, in order (``fr-citation/1``).

    >>> articles_in("l'article 1er de la Constitution")
    (CitedArticle(text='constitution', number='1', divisions=(), last='', former=False),)
    >>> cited = articles_in("art. L. 442-1, I, 2° et L. 442-4 du code de commerce")
    >>> [article.number for article in cited]
    ['L442-1', 'L442-4']
    """
    plain = plain_french(text)
    cited: list[CitedArticle] = []
    end, name = 0, ""
    while head := _HEAD.search(plain, end):
        before = _TEXT_BEFORE.search(plain, max(end, head.start() - _LONGEST_TEXT), head.start())
        articles, end = _list_at(plain, head.end())
        while articles:
            after = _TEXT_AFTER.match(plain, end)
            end = after.end() if after else end
            name = _text_named(after or before, name)
            old = bool(head["old"]) or _is_old(after or before)
            cited += [
                article._replace(text=name, former=article.former or old) for article in articles
            ]
            articles, end = _next_list(plain, end) if after else _ArticleList([], end)
    return tuple(cited)


def fr_article_1(text: str) -> str:
    """Return the number of the one article that a text is; its words in ``text/1`` otherwise.

    A code's name after it is no part of the number.

    >>> fr_article_1("L. 1225-65-1"), fr_article_1("art. 1240 du code civil"), fr_article_1("6")
    ('L1225-65-1', '1240', '6')
    """
    plain = plain_french(text).strip(" .")
    head = _ARTICLE.match(plain)
    match = _NUMBER.match(plain, head.end() if head else 0)
    whole = match and (head or match["series"]) and _OF_CODE.fullmatch(plain, match.end())
    return _number(match) if match and whole else text_1(text)


def plain_french(text: str) -> str:
    """Return a text with white space collapsed, ASCII quotes and dashes, and no accents but à's."""
    folded = unicodedata.normalize("NFC", text).translate(_TO_PLAIN)
    return " ".join(folded.split())


def _next_list(plain: str, at: int) -> _ArticleList:
    """Return the list after a text, if it has a text of its own; else an empty one."""
    joint = _JOINT.match(plain, at)
    if joint is None or joint["word"] == "à":
        return _ArticleList([], at)
    articles, end = _list_at(plain, joint.end())
    return _ArticleList(articles, end) if _TEXT_AFTER.match(plain, end) else _ArticleList([], at)


def _list_at(plain: str, at: int) -> _ArticleList:
    """Return the list that starts at a place: numbers with their divisions."""
    articles: list[CitedArticle] = []
    word = ""
    while match := _NUMBER.match(plain, at):
        number, at = _number(match), match.end()
        if word == "à" and not articles[-1].last:
            articles[-1] = articles[-1]._replace(last=number)
        else:
            divisions = []
            while division := _DIVISION.match(plain, at):
                divisions.append(_division(division))
                at = division.end()
            articles.append(CitedArticle("", number, tuple(divisions)))
        at = _mark_former(plain, at, articles)
        joint = _JOINT.match(plain, at)
        if joint is None or not _NUMBER.match(plain, joint.end()):
            break
        word, at = joint["word"], joint.end()
    return _ArticleList(articles, at)


def _mark_former(plain: str, at: int, articles: list[CitedArticle]) -> int:
    """Read what follows a number: suivants, ancien, (devenu 1240); return where that ends."""
    if onward := _ONWARD.match(plain, at):
        at = onward.end()
    old = _OLD.match(plain, at)
    if old is None:
        return _renumber(plain, at, articles)
    for index in range(len(articles) - 1, -1, -1):
        if articles[index].former:
            break
        articles[index] = articles[index]._replace(former=True)
        if not old["all"]:
            break
    return old.end()


def _renumber(plain: str, at: int, articles: list[CitedArticle]) -> int:
    """Read the new or old numbers of the last articles; return where they end."""
    match = _RENUMBERED.match(plain, at)
    if match is None:
        return at
    others, end = _numbers(plain, match.end())
    closed = plain[end : end + 1] == ")"
    if not others or bool(match["open"]) is not closed:
        return at
    if match["now"]:
        articles[-len(others) :] = [
            article._replace(former=True) for article in articles[-len(others) :]
        ]
    articles += [CitedArticle("", number, former=not match["now"]) for number in others]
    return end + closed


def _numbers(plain: str, at: int) -> tuple[list[str], int]:
    """Return numbers alone, parted by a comma or "et", and where they end."""
    numbers: list[str] = []
    end = at
    while match := _NUMBER.match(plain, at):
        numbers.append(_number(match))
        end = match.end()
        joint = _AND.match(plain, end)
        if joint is None:
            break
        at = joint.end()
    return numbers, end


def _number(match: re.Match[str]) -> str:
    if match["first"]:
        return "1"
    series = (match["series"] or "").replace(".", "").replace(" ", "").upper()
    rest = (match["rest"] or "").replace(" ", "")
    return f"{series}{match['number']}{rest}"


def _division(match: re.Match[str]) -> str:
    kind = match.lastgroup or ""
    written = match[kind]
    if kind in {"alinea", "ordinal"}:
        return f"al. {_ORDINALS.get(written.lower(), written)}"
    if kind == "paragraph" or (kind == "bracket" and written.isdigit()):
        return f"§ {written}"
    return f"{written}°" if kind == "degree" else written


def _text_named(match: re.Match[str] | None, last: str) -> str:
    """Return the name of the matched text; "du même code" is the last one named."""
    if match is None or match["foreign"]:
        return ""
    if match["same"]:
        return last
    for kind, name in (("regulation", "règlement"), ("directive", "directive"), ("law", "loi")):
        if match[kind]:
            return f"{name} {match[kind]}"
    return _NAMES[compact(match["text"])]


def _is_old(match: re.Match[str] | None) -> bool:
    """Return whether the matched text is a former one: l'ancien code civil."""
    return match is not None and bool(match["old"] or match["past"])


def _pattern_of(name: str) -> str:
    """Return a regular expression for a name; points, and spaces after them, may be left out."""
    return r"\.? ?".join(map(re.escape, re.split(r"\. ?", name.removesuffix(".")))) + (
        r"\.?" if name.endswith(".") else ""
    )


_UNACCENTED = str.maketrans("âäçéèêëîïôöùûüÿÂÄÇÉÈÊËÎÏÔÖÙÛÜŸ", "aaceeeeiioouuuyAACEEEEIIOOUUUY")
_TO_PLAIN = {ord(old): new for new, olds in TYPOGRAPHIC.items() for old in olds} | _UNACCENTED
_SPELLINGS = {
    spelling.translate(_UNACCENTED): name
    for name, others in TEXTS.items()
    for spelling in (name, *others)
}
_NAMES = {compact(spelling): name for spelling, name in _SPELLINGS.items()}
_LONGEST_TEXT = 100
_KNOWN = "|".join(map(_pattern_of, sorted(_SPELLINGS, key=len, reverse=True)))
_UNION = r"(?:\((?:UE|CE|CEE)\) ?)?(?:n° ?)?"
_TEXT = (
    rf"(?:(?P<text>{_KNOWN})|(?P<same>meme (?:code|texte|traite|reglement)|(?<=du)dit code)"
    rf"|reglement {_UNION}(?P<regulation>[0-9]{{2,4}}/[0-9]{{1,4}})"
    rf"|directive {_UNION}(?P<directive>[0-9]{{2,4}}/[0-9]{{1,4}})(?:/(?:UE|CEE|CE))?"
    r"|loi (?:n° ?)?(?P<law>[0-9]{2,4}-[0-9]{1,4}))"
)
_TEXT_AFTER = re.compile(
    r"(?i),?(?: ?\(| )(?:du(?=dit)|du |de la |de l'|des |de )?(?P<old>ancien(?:ne)? )?"
    rf"{_TEXT}(?![a-z0-9])(?P<past> ancien(?:ne)?(?![a-z]))?(?P<foreign> (?:{FOREIGN})(?![a-z]))?"
)
_TEXT_BEFORE = re.compile(
    rf"(?i)(?<![a-z0-9])(?P<old>ancien(?:ne)? )?{_TEXT}(?P<past> ancien(?:ne)?)?"
    r"(?P<foreign>(?!))?(?:,| ?:)? ?(?:l'|les |son |ses |aux? )?\Z"
)
_HEAD = re.compile(
    r"(?<![A-Za-z0-9])(?P<old>[Aa]nciens? )?(?:[Aa]rticles?|ARTICLES?|[Aa]rts?\.|[Aa]rt) ?"
)

_ABBREVIATED = "civ|com|pr|pen|trav|cons|mon|assur|urb|envir"
_LATIN = "(?:bis|ter|quater|quinquies|sexies|septies|octies|nonies|decies|[a-z]{2,6}decies)"
_MONTH = "janv|fevr|mars|avr|mai|juin|juil|aout|sept|oct|nov|dec"
_NUMBER = re.compile(
    r"(?:(?P<first>1er|premier)|(?P<series>(?:[Ll]\.? ?[Oo]|[LRDAlrda])\.?\*?\.? ?)?"
    r"(?P<number>[1-9][0-9]{0,4}(?:-[0-9]{1,4}){0,3})"
    rf"(?P<rest>(?: {_LATIN}(?:-[0-9])?)?(?: ?[A-HJ-UWYZ](?![A-Za-z.'])(?! (?:{_ABBREVIATED})))?"
    rf"(?: {_LATIN})?))(?![0-9A-Za-z°/])(?!\.[0-9])(?! ?(?:%|€|euro|[0-9]{{3}}|{_MONTH}|ans|jours))"
)
_OF_CODE = re.compile(r"(?:,? (?:du )?(?:code|c\.)[a-z' .-]{0,60})?", re.IGNORECASE)
_ARTICLE = re.compile(r"art(?:icle)?\.? ?", re.IGNORECASE)
_ORDINALS = {
    **dict.fromkeys(("premier", "1er"), "1"),
    **dict.fromkeys(("deuxieme", "second", "2e"), "2"),
    **dict.fromkeys(("troisieme", "3e"), "3"),
    **dict.fromkeys(("quatrieme", "4e"), "4"),
    **dict.fromkeys(("cinquieme", "5e"), "5"),
    "6e": "6",
}
_DIVISION = re.compile(
    r"(?:, ?| ?- ?| )?(?:"
    r"(?<=[ ,-])(?P<roman>[IVX]{1,5}(?:-[A-Z])?)(?![A-Za-z0-9'])"
    r"|(?<=[ ,-])(?P<degree>[0-9]{1,2}) ?°(?! ?[0-9])"
    r"|(?<=[ ,-])(?:point )?(?P<letter>[a-z])\)"
    r"|(?<=[ ,-])(?:al\.?|alinea) (?P<alinea>1er|[0-9]{1,2})(?![0-9a-z])"
    rf"|(?<=[ ,-])(?P<ordinal>{'|'.join(_ORDINALS)}|dernier) (?:al\.|alinea)"
    r"|(?:(?<=[ ,-])(?:paragraphe |par\. )|§ ?)(?P<paragraph>[0-9]{1,2})(?![0-9])"
    r"|\((?P<bracket>[0-9]{1,2}|[a-z])\))"
)
_JOINT = re.compile(r",? (?P<word>et|ou|à) |, ?")
_AND = re.compile(r" et |, ?")
_ONWARD = re.compile(r",? (?:et )?(?:suivants?(?![a-z])|suiv\.|ss?\.)")
_OLD = re.compile(r",? \(?(?:ancien|anc\.)(?P<all>s)?\)?(?![a-z]| ?(?:art|[0-9LRDA]))")
_RENUMBERED = re.compile(
    r",? ?(?P<open>\()?(?:(?P<now>devenus?)|(?(open)(?:anciens?|anc\.|anciennement|ex)|(?!))) "
    r"(?:(?:les |l')?(?:articles?|art\.) )?"
)
