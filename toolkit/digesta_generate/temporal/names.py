"""Names of a law's parts as its own language has them: of passages, and to look for.

The names of the Brazilian constitution are here, those of another law in its ``law.json``.

>>> name_of("adct_art_6"), name_of("cf_art_103-b"), name_of("cf_tit_4_cap_1")
('art. 6º do ADCT', 'art. 103-B do texto permanente', 'Capítulo I do Título IV do texto permanente')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from digesta_generate.compilations.dated.records import InWords, LawFile

LEVELS = {
    "pt": {"tit": "Título", "cap": "Capítulo", "sec": "Seção", "sub": "Subseção"},
    "en": {"tit": "Title", "cap": "Chapter", "sec": "Section", "sub": "Subsection"},
    "fr": {"tit": "Titre", "cap": "Chapitre", "sec": "Section", "sub": "Sous-section"},
}
"""Language -> levels of divisions, widest first."""
OWN = "thislaw"
"""Replaces a law's own names in a question."""
_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_BODIES = {"cf": "texto permanente", "adct": "ADCT"}
_OF = r"(?:of(?: the)?|d[aou]s?|des?(?: la)?)\b"
_THE = re.compile(r"^(?:(?:the|os?|as?|le|la|les) |l')", re.IGNORECASE)


class LawNames(NamedTuple):
    """A law that has a ``law.json``, in words.

    articles: their ids, in force or not. own: names of the law itself. bodies: body -> pieces of
    each of its names, such as "book ii" and "part one"; none of a name that is the law's own.
    """

    file: LawFile
    articles: frozenset[str]
    own: frozenset[str]
    bodies: Mapping[str, Sequence[frozenset[str]]]

    def fold(self, words: str) -> tuple[str, list[str]]:
        """Return words with ``OWN`` for the law's names, and the bodies that they may mean.

        A body is named by all pieces of its name, in any order; any may be meant if none is.
        """
        pieces = {piece for names in self.bodies.values() for name in names for piece in name}
        seen = {piece for piece in pieces if re.search(rf"\b{re.escape(piece)}\b", words)}
        named = [body for body, names in self.bodies.items() if seen in names]
        own = "|".join(map(re.escape, sorted(self.own)))
        own += rf"|(?:the|this|ce) {self.file.type}|(?:le|du|au|o|do) {self.file.type}(?! \w)"
        every = "|".join([*map(re.escape, sorted(seen)), rf"(?:{own})(?! {_OF} (?!\d))"])
        return re.sub(rf"\b(?:{every})\b", OWN, words), named or [*self.bodies]


def law_names(file: LawFile, articles: Iterable[str]) -> LawNames:
    """Return a law's names as its ``law.json`` has them, in every language."""
    called = _plain(file.called)
    parts = {
        body: [_parts(name, " ".join(called)) for name in _plain(names)]
        for body, names in file.bodies.items()
    }
    own = {*called} | {name for names in parts.values() for name, _ in names if name}
    own |= {f"the {' '.join(name.split()[-2:])}" for name in own}
    bodies = {body: [pieces for _, pieces in names] for body, names in parts.items()}
    return LawNames(file, frozenset(articles), frozenset(own), bodies)


def lower(text: str) -> str:
    """Return a text in lower case, with ``i`` for the French ``Ier``."""
    return re.sub(r"\bier\b", "i", text.lower())


def name_of(component: str, law: LawNames | None = None) -> str:
    """Return the name of an article or a division, the narrowest part first."""
    body, *parts = component.split("_")
    levels = LEVELS.get(law.file.language if law else "pt", LEVELS["en"])
    pairs = list(zip(parts[::2], parts[1::2], strict=True))[::-1]
    names = [
        _article(number) if level == "art" else f"{levels[level]} {roman(int(number))}"
        for level, number in pairs
    ]
    if law is not None:
        known = law.file.bodies[body]
        where = getattr(known, law.file.language, None) or known.en
        return ", ".join([*names, _THE.sub("", where)])
    where = _BODIES.get(body, body.upper())
    if not parts:
        return where
    joined = names[0]
    for (level, _), name in zip(pairs[1:], names[1:], strict=True):
        joined += f" {'do' if level in {'tit', 'cap'} else 'da'} {name}"
    return f"{joined} do {where}"


def _plain(names: InWords) -> list[str]:
    """Return names without punctuation, and without the article that begins them."""
    words = (re.findall(r"[\w'-]+", lower(name or "")) for name in (names.en, names.pt, names.fr))
    return [_THE.sub("", " ".join(name)) for name in words if name]


def _parts(name: str, called: str) -> tuple[str, frozenset[str]]:
    """Return the end of a body's name that names the law, and the pieces of what is before it."""
    words = name.split()
    at = next(at for at in range(len(words) + 1) if f" {' '.join(words[at:])} " in f" {called}  ")
    pieces = (_THE.sub("", piece.strip()) for piece in re.split(rf"\b{_OF}", " ".join(words[:at])))
    return " ".join(words[at:]), frozenset(pieces) - {""}


def _article(number: str) -> str:
    spaced = re.sub(r"^[A-Z]+", r"\g<0>. ", number.upper())
    return f"art. {spaced}{'º' if len(number) == 1 else ''}"


def roman(number: int) -> str:
    """Return a number in Roman letters, from 1 to 39.

    >>> roman(14)
    'XIV'
    """
    letters = ""
    for value, letter in _ROMAN:
        while number >= value:
            letters, number = letters + letter, number - value
    return letters
