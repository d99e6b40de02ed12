"""What the systems retrieve: states of articles with version and provenance, of a known release."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from digesta.errors import Problem, ReleaseError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta_generate.graph.corpus import GraphCorpus
from digesta_generate.temporal.names import LawNames, name_of
from digesta_legal.temporal.states import FILE, table_of
from digesta_legal.timeline import text_digest

Number = tuple[str, int]
"""An article and the number of one of its states."""


class RetrievedState(NamedTuple):
    """A state of an article. place: the division that it stands in.

    Provenance: start, the day on which it began; amendments, those that made it, none for the
    original text; settled: False where several share that day and nothing tells which it was.
    """

    article: str
    version: int
    start: str
    amendments: tuple[str, ...]
    settled: bool
    place: str
    text: str

    @property
    def id(self) -> str:
        """Return article and number of the state, such as ``cf_art_6@3``."""
        return f"{self.article}@{self.version}"

    def passage(self, law: LawNames | None = None) -> str:
        """Return what is searched: the names of article and division, then the text."""
        return f"{name_of(self.article, law)}, {name_of(self.place, law)}\n{self.text}"


def states_in(corpus: GraphCorpus, *, current: bool) -> list[RetrievedState]:
    """Return the states of every article of a corpus, sorted. current: those without an end."""
    articles = {
        node["component_id"]
        for node in corpus.nodes["Component"]
        if node["component_type"] == "article"
    }
    version_of = {ctv: component for component, ctv in corpus.relations["HAS_VERSION"]}
    text_of = {node["text_id"]: node["full_text"] for node in corpus.nodes["TextUnit"]}
    clv_of = dict(corpus.relations["EXPRESSED_IN"])
    text_id = dict(corpus.relations["HAS_TEXT"])
    made_by = _amendments_by_version(corpus)
    return sorted(
        RetrievedState(
            version_of[ctv["ctv_id"]],
            ctv["version_number"],
            ctv["date_start"],
            tuple(made_by.get(ctv["ctv_id"], ())),
            ctv["settled"],
            ctv["place"],
            text_of[text_id[clv_of[ctv["ctv_id"]]]],
        )
        for ctv in corpus.nodes["CTV"]
        if version_of[ctv["ctv_id"]] in articles and not (current and "date_end" in ctv)
    )


def _amendments_by_version(corpus: GraphCorpus) -> Mapping[str, list[str]]:
    amendments: dict[str, list[str]] = {}
    actions = {node["action_id"]: node for node in corpus.nodes["Action"]}
    for action, ctv in sorted(
        corpus.relations.get("RESULTED_IN", ()), key=lambda pair: actions[pair[0]]["ordering_id"]
    ):
        amendments.setdefault(ctv, []).append(actions[action]["amendment"])
    return amendments


class TableState(NamedTuple):
    """A state as a release's table has it. current: still in force on the last day."""

    start: str
    amendments: frozenset[str]
    settled: bool
    sha256: str | None
    current: bool


def state_table(resources: Mapping[str, Any], law: str | None = None) -> dict[Number, TableState]:
    """Return a law's state table in a release: by article and number of a state.

    law: as questions name it; None: the law whose tables lie above all others.

    ReleaseError where the release has none.
    """
    path = table_of(resources, law)
    if path is None:
        problem = Problem(
            code="file-missing",
            file=f"resources/tlr{FILE}",
            fix="name a release that asks temporal questions",
        )
        raise ReleaseError([problem])
    lines = bytes(resources[path]).splitlines()
    rows = [strict_json(line, file=path, limits=RELEASE_LIMITS) for line in lines]
    return {
        (row["article"], row["state"]): TableState(
            row["start"],
            frozenset(row["amendments"]),
            row["settled"],
            row.get("sha256"),
            current="end" not in row,
        )
        for row in rows
    }


def check_states(
    table: Mapping[Number, TableState],
    states: Iterable[RetrievedState],
    *,
    file: str,
    wanted: Iterable[Number] = (),
) -> None:
    """Refuse states that are not those of a release's table: a ReleaseError names the first.

    Text, first day and amendments must be the table's. wanted: what must be among the states.
    """
    present = set()
    for state in states:
        present.add(number := (state.article, state.version))
        if number not in table or _identity(state) != table[number][:-1]:
            raise _differ(file, f"{state.id}, which is no such state there")
    if missing := sorted(set(wanted) - present):
        article, version = missing[0]
        raise _differ(file, f"no {article}@{version}, which the release has")


def _identity(state: RetrievedState) -> tuple[str, frozenset[str], bool, str | None]:
    digest = text_digest(state.text) if state.text else None
    return state.start, frozenset(state.amendments), state.settled, digest


def _differ(file: str, got: str) -> ReleaseError:
    problem = Problem(
        code="states-differ",
        file=file,
        got=got,
        expected="the states of the release's table",
        fix="use the compilations that the release was made from",
    )
    return ReleaseError([problem])
