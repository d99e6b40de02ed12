"""The three systems: ``retrieve(query, target_date)``; see the package for what each may find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from digesta_generate.graph.client import Client, Row
from digesta_generate.graph.faults import graph_error
from digesta_generate.graph.load import LoadRecord, whole
from digesta_generate.graph.queries import QUERIES
from digesta_generate.temporal.names import LawNames, name_of
from digesta_generate.temporal.planner import QueryPlan, read
from digesta_generate.temporal.search import Search
from digesta_generate.temporal.states import Number, RetrievedState, TableState, check_states

MAY: Mapping[str, str] = {
    "point_in_time": QUERIES["point_in_time"],
    "attribution": QUERIES["history"],
    "difference": QUERIES["difference"],
    "lineage": QUERIES["history"],
    "consistency": QUERIES["history"],
    "impact": QUERIES["impact"],
}
"""Kind of a plan -> the query whose rows are the states that may be retrieved."""


class System(Protocol):
    """What finds states of articles for a question."""

    def retrieve(self, query: str, target_date: str | None = None) -> list[RetrievedState]:
        """Return the best results, best first. query: a question's words.

        target_date: the day that is asked about, where one is.
        """
        ...


class TextSystem:
    """Flat text or temporal-naive: an index of states, which no day narrows."""

    def __init__(
        self, search: Search, states: Sequence[RetrievedState], law: LawNames | None = None
    ) -> None:
        self._find = search.index(states, law)
        self._law = law

    def retrieve(self, query: str, target_date: str | None = None) -> list[RetrievedState]:  # noqa: ARG002 - the interface's: an index of texts knows no time
        """Return the best of all its states; the target date changes nothing."""
        return self._find(sought(read(query, self._law), query, self._law))


class GraphSystem:
    """The temporal graph: what the plan's Cypher finds, ranked by the search.

    table: the release's states; a graph that holds others is refused. source: digest of the
    folder that it must have been loaded from. GraphError where it is empty, not whole, or another.
    """

    def __init__(
        self,
        search: Search,
        client: Client,
        table: Mapping[Number, TableState],
        *,
        source: str | None = None,
        law: LawNames | None = None,
    ) -> None:
        self.held: LoadRecord = whole(client)
        if source not in {None, self.held.source}:
            got = f"a graph of the source {self.held.source[:12]}, not {str(source)[:12]}"
            raise graph_error("graph-other-source", client.address.place, got)
        self._search = search
        self._client = client
        self._table = table
        self._law = law

    def retrieve(self, query: str, target_date: str | None = None) -> list[RetrievedState]:
        """Return the best of the states that the question's words let it retrieve.

        target_date: instead of the day that the words name.
        """
        plan = read(query, self._law)
        if plan is not None and plan.target_date and target_date:
            plan = plan._replace(days=(target_date,))
        states = self._states(self._may(plan, target_date))
        check_states(self._table, states, file=self._client.address.place)
        return self._search.index(states, self._law)(sought(plan, query, self._law))

    def check_graph(self) -> None:
        """Refuse what was retrieved where the graph was loaded anew meanwhile."""
        if whole(self._client) != self.held:
            got = "a graph that was loaded anew while it was asked"
            raise graph_error("graph-incomplete", self._client.address.place, got)

    def _may(self, plan: QueryPlan | None, target_date: str | None) -> list[Number]:
        """Return the states that may be retrieved, once each."""
        if plan is not None:
            rows = self._client.rows(MAY[plan.kind], **plan.ask)
            if plan.kind == "difference" and not _both_days(rows):
                return []
        elif target_date is not None:
            rows = self._client.rows(QUERIES["in_force"], date=target_date)
        else:
            rows = self._client.rows(QUERIES["every_state"])
        # The queries about one article do not repeat its name.
        subject = "" if plan is None else plan.subject
        numbers = ((row.get("article", subject), row["version"]) for row in rows)
        return list(dict.fromkeys(numbers))

    def _states(self, numbers: Sequence[Number]) -> list[RetrievedState]:
        """Return states with text and provenance."""
        ids = [f"{article}_v{version}" for article, version in numbers]
        articles = list(dict.fromkeys(article for article, _ in numbers))
        states: dict[Number, RetrievedState] = {}
        for row in self._client.rows(QUERIES["states"], articles=articles, ids=ids):
            state = _result(row)
            before = states.get((state.article, state.version))
            amendments = (*before.amendments, *state.amendments) if before else state.amendments
            states[state.article, state.version] = state._replace(amendments=amendments)
        return list(states.values())


def _both_days(rows: Sequence[Row]) -> bool:
    """Return whether the article was there on both days: without that, nothing is compared."""
    return all(any(row[day] for row in rows) for day in ("on_date_1", "on_date_2"))


def _result(row: Row) -> RetrievedState:
    amendments = (row["amendment"],) if row["amendment"] else ()
    return RetrievedState(
        row["article"],
        row["version"],
        row["start"],
        amendments,
        row["settled"],
        row["place"],
        row["text"],
    )


def sought(plan: QueryPlan | None, query: str, law: LawNames | None) -> str:
    """Return the words that are looked for: the name of a plan's subject, or the question's own."""
    return query if plan is None else name_of(plan.subject, law)
