"""Corrections of halacha: how answers are read, how numbers are written, what the score counts."""

from __future__ import annotations

import re

from authoring.draws import Draws
from authoring.mend.draft import Lines

READING = "Answers are read by any-language/2, texts in Hebrew by he/1."
MARKS = "Hebrew numbers of sections have their gershayim throughout."
ROOM = "Of the sealed whole sections as many stay as the mean of categories can weigh evenly."
SEALED_SECTIONS = 28
"""Of which none weighs more than twice another sealed question."""

_HUNDREDS, _TENS = "ת{0,2}[קרש]?", "[יכלמנסעפצ]"
_VALUE = f"(?:{_HUNDREDS}{_TENS}?[א-ט]|{_HUNDREDS}{_TENS}|ת{{0,2}}[קרש]|ת{{1,2}}|{_HUNDREDS}ט[וז])"
_END = "(?![א-ת\"'״׳])"
_NUMBER = re.compile(
    rf"(?<![א-ת])([ובלמהש]?(?:סימן|סימנים|סעיף|סעיפים|סי'|ס\"ק) )(?!של )({_VALUE}){_END}"
)
_RANGE = re.compile(rf"(סימנים )({_VALUE})([-–])({_VALUE}){_END}")


def mend_questions(lines: Lines) -> None:
    """Name the readings of today in every question, and write numbers of sections alike."""
    for name, row in lines.of("halacha"):
        lines.revise(name, READING)
        row["ask"].pop("numerals", None)
        if row["language"] == "he" and row["ask"]["answer_type"] != "numeric":
            row["ask"]["normaliser"] = "he/1"
        lines.reword(name, with_gershayim, MARKS)


def weigh_sections(lines: Lines, key: bytes) -> None:
    """Count the whole sections in the score, like any other category."""
    track = lines.track("halacha")
    for score in track["scores"]:
        for field in ("mean_of", "pool"):
            if field in score and "hard" not in score[field]:
                score[field] = sorted([*score[field], "hard"])
    track["scores"] = [score for score in track["scores"] if score["name"] != "hard_accuracy"]
    track["categories"]["hard"]["title"] = "Whole sections"
    sealed = sorted(n for n, row in lines.of("halacha", "hard_texts") if row["split"] == "holdout")
    for name in Draws(key, "halacha-sections").some(sealed, len(sealed) - SEALED_SECTIONS):
        lines.retire(name, ROOM)


def with_gershayim(text: str) -> str:
    """Return a text whose numbers of sections have their gershayim."""
    text = _RANGE.sub(lambda m: m[1] + with_marks(m[2]) + m[3] + with_marks(m[4]), text)
    return _NUMBER.sub(lambda m: m[1] + with_marks(m[2]), text)


def with_marks(number: str) -> str:
    """Return a number in letters with its geresh or gershayim.

    >>> with_marks("קכח") == 'קכ"ח', with_marks("ש") == "ש'"
    (True, True)
    """
    return f'{number[:-1]}"{number[-1]}' if len(number) > 1 else f"{number}'"
