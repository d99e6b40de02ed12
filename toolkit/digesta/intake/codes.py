"""Every code of intake: its meaning, what a right file has there, how to mend it.

One table (``codes.json``), so that messages and documentation say the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from digesta.errors import Problem
from digesta.intake.limits import LIMITS, InputLimits
from digesta.package_files import json_file


class Fault(NamedTuple):
    """A problem before its file and line are known. row: line within a document, from 1."""

    code: str
    got: str = ""
    nearest: str = ""
    row: int = 0


class CodeInfo(NamedTuple):
    """What a code means. expected may name limits, as in ``{limits.depth}``."""

    meaning: str
    expected: str
    fix: str

    def expectation(self, limits: InputLimits) -> str:
        """Return what is expected, with the numbers of these limits."""
        return self.expected.format(limits=limits)


CODES: Mapping[str, CodeInfo] = {
    code: CodeInfo(**info) for code, info in json_file(__package__, "codes.json").items()
}
"""Code -> what it means, what is expected, how to mend it."""


def problem(
    fault: Fault,
    *,
    file: str,
    line: int = 0,
    question_id: str = "",
    limits: InputLimits = LIMITS,
) -> Problem:
    """Return the located problem of a fault, in the words of ``CODES``."""
    info = CODES[fault.code]
    return Problem(
        code=fault.code,
        file=file,
        line=line or fault.row,
        question_id=question_id,
        got=fault.got,
        expected=info.expectation(limits),
        nearest=fault.nearest,
        fix=info.fix,
    )
