"""Which language a text is written in, where its script or its function words say so.

Scripts that one language has here are told by their letters; English, French, Portuguese, Spanish,
German and Italian by the commonest words of each (``languages.json`` has all words, and every
threshold with its reason). Nothing is guessed: a short text, or one that mixes, has no language.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from typing import Any

from digesta.package_files import json_file

_WORD = re.compile(r"[^\W\d_]+")
_IDEOGRAPHS = frozenset({"han", "kana", "ko"})


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = json_file("digesta.text", "languages.json")
    return table


@cache
def _scripts() -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<{k}>[{v}]+)" for k, v in _table()["scripts"].items()))


@cache
def _languages_of_words() -> dict[str, list[str]]:
    """Return each function word with the languages that have it."""
    languages: dict[str, list[str]] = {}
    for language, words in _table()["words"].items():
        for word in words.split():
            languages.setdefault(word, []).append(language)
    return languages


@cache
def _threshold(name: str) -> float:
    return float(_table()["thresholds"][name][0])


def language_of(text: str) -> str:
    """Return the language of a text as ISO 639-1 code, or "" where it cannot be told.

    >>> language_of("The court held that the contract was void and of no effect.")
    'en'
    >>> language_of("Answer: B")
    ''
    """
    shown = unicodedata.normalize("NFC", text[: int(_threshold("characters"))])
    if len(shown) < min(_threshold("letters"), _threshold("words")):
        return ""  # most replies are a letter or two
    letters: Counter[str] = Counter()
    for run in _scripts().finditer(shown):
        letters[str(run.lastgroup)] += len(run.group())
    weights = {
        script: count * (_threshold("ideograph") if script in _IDEOGRAPHS else 1)
        for script, count in letters.items()
    }
    east = weights.pop("han", 0) + weights.pop("kana", 0)
    if east:
        weights["han"] = east
    script = max(sorted(weights), key=weights.__getitem__, default="")
    if not script or weights[script] < _threshold("script") * sum(weights.values()):
        return ""
    if script == "latin":
        return _by_words(shown)
    count = letters[script] + (letters["kana"] if script == "han" else 0)
    if count < _threshold("letters"):
        return ""
    if script != "han":
        return script
    return "ja" if letters["kana"] >= _threshold("kana") * count else "zh"


def _by_words(text: str) -> str:
    words = _WORD.findall(text.lower())
    known, hits = _languages_of_words(), Counter[str]()
    for word in words:
        hits.update(known.get(word, ()))
    (first, most), (_, next_most) = [*hits.most_common(2), ("", 0), ("", 0)][:2]
    sure = (
        len(words) >= _threshold("words")
        and most >= _threshold("hits")
        and most >= _threshold("share") * len(words)
        and most >= _threshold("lead") * next_most
    )
    return first if sure else ""


def language_name(tag: str) -> str:
    """Return a language's name in English, of a tag such as ``pt-BR``; the tag where it has none.

    >>> language_name("pt-BR"), language_name("la")
    ('Portuguese', 'la')
    """
    names: dict[str, str] = _table()["names"]
    return names.get(tag.partition("-")[0], tag)
