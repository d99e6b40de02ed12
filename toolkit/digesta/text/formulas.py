"""CSV, and texts that spreadsheets open: none is run as a formula, and each comes back."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable

# OWASP ASVS 1.2.10; spaces and full-width signs too, which some spreadsheets pass over and know.
_FIRST = r"(?=['\s]*[=+\-@\t\r＝＋－＠])"
# Where a list's sign is ";", as in German and French Excel, our quotes keep no cell together: one
# begins after each semicolon and line.
_LATER = r"(?='*(?:[=@＝＠]|[+\-＋－]\S))"
_FORMULA = re.compile(rf"^{_FIRST}|(?<=[;\r\n]){_LATER}")
_GUARDED = re.compile(rf"^'{_FIRST}|(?<=[;\r\n])'{_LATER}")


def guard(text: str) -> str:
    """Return a text as no spreadsheet will run it: with an apostrophe before a formula.

    >>> guard("=1"), guard("'=1"), guard("'tis"), guard("a;=1")
    ("'=1", "''=1", "'tis", "a;'=1")
    """
    return _FORMULA.sub("'", text)


def unguard(text: str) -> str:
    """Take off the apostrophes that ``guard`` puts before formulas.

    >>> unguard("'=1"), unguard("''=1"), unguard("'tis"), unguard("=1")
    ('=1', "'=1", "'tis", '=1')
    """
    return _GUARDED.sub("", text)


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
