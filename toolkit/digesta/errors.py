"""Every error that a user can cause.

    DigestaError
    ├── UsageError         exit 2: the command is wrong (an option, a path, a name)
    └── InputError         exit 1: what the command read is wrong; it lists Problems
        ├── SubmissionError    a submission's files
        ├── ReleaseError       a release's or a draft's files
        ├── ScorerError        an owner's scorer: its source, or what it does
        └── StaleScoreError    a score that today's scorer or release no longer gives

Anything else that escapes is a bug of ours and keeps its traceback.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

SHOWN = 20
"""How many problems of one input are listed; the rest are counted."""

LONGEST = 2000
"""Characters of a message about a command."""

_MARKS = 4
"""Combining marks in a row that a message shows: no script needs more."""

_EAST = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
"""Kana, Han and Hangul: next to them full-width letters and digits are nothing odd."""

_FORMS = re.compile("[\u2100-\u217f\ufb00-\ufb06\uff10-\uff5a\U0001d400-\U0001d7ff]")
"""Letters and digits of ASCII in another form: full-width, mathematical, ligatures, …"""

_RARE = re.compile(
    r"[\u0250-\u02af\u13a0-\u16ff\u1d00-\u1dbf\u2c80-\u2cff\ua4d0-\ua4ff\ua720-\ua7ff\uab30-\uabbf"
    r"\U00010280-\U0001044f\U000118a0-\U000118ff\U00011fb0]"
)
"""Letters of phonetics and of rare scripts: most look like ASCII."""

_ALIKE = re.compile(
    r"[\u0131\u0138\u0184\u0185\u018d\u01a6-\u01a8\u01b7\u01bc-\u01c3\u021c-\u0223\u0237\u02b0-\u02ff"
    r"\u0370-\u058f\u10a0-\u10ff\u2d00-\u2d2f]|(?![0-9])\d"
)
"""Letters that look like ASCII in a word with ASCII (Greek, Cyrillic, …), and others' digits."""

_TWINS = frozenset("АВЕКМНОРСТУХЅІЈасеорхуѕіјһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρՕՏՍօոսհյզցքןסاهഠଠටဝዐ〇")
"""Letters that no eye tells from ASCII: a word of only these, digits and ASCII could be either."""

