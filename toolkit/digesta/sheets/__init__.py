"""Answer sheets: questions as a spreadsheet or for printing, and filled sheets as answers.

For people and tools without an API. ``packed`` gives a sheet's bytes, ``unpacked`` its answers,
``read_back`` a second reader's reviews. Bytes in, bytes and values out; nothing is written here.
"""

from __future__ import annotations

from digesta.sheets.base import FORMATS, Sheet
from digesta.sheets.files import packed, said_in
from digesta.sheets.filled import FilledSheet, Head, SheetAnswers, checked_head, unpacked
from digesta.sheets.questions import READING, Packing, about, sheet_of
from digesta.sheets.reviews import can_be_read, read_back

__all__ = [
    "FORMATS",
    "READING",
    "FilledSheet",
    "Head",
    "Packing",
    "Sheet",
    "SheetAnswers",
    "about",
    "can_be_read",
    "checked_head",
    "packed",
    "read_back",
    "said_in",
    "sheet_of",
    "unpacked",
]
