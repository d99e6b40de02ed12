"""What can go wrong between a batch of queries and its results, and what to do about it.

What is wrong on the way to any endpoint has its code there (``endpoint.faults``); what a search
service says wrongly has one here. Only what may pass by itself is tried again: a service that
names a case which the corpus lacks will name it again. Every fault that is left ends the run; what
was answered before stays in the journal.
"""

from __future__ import annotations

from collections.abc import Mapping

from digesta.errors import Problem
from digesta_generate.endpoint.faults import FAULTS, FaultError, FaultMeaning, Kind

_CORPUS = "serve the corpus of this release (digesta-generate serve-search)"
_SHAPE = "answer as /batch_search does; see --form"

FAULTS_OF_SEARCH: Mapping[str, FaultMeaning] = {
    "timeout": FaultMeaning("again", "a whole reply in time", "raise --timeout or lower --batch"),
    "connection": FaultMeaning("again", "a whole reply", "see that the service runs at --url"),
    "rate-limit": FaultMeaning("again", "status 200", "raise --retries or --backoff"),
    "not-json": FaultMeaning(
        "again", "a JSON document", "see that --url ends before /batch_search"
    ),
    "reply-shape": FaultMeaning("again", "lists of results, or {results: lists}", _SHAPE),
    "reply-size": FaultMeaning("run", "a smaller reply", "lower --batch or --top"),
    "refused": FaultMeaning(
        "run", "status 200", "read what the service says; see --form and --top"
    ),
    "not-found": FaultMeaning(
        "run", "status 200", "name the service's address before /batch_search"
    ),
    "redirect": FaultMeaning("run", "no redirect elsewhere", "name the final address with --url"),
    "result-count": FaultMeaning(
        "run", "one list of results for each query, in their order", _SHAPE
    ),
    "too-many": FaultMeaning("run", "at most as many results as were asked for", "heed top_k"),
    "unknown-case": FaultMeaning("run", "a case of the corpus", _CORPUS),
    "text-differs": FaultMeaning("run", "the text that the corpus has under this id", _CORPUS),
    "case-twice": FaultMeaning("run", "each case once in a list", "name each case once"),
    "rank-order": FaultMeaning("run", "ranks 1, 2, 3 ... in the list's order", "sort each list"),
    "service-differs": FaultMeaning(
        "run",
        "the service that answered before, which the journal names",
        "start that service again, or choose another --id",
    ),
}
"""Meanings that differ from an endpoint's, and those that it has not."""


class SearchFaultError(FaultError):
    """A fault of a service's reply. question_id: whose list is wrong, where one is."""

    def __init__(self, code: str, got: str, *, question_id: str = "") -> None:
        super().__init__(code, got)
        self.question_id = question_id

    @property
    def kind(self) -> Kind:
        """What the fault means for the run."""
        return FAULTS_OF_SEARCH[self.code].kind


def problem_of(fault: FaultError, place: str) -> Problem:
    """Return a fault as a problem. place: the service's address."""
    meaning = FAULTS_OF_SEARCH.get(fault.code) or FAULTS[fault.code]
    return Problem(
        code=fault.code,
        file=place,
        question_id=getattr(fault, "question_id", ""),
        got=fault.got,
        expected=meaning.expected,
        fix=meaning.fix,
    )
