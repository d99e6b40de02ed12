"""Units of numbers in the words of a question's language; an unknown unit stays English.

Prompts (from version 2) and answer sheets use them; an answer may have one after its number.
"""

from __future__ import annotations

from digesta.package_files import json_file

UNITS: dict[str, dict[str, str]] = json_file(__package__, "units.json")
"""Language -> unit, as releases name it -> its words."""


def unit_name(unit: str, language: str) -> str:
    """Return a unit in a language's words.

    >>> unit_name("days", "pt-BR"), unit_name("days", "en"), unit_name("omer", "he")
    ('dias', 'days', 'omer')
    """
    return UNITS.get(language.partition("-")[0], {}).get(unit, unit)
