"""Texts in tables that spreadsheets open: none is run as a formula, and each comes back."""

from __future__ import annotations

import re

# OWASP ASVS 1.2.10; spaces and full-width signs too, which some spreadsheets pass over and know.
_FORMULA = re.compile(r"'*\s*[=+\-@\t\r＝＋－＠]")


def guard(text: str) -> str:
    """Return a text as no spreadsheet will run it: with an apostrophe before a formula.

    >>> guard("=1"), guard("'=1"), guard("'tis"), guard("1")
    ("'=1", "''=1", "'tis", '1')
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unguard(text: str) -> str:
    """Take off the apostrophe that ``guard`` puts before a text.

    >>> unguard("'=1"), unguard("''=1"), unguard("'tis"), unguard("=1")
    ('=1', "'=1", "'tis", '=1')
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
