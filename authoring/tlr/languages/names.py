"""Articles, divisions and days in words, in two languages."""

from __future__ import annotations

import re
from typing import Literal

from authoring.tlr.languages.shape import LawWords
from digesta_generate.temporal.names import roman

Language = Literal["en", "fr", "pt"]

_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro "
    "dezembro",
}
_DIVISIONS = {
    "en": {"tit": "Title", "cap": "Chapter", "sec": "Section", "sub": "Subsection"},
    "fr": {"tit": "titre", "cap": "chapitre", "sec": "section", "sub": "sous-section"},
    "pt": {"tit": "Título", "cap": "Capítulo", "sec": "Seção", "sub": "Subseção"},
}


def day_in(day: str, language: Language) -> str:
    """Return a day in words.

    >>> day_in("2009-11-11", "pt"), day_in("2000-01-01", "pt"), day_in("2000-01-01", "fr")
    ('11 de novembro de 2009', '1º de janeiro de 2000', '1er janvier 2000')
    """
    year, month, number = (int(part) for part in day.split("-"))
    name = _MONTHS[language].split()[month - 1]
    if language == "en":
        return f"{number} {name} {year}"
    if language == "fr":
        return f"{'1er' if number == 1 else number} {name} {year}"
    return f"{'1º' if number == 1 else number} de {name} de {year}"


_ARTICLE = {"en": "Article", "fr": "article"}


def _numeral(number: int, language: Language) -> str:
    return "Ier" if (number, language) == (1, "fr") else roman(number)


def article_in(article: str, language: Language, words: LawWords) -> str:
    """Return an article's name, such as ``Article 103-B of the ADCT``, ``art. 6º do ADCT``."""
    body, _, plain = article.split("_")
    # L1-2 is written L. 1-2.
    number = re.sub(r"^([A-Z]+)(?=[0-9])", r"\1. ", plain.upper())
    if language != "pt":
        return f"{_ARTICLE[language]} {number} {words.bodies[body]}"
    ordinal = "º" if len(number) == 1 else ""
    return f"art. {number}{ordinal} {words.bodies[body]}"


def scope_in(scope: str, language: Language, words: LawWords) -> str:
    """Return a division's name, the narrowest part first: ``Chapter I of Title IV of the ADCT``."""
    body, *parts = scope.split("_")
    if not parts:
        return words.whole.get(body, words.bodies[body])
    pairs = list(zip(parts[::2], parts[1::2], strict=True))[::-1]
    names = [
        f"{_DIVISIONS[language][kind]} {_numeral(int(number), language)}" for kind, number in pairs
    ]
    if language == "en":
        return f"{' of '.join(names)} {words.bodies[body]}"
    if language == "fr":
        return f"{' du '.join(names)} {words.bodies[body]}"
    joined = names[0]
    for (kind, _), name in zip(pairs[1:], names[1:], strict=True):
        joined += f" {'do' if kind in {'tit', 'cap'} else 'da'} {name}"
    return f"{joined} {words.bodies[body]}"
