"""Every code that a filled sheet can give, beside those of intake: expected, and how to mend it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from digesta.errors import Problem
from digesta.intake import CODES as INTAKE
from digesta.intake import LIMITS, CodeInfo

_AS_TEXT = "format the cell as Text, then type the answer again"

CODES: Mapping[str, CodeInfo] = MappingProxyType(
    {
        "sheet-kind": CodeInfo(
            "the file is not of the kind that its name says, or of none that is read",
            "a file .xlsx or .csv as digesta pack writes it",
            "save it in the format in which it was packed, without a password",
        ),
        "sheet-macros": CodeInfo(
            "the file holds macros or embedded programs",
            "a file without macros, controls or embedded objects",
            "save it as .xlsx without macros",
        ),
        "sheet-links": CodeInfo(
            "the file refers to other files",
            "a file that stands alone",
            "break its links, or copy the answers into a fresh sheet",
        ),
        "sheet-size": CodeInfo(
            "the file unpacks to more than a sheet can hold",
            "a sheet of the size that digesta pack writes",
            "copy the answers into a fresh sheet",
        ),
        "sheet-broken": CodeInfo(
            "the file cannot be read",
            "a whole file, as a spreadsheet saves it",
            "open it, save it again, or copy the answers into a fresh sheet",
        ),
        "sheet-head": CodeInfo(
            "the head of the sheet is changed or missing",
            "the head as it was packed",
            "copy the answers into a fresh sheet",
        ),
        "sheet-columns": CodeInfo(
            "the row of column names is changed or missing",
            "each column once, by its name",
            "write the names of the columns again, or copy the answers into a fresh sheet",
        ),
        "row-missing": CodeInfo(
            "the row of a question is gone",
            "a row for each question that was packed; an empty answer is an abstention",
            "put the row back from a fresh sheet",
        ),
        "cell-date": CodeInfo(
            "the spreadsheet has turned the answer into a date or a time",
            "the answer as text",
            _AS_TEXT,
        ),
        "cell-percent": CodeInfo(
            "the spreadsheet has turned the answer into a percentage",
            "the number as text, in the unit that is asked for",
            _AS_TEXT,
        ),
        "cell-number": CodeInfo(
            "the spreadsheet holds a number where something else is asked for, or has lost digits",
            "the answer as text",
            _AS_TEXT,
        ),
        "cell-boolean": CodeInfo(
            "the spreadsheet has turned the answer into its TRUE or FALSE",
            "the answer as text",
            _AS_TEXT,
        ),
        "cell-formula": CodeInfo(
            "the cell holds a formula; none is computed, and its last result is not trusted",
            "the answer as text",
            "replace the formula by its value; a text that begins with = goes into a Text cell",
        ),
        "cell-error": CodeInfo(
            "the cell shows an error of the spreadsheet",
            "the answer as text",
            _AS_TEXT,
        ),
        "cell-merged": CodeInfo(
            "the cell is merged into another, and what it held is gone or hidden",
            "a cell for each answer",
            "undo the merging of cells, then type the answer again",
        ),
        "smart-quotes": CodeInfo(
            "typographic quotation marks stand where JSON needs straight ones",
            'JSON with straight quotation marks: "',
            "switch off automatic quotation marks, and replace them",
        ),
        "doubt": CodeInfo(
            "the column doubt holds something else than a mark",
            "nothing, or x",
            "write x, and the reason in note",
        ),
        "qualification": CodeInfo(
            "the reader's qualification is not given",
            "what makes the reader fit to judge, at the top of the sheet",
            "fill in qualification",
        ),
    }
)
"""Code -> what it means, what is expected, how to mend it."""


def problem(code: str, file: str, row: int = 0, *, question_id: str = "", **more: str) -> Problem:
    """Return a located problem in the words of ``CODES``. more: got, nearest, expected, fix."""
    info = CODES.get(code) or INTAKE[code]
    fields = {"expected": info.expectation(LIMITS), "fix": info.fix} | more
    return Problem(code=code, file=file, line=row, question_id=question_id, **fields)
