"""How names are found in replies: points, case and spaces do not count."""

from __future__ import annotations

import re
from collections.abc import Iterable

from digesta.text.normal_form import POINTS, he_1
from digesta.text.replies import UNSPACED, plain

_POINT = f"[{POINTS}]*"


def spellings(names: Iterable[str]) -> str:
    """Return the expression for any of several names, the longest first."""
    forms = sorted({name_form(name) for name in names}, key=len, reverse=True)
    return f"({'|'.join(_spelling(form) for form in forms if form) or '(?!)'})"


def name_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of several names, each as whole words."""
    return re.compile(rf"{spellings(names)}(?!(?-i:[^\W{UNSPACED}]))", re.IGNORECASE)


def name_form(name: str) -> str:
    """Return the form in which spellings of a name are one."""
    return he_1(plain(name))


def _spelling(form: str) -> str:
    point = "" if form.isascii() else _POINT
    return "".join(r"\s+" if letter == " " else re.escape(letter) + point for letter in form)