_SIGNS = re.compile(
    r"(?<=[A-Za-z0-9])[\u2010-\u2015\u2024\u2044\u2212\u2215\u30fb\u30fc\u3161\u4e00\u4e28\uff0d-\uff0f\uff3f]"
    r"(?=\w)|(?<=[\w-])[\xd7\u05c0\u166d\u166e\u212e\u2223\u2228\u222a\u22a4\u22c1\u22c3\u22ff\u23fd\u2502\u2573"
    r"\u25cb\u25ef\u2715\u2716\u27d9\u292b\u292c\u2a2f\U0001f74c\U0001f768]|[\u2336-\u237a]"
)
"""Signs that look like ASCII's, after a letter or digit; letters of APL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A fault of an input: a stable code, the place, and what to do.

    code: a stable slug such as ``dup-key``. file, line: the place (line from 1; 0: the whole
    file). got, expected: the wrong value, and what a right file has there.
    nearest: the closest known name, for unknown names. fix: the next step.

    >>> str(digesta.Problem(code="dup-id", file="p.jsonl", line=17, fix="keep one line"))
    'p.jsonl:17: dup-id; fix: keep one line'
    """

    code: str
    file: str
    line: int = 0
    question_id: str = ""
    got: str = ""
    expected: str = ""
    nearest: str = ""
    fix: str = ""

    @property
    def place(self) -> str:
        """Return ``file:line``, or only the file for a problem of the whole file."""
        return f"{self.file}:{self.line}" if self.line else self.file

    def __str__(self) -> str:
        """Return the problem as one line that no terminal or log can misread."""
        parts = {
            "question ": self.question_id,
            "got ": self.got,
            "expected ": self.expected,
            "nearest known: ": self.nearest,
            "fix: ": self.fix,
        }
        texts = [f"{label}{plain(text)}" for label, text in parts.items() if text]
        return "; ".join([f"{plain(self.place)}: {self.code}", *texts])

    def as_json(self) -> dict[str, str | int]:
        """Return the problem as a JSON object, absent fields left out."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in fields.items() if value}


class DigestaError(Exception):
    """An error that a user can cause and fix.

    >>> [c.__name__ for c in digesta.DigestaError.__subclasses__()]
    ['UsageError', 'InputError']
    """


class UsageError(DigestaError):
    """The command is wrong: exit 2.

    >>> str(digesta.UsageError("no release here"))
    'no release here'
    """


class InputError(DigestaError):
    """What the command read is wrong: exit 1.

    problems: at most the first 20 in the order of the input. total: how many there are.

    >>> print(digesta.InputError.of(code="dup-id", file="p.jsonl", line=17))
    p.jsonl:17: dup-id
    1 problem
    """

    def __init__(self, problems: Sequence[Problem], total: int | None = None) -> None:
        self.problems = tuple(problems)[:SHOWN]
        self.total = len(problems) if total is None else total
        super().__init__(str(self))

    @classmethod
    def of(cls, *, code: str, file: str, line: int = 0, **fields: str) -> Self:
        """Return the error of a single problem. fields: others of ``Problem``."""
        return cls([Problem(code=code, file=file, line=line, **fields)])

    def __str__(self) -> str:
        """Return one line per problem, then their number."""
        lines = [str(problem) for problem in self.problems]
        more = self.total - len(self.problems)
        count = f"{self.total} problem{'' if self.total == 1 else 's'}"
        lines.append(f"{count}, {more} of them not listed" if more else count)
        return "\n".join(lines)


class SubmissionError(InputError):
    """A submission's files are refused, whole.

    >>> digesta.SubmissionError.of(code="file-empty", file="p.jsonl").problems[0].code
    'file-empty'
    """


class ReleaseError(InputError):
    """A release or draft is refused, whole.

    >>> digesta.ReleaseError.of(code="digest", file="truths.jsonl").total
    1
    """


class ScorerError(InputError):
    """An owner's scorer cannot be imported, breaks its contract, or fails on a question.

    >>> ScorerError.of(code="scorer-broken", file="scorers/names.py", line=3).problems[0].place
    'scorers/names.py:3'
    """


class StaleScoreError(InputError):
    """A published or recorded score differs from that of today's scorer and release.

    >>> isinstance(digesta.StaleScoreError([]), digesta.InputError)
    True
    """


def visible(text: str) -> str:
    """Return a text with controls and format characters escaped; any script stays readable."""
    return "".join(
        c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text
    )


def plain(text: str, limit: int = 200) -> str:
    """Return a text shortened to one line that no terminal or log can misread, in any script.

    Escapes controls, format characters, unusual spaces and runs of combining marks. Escapes also
    characters that look like ASCII, unless the rest of the word explains them.

    >>> plain("Droit Privé, 序号")
    'Droit Privé, 序号'
    """
    shown, marks = [], 0
    for char in text if len(text) <= limit else text[:limit] + "...":
        marks = marks + 1 if unicodedata.category(char)[0] == "M" else 0
        shown.append(char if char.isprintable() and marks <= _MARKS else _escape(char))
    words = re.sub(r"\w+(?:-\w+)*", lambda match: _without_twins(match[0]), "".join(shown))
    return _SIGNS.sub(lambda match: _escape(match[0]), words)


def _without_twins(word: str) -> str:
    """Return a word with what looks like ASCII in it escaped."""
    if word.isascii():
        return word
    if all(char in _TWINS or char.isascii() or char.isdecimal() for char in word):
        return "".join(char if char.isascii() else _escape(char) for char in word)
    if not _EAST.search(word):
        word = _FORMS.sub(lambda match: _escape(match[0]), word)
    word = _RARE.sub(lambda match: _escape(match[0]), word)
    mixed = any(char.isascii() and char != "-" for char in word)
    return _ALIKE.sub(lambda match: _escape(match[0]), word) if mixed else word


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode()
