"""CSV, and texts that spreadsheets open: none is run as a formula, and each comes back."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable

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


class _Lines(list[str]):
    def write(self, line: str) -> None:
        self.append(line.removesuffix("\r\n"))


def csv_text(rows: Iterable[Iterable[str | float | None]], *, end: str = "\n") -> str:
    r"""Return rows as CSV: cells that need it are quoted, no text is run as a formula.

    >>> csv_text([["a", "=1"], [-0.5, None]])
    "a,'=1\n-0.5,\n"
    """
    # Asked for CR LF the writer quotes a lone CR, too, which it leaves bare before Python 3.13.
    lines = _Lines()
    table = csv.writer(lines, lineterminator="\r\n")
    for row in rows:
        table.writerow([guard(cell) if isinstance(cell, str) else cell for cell in row])
    return "".join(f"{line}{end}" for line in lines)
