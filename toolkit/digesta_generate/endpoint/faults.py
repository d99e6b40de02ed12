"""What can go wrong between a question and its reply, and what that means for the run.

Each fault has a stable code and one of three kinds: ``again`` (worth another try), ``question``
(this question gets no reply, the others go on), ``run`` (no question will fare better: stop, and
say what to do). The table is the documentation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from digesta.errors import InputError, Problem
from digesta.package_files import json_file

Kind = Literal["again", "question", "run"]


class EndpointError(InputError):
    """What an endpoint sent, or where it leads, ends the run: exit 1."""


class FaultMeaning(NamedTuple):
    """What a code means: kind, what a right endpoint does, what to do, how servers say it."""

    kind: Kind
    expected: str
    fix: str
    phrases: Sequence[str] = ()
    statuses: Sequence[int] = ()


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

    def problem(
        self, place: str, question_id: str = "", meaning: FaultMeaning | None = None
    ) -> Problem:
        """Return the fault as a problem. place: the endpoint. meaning: other than usual."""
        meaning = meaning or FAULTS[self.code]
        return Problem(
            code=self.code,
            file=place,
            question_id=question_id,
            got=self.got,
            expected=meaning.expected,
            fix=meaning.fix,
        )


_STATUSES: Mapping[int, str] = {
    status: code for code, meaning in FAULTS.items() for status in meaning.statuses
}
_SERVER = 500
FIELD_STATUSES = (400, 422, 500)
"""Statuses that refuse a role or field: as a bad request, or where a server's template fails."""
_NOT = r"(?:\bnot\b|n't\b|unsupported|invalid|unknown|unexpected|unrecognized)"
PHRASES = {
    code: re.compile("|".join(meaning.phrases).replace("{not}", _NOT), re.IGNORECASE)
    for code, meaning in FAULTS.items()
    if meaning.phrases
}
"""Code -> how servers say it in a body; the first that is found counts."""
_LASTING, _LIMITED = ("payment", "refused"), (403, 429)


def code_of(status: int, text: str = "") -> str:
    """Return the code of the fault that an HTTP status is, 200 apart. text: its body.

    >>> code_of(429), code_of(503), code_of(400)
    ('rate-limit', 'server-error', 'refused')
    >>> code_of(400, "System role not supported")
    'system-role'
    """
    words = text.replace("\\", "")
    code = next((code for code, pattern in PHRASES.items() if pattern.search(words)), "")
    if code and (status in FIELD_STATUSES or (code in _LASTING and status in _LIMITED)):
        return code
    return _STATUSES.get(status, "server-error" if status >= _SERVER else "refused")
