"""Answer sheets: questions as a spreadsheet or for printing, and filled sheets as answers.

For people and tools without an API. ``pack_sheet`` gives a sheet's bytes, ``answers_of`` its
answers, ``read_back`` a second reader's reviews. Bytes in, bytes and values out; nothing is
written here.
"""

from __future__ import annotations

from digesta.sheets.base import FORMATS, Sheet
from digesta.sheets.files import pack_files, pack_sheet, tables_of
from digesta.sheets.questions import READING, PackOptions, about, sheet_of
from digesta.sheets.reply import FilledSheet, Head, SheetAnswers, answers_of, checked_head
from digesta.sheets.reviews import can_be_read, read_back

__all__ = [
    "FORMATS",
    "READING",
    "FilledSheet",
    "Head",
    "PackOptions",
    "Sheet",
    "SheetAnswers",
    "about",
    "answers_of",
    "can_be_read",
    "checked_head",
    "pack_files",
    "pack_sheet",
    "read_back",
    "sheet_of",
    "tables_of",
]
