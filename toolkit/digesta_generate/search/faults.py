"""What can go wrong between a batch of queries and its results, and what to do about it.

What is wrong on the way to any endpoint has its code there (``endpoint.faults``); what a search
service says wrongly has one here. Only what may pass by itself is tried again: a service that
names a case which the corpus lacks will name it again. Every fault that is left ends the run; what
was answered before stays in the journal.
"""

from __future__ import annotations

from collections.abc import Mapping

from digesta.errors import Problem
from digesta.package_files import json_file
from digesta_generate.endpoint.faults import FaultError, FaultMeaning, Kind

FAULTS_OF_SEARCH: Mapping[str, FaultMeaning] = {
    code: FaultMeaning(**meaning) for code, meaning in json_file(__package__, "faults.json").items()
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
    return fault.problem(place, getattr(fault, "question_id", ""), FAULTS_OF_SEARCH.get(fault.code))
