"""Hebrew numerals in letters.

``he-numerals/1`` reads 1 to 9999 as books write them: hundreds, ten, unit, with or without
gershayim before the last letter or a geresh after a single one ("תרצ״ח", "י׳", "שח");
15 and 16 are ט״ו and ט״ז; thousands are a letter and a geresh in front ("ה׳תשפ״ו"). Where there
are hundreds, the usual transpositions are read too (שד״מ for 344, רח״צ for 298, ער״ב for 272).
Final letters count as their plain forms (תש״ן is 750). A word that is not written as a number is
no number, though its letters have a sum. The text is read in its form ``he/1``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from digesta.text.normal_form import he_1

LONGEST = 128
"""Characters of a numeral."""


def he_numerals(text: str) -> Fraction | None:
    """Return the number that a text writes in Hebrew letters; None where it writes none.

    >>> he_numerals("תרצ״ח"), he_numerals("כ״ד"), he_numerals("י׳"), he_numerals("שלום")
    (Fraction(698, 1), Fraction(24, 1), Fraction(10, 1), None)
    """
    if len(text) > LONGEST:
        return None
    value = _value(he_1(text).replace("''", '"'))
    return Fraction(value) if value else None


def _value(written: str) -> int | None:
    """Return the value of letters after ``he/1``; None where they are not written as a number."""
    match = _LETTERS.fullmatch(written)
    if match is None:
        return None
    thousands = _VALUES[match["thousands"]] if match["thousands"] else 0
    letters = (match["letters"] or "").replace('"', "").translate(_PLAIN)
    value = sum(map(_VALUES.__getitem__, letters))
    if value >= _THOUSAND or letters not in _forms(value):
        return None
    return thousands * _THOUSAND + value


def _forms(value: int) -> set[str]:
    """Return the ways in which a number below 1000 is written."""
    high, low = divmod(value, 100)
    hundreds = "ת" * (high // 4) + ("", "ק", "ר", "ש")[high % 4]
    if low in _NOT_A_NAME:
        ten, unit = _NOT_A_NAME[low]
    else:
        ten, unit = " יכלמנסעפצ"[low // 10].strip(), " אבגדהוזחט"[low % 10].strip()
    forms = {hundreds + ten + unit}
    if hundreds and ten:
        forms |= {hundreds + unit + ten, hundreds[:-1] + ten + hundreds[-1] + unit}
    return forms


_THOUSAND = 1000
_NOT_A_NAME = {15: ("ט", "ו"), 16: ("ט", "ז")}
"""Written so as not to write the Name."""
_ORDER = "אבגדהוזחטיכלמנסעפצקרשת"
_VALUES: Mapping[str, int] = {
    letter: (index % 9 + 1) * (1, 10, 100)[index // 9] for index, letter in enumerate(_ORDER)
}
_PLAIN = str.maketrans("ךםןףץ", "כמנפצ")
_ONE = "[א-ת]"
_LETTERS = re.compile(
    rf"(?:(?P<thousands>[א-ט])' ?)?(?P<letters>{_ONE}{{1,8}}\"{_ONE}|{_ONE}{{1,6}})'?"
)
