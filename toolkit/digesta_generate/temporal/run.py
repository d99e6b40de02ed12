"""Answer a release's temporal questions with a system, and write down what it found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from digesta.canonical import digest, sha256_hex
from digesta.records.question import Question
from digesta.records.submission import Card
from digesta.records.trace import Trace
from digesta_generate.inference.folder import submission_tree
from digesta_generate.retrieval.passages import Passages, ShownPassage
from digesta_generate.similarity.ranking import queries
from digesta_generate.temporal.planner import QueryPlan
from digesta_generate.temporal.rules import Answer, answer
from digesta_generate.temporal.search import FUSION, TOP_K
from digesta_generate.temporal.states import RetrievedState
from digesta_generate.temporal.systems import System
from digesta_generate.temporal.vectors import WINDOW

SCORER = "temporal"
SHOWN = 5
"""Results that a language model's prompt shows."""
EXCERPT = 150
"""Characters of a result's text that it shows: five of them fit a prompt of 400 tokens."""
SETTINGS: Mapping[str, Any] = {
    "top_k": TOP_K,
    "fusion": f"reciprocal ranks, {FUSION}",
    "embedded_characters": WINDOW,
    "lexical": "bm25s, k1 1.5, b 0.75, words without case",
    "planner": "patterns over words",
}
_SEARCH = "BM25 and multilingual-e5-small, reciprocal ranks fused,"
_SHARED = (
    "Planner, search, top-k and answerer are those of the two other systems, see "
    "digesta_generate.temporal. A rule answers, no language model."
)
_OWN = "The rules of digesta_generate.temporal answer from what it retrieved, no language model."
_SAID = {
    "en": ("state", "since", "original text"),
    "pt": ("estado", "desde", "texto original"),
    "fr": ("version", "depuis", "texte d'origine"),
}


Plan = Callable[[str], QueryPlan | None]
"""A question's words -> what it asks; None where they are not understood."""


class SystemName(NamedTuple):
    """What a system is called. may: what it may retrieve, for the record."""

    model_name: str
    may: str
    organization: str = "Digesta"


SYSTEMS: Mapping[str, SystemName] = {
    "flat": SystemName("Flat text search", "the current state of each article"),
    "naive": SystemName("Temporal-naive search", "every state of every article"),
    "graph": SystemName(
        "Temporal graph",
        "the states that Cypher over the graph database gives for the article or division and "
        "the days that a planner reads in the question's words",
    ),
}


class SystemAnswer(NamedTuple):
    """What a system gave for a question."""

    question: Question
    results: tuple[RetrievedState, ...]
    answer: Answer | None
    planned: bool


def words_of(question: Question) -> str:
    """Return the words of a question's turns, and nothing else of it."""
    return "\n\n".join(turn.content for turn in question.turns)


def ask_all(
    systems: Mapping[str | None, tuple[System, Plan]],
    questions: Iterable[Question],
    *,
    count: Callable[[], None],
) -> list[SystemAnswer]:
    """Return what a system answers to the temporal questions of all splits. count: after each.

    systems: a system and its planner, by the law that a question names, if any. Nothing is
    retrieved about other laws.
    """
    answers = []
    for question in questions:
        if question.scorer != SCORER:
            continue
        words = words_of(question)
        system, plan_of = systems.get(question.ask.get("law"), (None, None))
        plan = plan_of(words) if plan_of else None
        target_date = plan.target_date if plan else None
        results = system.retrieve(words, target_date) if system else []
        answers.append(
            SystemAnswer(question, tuple(results), answer(plan, results), plan is not None)
        )
        count()
    return answers


def submission(
    name: str,
    release: str,
    command: str,
    *,
    tracks: list[str],
    about: SystemName | None = None,
    laws: int = 1,
) -> Card:
    """Return the record of a system's submission. about: of a system that is not ours.

    laws: how many it was asked about; several make another submission than one.
    """
    ours = about is None
    about = about or SYSTEMS[name]
    return Card(
        submission_id=f"temporal-{name}{'-laws' if laws > 1 else ''}",
        release=release,
        model_name=about.model_name + (f", {laws} laws" if laws > 1 else ""),
        organization=about.organization,
        notes=f"May retrieve {about.may}. {_SHARED if ours else _OWN}",
        tracks=tracks,
        condition="retrieval",
        retriever=f"{_SEARCH if ours else about.model_name} over {about.may}",
        retrieval=dict(SETTINGS) if ours else None,
        attempts=1,
        license="CC0-1.0",
        command=command,
    )


def tree(card: Card, answers: Sequence[SystemAnswer], run: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the files of a submission; lines are sorted by question id."""
    traces = {
        (key := each.question.question_id): Trace(
            question_id=key,
            answer_sha256=digest(each.answer),
            outcome="refused" if each.answer is None else "answered",
            retrieved=[result.id for result in each.results],
        )
        for each in answers
    }
    by_id = {each.question.question_id: each.answer for each in answers}
    return submission_tree(card.as_json(), by_id, traces, run)


def passages(answers: Sequence[SystemAnswer], questions: Sequence[Question]) -> list[Passages]:
    """Return the passages for language models: the first results, told with provenance.

    questions: all of the release, of which a question's own words are told.
    """
    own = queries(questions)
    return [
        Passages(
            question_id=(key := answer.question.question_id),
            query_sha256=sha256_hex(own[key].encode()),
            retrieved=[result.id for result in answer.results],
            injected=[],
            shown=[
                ShownPassage(id=result.id, text=text_of(result, answer.question.language))
                for result in answer.results[:SHOWN]
            ],
        )
        for answer in answers
    ]


def text_of(result: RetrievedState, language: str) -> str:
    """Return a result in words: version and provenance, then how the text begins."""
    state, since, original = _SAID.get(language, _SAID["en"])
    made_by = ", ".join(result.amendments) or original
    line = f"{result.article}, {state} {result.version}, {since} {result.start} ({made_by}):"
    text = " ".join(result.text.split())
    return f"{line} {text if len(text) <= EXCERPT else f'{text[:EXCERPT]}…'}"
