"""Every code that a filled sheet can give, beside those of intake: expected, and how to mend it."""

from __future__ import annotations

from collections.abc import Mapping

from digesta.errors import Problem
from digesta.intake import CODES as INTAKE
from digesta.intake import LIMITS, CodeInfo
from digesta.package_files import json_file

CODES: Mapping[str, CodeInfo] = {
    code: CodeInfo(**info) for code, info in json_file(__package__, "codes.json").items()
}
"""Code -> what it means, what is expected, how to mend it."""


def problem(code: str, file: str, row: int = 0, *, question_id: str = "", **more: str) -> Problem:
    """Return a located problem in the words of ``CODES``. more: got, nearest, expected, fix."""
    info = CODES.get(code) or INTAKE[code]
    fields = {"expected": info.expectation(LIMITS), "fix": info.fix} | more
    return Problem(code=code, file=file, line=row, question_id=question_id, **fields)
