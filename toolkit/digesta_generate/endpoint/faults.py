"""What can go wrong between a question and its reply, and what that means for the run.

Each fault has a stable code and one of three kinds: ``again`` (worth another try), ``question``
(this question gets no reply, the others go on), ``run`` (no question will fare better: stop, and
say what to do). The table is the documentation.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from digesta.errors import InputError, Problem
from digesta.package_files import json_file

Kind = Literal["again", "question", "run"]


class EndpointError(InputError):
    """What an endpoint sent, or where it leads, ends the run: exit 1."""


class FaultMeaning(NamedTuple):
    """What a fault's code means: its kind, what a right endpoint does, and the next step."""

    kind: Kind
    expected: str
    fix: str


FAULTS = {
    code: FaultMeaning(**meaning) for code, meaning in json_file(__package__, "faults.json").items()
}


class FaultError(Exception):
    """A fault on the way to one reply; ``requests`` catches it and decides by its kind.

    got: what came, scrubbed of the key. wait: seconds that the endpoint asked to wait. status,
    body: of the HTTP answer, where one came.
    """

    def __init__(
        self, code: str, got: str, *, wait: float | None = None, status: int = 0, body: str = ""
    ) -> None:
        self.code = code
        self.got = got
        self.wait = wait
        self.status = status
        self.body = body
        super().__init__(code, got)

    @property
    def kind(self) -> Kind:
        """What the fault means for the run."""
        return FAULTS[self.code].kind

    def under_constraint(self, *, constrained: bool) -> FaultError:
        """Return this fault; of a refused constrained request, that of its constraint."""
        if constrained and self.code == "refused":
            return FaultError("constrained", self.got, status=self.status, body=self.body)
        return self

    def problem(self, place: str, question_id: str = "") -> Problem:
        """Return the fault as a problem. place: the endpoint."""
        meaning = FAULTS[self.code]
        return Problem(
            code=self.code,
            file=place,
            question_id=question_id,
            got=self.got,
            expected=meaning.expected,
            fix=meaning.fix,
        )


_STATUSES = {
    401: "key",
    402: "payment",
    403: "forbidden",
    404: "not-found",
    408: "timeout",
    **dict.fromkeys((409, 423, 424, 425, 444, 449, 460, 499), "server-error"),
    **dict.fromkeys((420, 429, 430, 498), "rate-limit"),
}
_SERVER = 500
_FIELD_STATUSES = (400, 422, 500)
"""Statuses that refuse a role or field: as a bad request, or where a server's template fails."""
_NOT = r"(?:\bnot\b|n't\b|unsupported|invalid|unknown|unexpected|unrecognized)"
_SYSTEM = (
    r"(?:\bsystem['\"`]*\s+(?:role|message|prompt|instruction)|\brole[^.\n]{0,20}\bsystem\b"
    r"|\bdeveloper instruction|(?<=['\"`])system(?=['\"`]))"
)
_NO_SYSTEM = re.compile(
    rf"{_SYSTEM}[^\n]{{0,80}}{_NOT}|{_NOT}[^\n]{{0,80}}{_SYSTEM}"
    r"|(?<!optional system message, conversation )roles must alternate user/assistant"
    r"|only[^.\n]{0,20}\buser\b[^.\n]{0,20}\bassistant\b[^.\n]{0,20}roles"
    r"|(?:should be|expected|one of|must be)\W{0,9}user\b\W{1,9}(?:(?:or|and)\W{1,9})?assistant\b",
    re.IGNORECASE,
)
"""How servers say that a model takes no role ``system``, each in its own words."""


_LIMIT_KEY = re.compile(
    r"max_tokens[^\n]{0,120}(?:use|instead|deprecated)[^\n]{0,40}max_completion_tokens"
    r"|(?:unsupported|unrecogni[sz]ed|unknown|unexpected|extra)[^\n]{0,80}max_completion_tokens"
    r"|max_completion_tokens[^\n]{0,80}"
    r"(?:unsupported|unrecogni[sz]ed|unknown|unexpected|extra|not (?:supported|permitted|allowed))",
    re.IGNORECASE,
)
"""How servers say that they call the limit of tokens otherwise."""


def code_of(status: int, text: str = "") -> str:
    """Return the code of the fault that an HTTP status is, 200 apart. text: its body.

    >>> code_of(429), code_of(503), code_of(400)
    ('rate-limit', 'server-error', 'refused')
    >>> code_of(400, "System role not supported")
    'system-role'
    """
    words = text.replace("\\", "") if status in _FIELD_STATUSES else ""
    if _NO_SYSTEM.search(words):
        return "system-role"
    if _LIMIT_KEY.search(words):
        return "limit-key"
    return _STATUSES.get(status, "server-error" if status >= _SERVER else "refused")
