"""What can go wrong between a question and its reply, and what that means for the run.

Each fault has a stable code and one of three kinds: ``again`` (worth another try), ``question``
(this question gets no reply, the others go on), ``run`` (no question will fare better: stop, and
say what to do). The table is the documentation.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from digesta.errors import InputError, Problem

Kind = Literal["again", "question", "run"]


class EndpointError(InputError):
    """What an endpoint sent, or where it leads, ends the run: exit 1."""


class FaultMeaning(NamedTuple):
    """What a fault's code means: its kind, what a right endpoint does, and the next step."""

    kind: Kind
    expected: str
    fix: str


FAULTS: dict[str, FaultMeaning] = {
    "timeout": FaultMeaning(
        "again", "a whole reply in time", "raise --timeout or lower --concurrency"
    ),
    "connection": FaultMeaning(
        "again", "a whole reply", "see that the endpoint runs and is reachable"
    ),
    "rate-limit": FaultMeaning("again", "status 200", "lower --concurrency or raise --retries"),
    "server-error": FaultMeaning("again", "status 200", "run the same command later"),
    "not-json": FaultMeaning("again", "a JSON object", "see that --base-url ends before /chat/..."),
    "reply-shape": FaultMeaning(
        "again", "choices[0].message of a chat completion", "use an OpenAI-compatible endpoint"
    ),
    "embeddings": FaultMeaning(
        "run", "data[].embedding, one for each input", "use an OpenAI-compatible /embeddings"
    ),
    "reply-size": FaultMeaning("question", "a smaller reply", "lower --max-tokens"),
    "reply-encoding": FaultMeaning(
        "question", "no Content-Encoding: none was asked for", "use an endpoint that sends plain"
    ),
    "refused": FaultMeaning(
        "question", "status 200", "read what the endpoint says; correct the settings"
    ),
    "constrained": FaultMeaning(
        "run",
        "an endpoint that takes response_format json_schema",
        "leave out --constrained, which makes another system, or use another endpoint",
    ),
    "key": FaultMeaning(
        "run", "status 200", "put a valid key into the variable that --key-env names"
    ),
    "payment": FaultMeaning(
        "run", "status 200", "the account has no credit: pay, then run this again"
    ),
    "forbidden": FaultMeaning("run", "status 200", "use a key that may use this model"),
    "not-found": FaultMeaning(
        "run", "status 200", "correct --base-url (it often ends in /v1) or -m"
    ),
    "redirect": FaultMeaning(
        "run",
        "no redirect but one within the same origin",
        "name the final address with --base-url, if you trust it with the questions and the key",
    ),
    "address": FaultMeaning(
        "run",
        "a public address",
        "name a public host; for a server on this machine add --loopback",
    ),
    "loopback": FaultMeaning(
        "run", "an address of this machine, as --loopback says", "leave out --loopback"
    ),
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
    409: "server-error",
    429: "rate-limit",
}
_SERVER = 500


def code_of(status: int) -> str:
    """Return the code of the fault that an HTTP status is, 200 apart.

    >>> code_of(429), code_of(503), code_of(400)
    ('rate-limit', 'server-error', 'refused')
    """
    return _STATUSES.get(status, "server-error" if status >= _SERVER else "refused")
