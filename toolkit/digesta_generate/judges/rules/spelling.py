"""One writing for what French lawyers write in many: names of texts, articles, sums and days.

``spell_alike`` rewrites a sentence so that ``rules_1`` reads more of it. What it adds: codes that
``digesta.text.french.texts`` lacks and other abbreviations; an article without the word (``L.
1226-10 C. trav.``, ``6 RGPD``, ``(2241)``); numbers in words, ``M€`` as millions, ``Md€`` as
milliards; hence days in words. Passages shown remain the sentence as it stands in the answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from digesta.package_files import json_file
from digesta.text.french.citations import plain_french
from digesta.text.french.values import MONTHS

_DATA: Mapping[str, Any] = json_file(__package__, "spellings.json")
_NAMES: Mapping[str, str] = _DATA["texts"]
"""A regular expression of how a text is written -> its name, as checks have it."""

EMPTY: Sequence[str] = _DATA["empty"]
"""Words that stand in any criterion, or in any sentence."""


def spell_alike(sentence: str) -> str:
    """Return a sentence with texts, articles, sums and days in the writing that is read.

    >>> spell_alike("L. 1226-10 C. trav. : vingt-deux mille cinq cents euros (36 M€)")
    'art. L. 1226-10 C. trav. : 22500 euros (36 millions €)'
    """
    text = plain_french(_DUE.sub("exigible", sentence))
    for pattern, name in _names():
        text = pattern.sub(name, text)
    text = _SERIES.sub(r"art. \g<0>", text)
    text = _IN_BRACKETS.sub(r"(art. \1", text)
    text = _BEFORE_TEXT.sub(r"art. \g<0>", text)
    text = _MANY.sub(lambda match: f" {_TIMES[match[1][:2].lower()]} €", text)
    return _SPELLED.sub(_in_digits, text)


@cache
def _names() -> list[tuple[re.Pattern[str], str]]:
    return [
        (re.compile(rf"(?<![A-Za-z0-9]){form}(?![A-Za-z0-9])"), name)
        for form, name in _NAMES.items()
    ]


def _in_digits(match: re.Match[str]) -> str:
    words = [word for word in re.split(r"[ -]", match[0].lower()) if word != "et"]
    dated = _MONTH_NEXT.match(match.string, match.end())
    if len(words) == 1 and words[0] != "mille" and not dated:
        return match[0]  # One word is read as it stands, and may be no number: un, neuf, cent.
    whole = part = 0
    for word in words:
        value = _VALUES[word]
        if value >= _THOUSAND:
            whole, part = whole + (part or 1) * value, 0
        else:
            rest = part % _HUNDRED
            four_score = value == _TWENTY and rest == _VALUES["quatre"]
            times = value == _HUNDRED or four_score
            part = part - rest + max(rest, 1) * value if times else part + value
    return "1er" if words == ["premier"] else str(whole + part)


_VALUES: Mapping[str, int] = _DATA["numbers"]
_TWENTY, _HUNDRED, _THOUSAND = 20, 100, 1000
_DUE = re.compile(r"\bdûe?s?\b")
"""Without its accent it would be the article: "art. 17, dû au plus tard" is of no text."""
_TIMES = {"m€": "millions", "me": "millions", "md": "milliards"}
_MANY = re.compile(r" ?(?<=[0-9 ])(M€|MEUR|Mds? ?€)")
_WORD = "|".join(sorted(set(_VALUES) - {"premier"}, key=len, reverse=True))
_MONTH_NEXT = re.compile(rf"(?i) (?:{'|'.join(map(plain_french, MONTHS))})(?![a-z])")
_SPELLED = re.compile(
    rf"(?i)(?<![\w-])(?:(?:{_WORD})(?:(?:-et-| et |[ -])(?:{_WORD}))*|premier)(?![\w-])"
)
_SERIES = re.compile(
    r"(?<![\w.-])(?<!art\. )(?<!arts\. )(?<!articles )(?<!article )(?<!et )(?<!, )(?<!à )(?<!ou )"
    r"[LRD]\.? ?\*?\.? ?[1-9][0-9]{2,4}-[0-9]"
)
_IN_BRACKETS = re.compile(r"\(([1-9][0-9]{2,3}(?:-[0-9]{1,2})?)(?=[ ,;)])(?! ?(?:€|euros|mots))")
_BEFORE_TEXT = re.compile(
    r"(?<![\w.,/-])(?<![LRD] )(?<![LRD*]\. )(?<!art\. )(?<!articles )(?<!article )(?<!n° )(?<!et )"
    r"(?<!à )"
    r"[1-9][0-9]{0,3}(?:-[0-9]{1,2})?(?:,? ?(?:§|al\.) ?[0-9]{1,2}){0,2},? "
    r"(?=RGPD|TFUE|TUE|C\. ?civ|C\. ?com|C\. ?pen|CPC|DSA|DMA|reglement 20|C\. ?trav)"
)
