"""Names of the constitution's parts as its own language has them: of passages, and to look for.

>>> name_of("adct_art_6"), name_of("cf_art_103-b"), name_of("cf_tit_4_cap_1")
('art. 6º do ADCT', 'art. 103-B do texto permanente', 'Capítulo I do Título IV do texto permanente')
"""

from __future__ import annotations

LEVELS = {"tit": "Título", "cap": "Capítulo", "sec": "Seção", "sub": "Subseção"}
"""Levels of divisions, widest first."""
_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_BODIES = {"cf": "texto permanente", "adct": "ADCT"}


def name_of(component: str) -> str:
    """Return the name of an article or a division, the narrowest part first."""
    body, *parts = component.split("_")
    where = _BODIES.get(body, body.upper())
    if not parts:
        return where
    pairs = list(zip(parts[::2], parts[1::2], strict=True))[::-1]
    names = [
        _article(number) if level == "art" else f"{LEVELS[level]} {roman(int(number))}"
        for level, number in pairs
    ]
    joined = names[0]
    for (level, _), name in zip(pairs[1:], names[1:], strict=True):
        joined += f" {'do' if level in {'tit', 'cap'} else 'da'} {name}"
    return f"{joined} do {where}"


def _article(number: str) -> str:
    return f"art. {number.upper()}{'º' if len(number) == 1 else ''}"


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
