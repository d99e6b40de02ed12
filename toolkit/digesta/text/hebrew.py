"""Hebrew numerals in letters, and citations of siman and seif.

``he-numerals/1`` reads 1 to 9999 as books write them: hundreds, ten, unit, with or without
gershayim before the last letter or a geresh after a single one ("תרצ״ח", "י׳", "שח");
15 and 16 are ט״ו and ט״ז; thousands are a letter and a geresh in front ("ה׳תשפ״ו"). Where there
are hundreds, the usual transpositions are read too (שד״מ for 344, רח״צ for 298, ער״ב for 272).
Final letters count as their plain ones (תש״ן is 750). A word that is not written as a number is
none, though its letters have a sum.

``he-citation/1`` reads one citation of the Shulchan Arukh's order: a work or part or both
("שו״ע או״ח", "אורח חיים"), then "סימן ש״ח סעיף ג׳", "סי׳ שח ס״ג", "שח:ג" or "ש״ח, ג׳"; numbers in
letters or ASCII digits, after them perhaps a seif katan (ס״ק ה׳, סק״ה). A seif is abbreviated
from ס״א to סצ״ט. The bare second number of a work that is cited by seif katan (``BY_KATAN``) is
that. What reads two ways is None: "שח, ס״ג" without the word siman (seif 3 or 63), and "י״ד, ג" or
"ט״ז, ג" (a book and its siman, or a siman and its seif). Both read the form ``he/1``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from digesta.text.folding import he_1

LONGEST = 128
"""Characters of a numeral or a citation."""

PARTS: Mapping[str, tuple[str, ...]] = {
    "orach_chaim": ('או"ח', "אורח חיים", 'א"ח'),
    "yoreh_deah": ('יו"ד', "יורה דעה", 'י"ד'),
    "even_haezer": ('אה"ע', "אבן העזר", 'אבה"ע'),
    "choshen_mishpat": ('חו"מ', "חושן משפט", 'ח"מ'),
}
"""Part of the Shulchan Arukh -> how it is written, after ``he/1``."""

WORKS: Mapping[str, tuple[str, ...]] = {
    "shulchan_arukh": ('שו"ע', "שולחן ערוך", "שלחן ערוך", 'ש"ע'),
    "mishnah_berurah": ('מ"ב', 'משנ"ב', "משנה ברורה"),
    "rema": ('רמ"א', 'הרמ"א'),
    "magen_avraham": ('מג"א', "מגן אברהם"),
    "taz": ('ט"ז', 'הט"ז'),
    "biur_halacha": ("ביאור הלכה", 'ביה"ל', 'בה"ל'),
}
"""Work -> how it is written, after ``he/1``."""


BY_KATAN = frozenset({"mishnah_berurah", "magen_avraham", "taz"})
"""Works that number their own paragraphs within each siman, and are cited so: מ״ב שח, ה."""


class SeifCitation(NamedTuple):
    """A place: work and part (keys of ``WORKS`` and ``PARTS``, or empty), siman and below.

    seif, seif_katan: 0 where none is written.
    """

    work: str
    part: str
    siman: int
    seif: int = 0
    seif_katan: int = 0


def he_numerals(text: str) -> Fraction | None:
    """Return the number that a text writes in Hebrew letters; None where it writes none.

    >>> he_numerals("תרצ״ח"), he_numerals("כ״ד"), he_numerals("י׳"), he_numerals("שלום")
    (Fraction(698, 1), Fraction(24, 1), Fraction(10, 1), None)
    """
    if len(text) > LONGEST:
        return None
    value = _value(he_1(text).replace("''", '"'))
    return Fraction(value) if value else None


def he_citation(text: str) -> SeifCitation | None:
    """Return the siman and seif that a text cites; None where it is no citation.

    >>> he_citation('או"ח שח:ג')
    SeifCitation(work='', part='orach_chaim', siman=308, seif=3, seif_katan=0)
    """
    if len(text) > LONGEST:
        return None
    form = he_1(text).replace("''", '"')
    match = _CITATION.fullmatch(form)
    if match is None or _TWO_WAYS.fullmatch(form) or _is_either(match):
        return None
    siman, bare = _read(match["siman"]), _read(match["bare"])
    seif = _read(match["seif"] or match["unit"] or match["tens"])
    katan = _read(match["katan"] or match["one"] or match["many"])
    if not siman or seif is None or katan is None or bare is None:
        return None
    work, part = (_KEYS.get(match[name] or "", "") for name in ("work", "part"))
    if work in BY_KATAN and not katan:
        bare, katan = 0, bare
    return SeifCitation(work, part, siman, seif or bare, katan)


def _is_either(match: re.Match[str]) -> bool:
    """Return whether a letter after samekh may be a seif's number and a numeral's last alike."""
    if not match["unit"] or not match["comma"] or match["named"]:
        return False
    return _value(f'ס"{match["unit"]}') is not None


def _read(written: str | None) -> int | None:
    """Read a number in letters or digits; 0 where there is none, None where it is no number."""
    if written is None:
        return 0
    return int(written) if written.isascii() and written.isdigit() else _value(written)


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
_KEYS = {
    written: name for table in (WORKS, PARTS) for name, forms in table.items() for written in forms
}


def _any_of(table: Mapping[str, tuple[str, ...]]) -> str:
    forms = [form for written in table.values() for form in written]
    return "|".join(sorted(forms, key=len, reverse=True))


_NUMERAL = rf"(?:[1-9][0-9]{{0,3}}|{_ONE}{{1,5}}\"{_ONE}|{_ONE}{{1,5}}'?)"
_CITATION = re.compile(
    rf"(?:[בה]?(?P<work>{_any_of(WORKS)}),? )?(?:ב?(?:חלק )?(?P<part>{_any_of(PARTS)}),? )?"
    rf"(?P<named>ב?(?:סימן |סי' ?))?(?P<siman>{_NUMERAL})"
    # Abbreviated seifim first: no numeral, but for a single letter (``_is_either``).
    rf"(?:(?:(?P<comma>,) ?| )ס(?:\"(?P<unit>[א-צ])|(?P<tens>[יכלמנסעפצ]\"[א-ט]|ט\"[וז]))"
    rf"|,? (?:ב?סעיף |סעי?' ?)(?P<seif>{_NUMERAL})|(?:: ?|, ?)(?!סק)(?P<bare>{_NUMERAL}))?"
    rf"(?:,? (?:(?:ס\"ק ?|סעיף קטן )(?P<katan>{_NUMERAL})"
    rf"|סק(?:\"(?P<one>{_ONE})|(?P<many>{_ONE}{{1,3}}\"{_ONE}))))?"
)
_TWO_WAYS = re.compile(rf"(?:י\"ד|ט\"ז), ?{_NUMERAL}")
