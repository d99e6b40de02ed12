"""Units of numbers in the words of a question's language; an unknown unit stays English.

Prompts (from version 2) and answer sheets use them; an answer may have one after its number.
"""

from __future__ import annotations

_UNITS = "cubits, day of the month, days, hours, mil, minutes, months, parts, people, verses, years"
_IN_LANGUAGES = {
    "fr": "coudées, jour du mois, jours, heures, mil, minutes, mois, parties, personnes, "
    "versets, années",
    "he": "אמות, היום בחודש, ימים, שעות, מיל, דקות, חודשים, חלקים, אנשים, פסוקים, שנים",
    "pt": "côvados, dia do mês, dias, horas, mil, minutos, meses, partes, pessoas, "
    "versículos, anos",
    "zh": "肘, 日（每月第几日）, 天, 小时, 密耳, 分钟, 个月, 份, 人, 节, 年",
}

UNITS: dict[str, dict[str, str]] = {
    language: dict(zip(_UNITS.split(", "), words.split(", "), strict=True))
    for language, words in _IN_LANGUAGES.items()
}
"""Language -> unit, as releases name it -> its words."""


def unit_name(unit: str, language: str) -> str:
    """Return a unit in a language's words.

    >>> unit_name("days", "pt-BR"), unit_name("days", "en"), unit_name("omer", "he")
    ('dias', 'days', 'omer')
    """
    return UNITS.get(language.partition("-")[0], {}).get(unit, unit)
