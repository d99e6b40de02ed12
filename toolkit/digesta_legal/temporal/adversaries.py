"""The five systems that know no law, for temporal questions.

``constant`` is an oracle: it answers all questions of a task alike, with what earns most: one
version number, one set of amendments, changes or articles (of the most frequent ones, as many as
earn most), or one truth value; ties go to the least. ``random`` draws, seeded by the question's
id, a truth value, a version of the question's article, or one amendment, change or article of the
state table; its board row is the exact mean over all that it may draw. ``enumerate`` names as
much as the limits allow: all versions of the article, or what the state table names most often.
Without a state table ``random`` leaves open questions out, and ``enumerate`` names the first
versions, and what the truths of the task name most often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from digesta.metrics.splitmix import below
from digesta.scorers.base import QuestionWithTruth, Row
from digesta.scorers.shared.adversaries import (
    Answers,
    answer_by_group,
    commonest,
    draw_seed,
    five,
    of_each,
)
from digesta_legal.temporal.kinds import TemporalQuestion
from digesta_legal.temporal.mark import row_of
from digesta_legal.temporal.prepare import prepare
from digesta_legal.temporal.states import Change, States

FIRST_DAY = "1988-10-05"
_OF_NAMED = frozenset({"named", "stale", "premature", "off_target"})


class _Form(NamedTuple):
    """How one kind of question is answered without knowing the law.

    answer: a prepared question and a value, or elements of a set -> an answer. truth: what is
    right: a value, or the elements of a set as a tuple. table: what the state table names, the
    commonest first; None where the truth is true or false.
    """

    answer: Callable[[Any, Any], dict[str, Any]]
    truth: Callable[[Any], Any]
    table: Callable[[Any, States], Sequence[Any]] | None = None


def _draw(question: QuestionWithTruth) -> Any:
    """Return one of the answers that may be drawn, seeded by the question's id; else None."""
    answers = _draws(_prepare(question))
    return answers[below(len(answers), draw_seed(question))] if answers else None


def expected_row(prepared: TemporalQuestion) -> Row:
    """Return the row that ``random`` earns on average, shares to the nano-unit.

    Versions named are left out: an average is no whole number, and rates of them are not defined.
    """
    answers = _draws(prepared)
    if not answers:
        return row_of(prepared, prepared.blank | {"missing": 1})
    sums: Counter[str] = Counter()
    for answer in answers:
        sums.update(prepared.cells(answer))
    means = {name: round(Fraction(cell, len(answers))) for name, cell in sums.items()}
    return row_of(prepared, {name: means[name] for name in means.keys() - _OF_NAMED})


def _prepare(question: QuestionWithTruth) -> TemporalQuestion:
    return prepare(question.question, question.truth, question.resources)


def _by_kind(choose: Callable[[list[TemporalQuestion]], Any]) -> Answers:
    """Return what answers with one choice per task and kind."""

    def answers(questions: Sequence[QuestionWithTruth]) -> list[Any]:
        pairs = [(question.task, _prepare(question)) for question in questions]
        values = answer_by_group(
            pairs,
            lambda pair: (pair[0], pair[1].kind),
            lambda members: choose([prepared for _, prepared in members]),
        )
        return [
            _FORMS[prepared.kind].answer(prepared, value)
            for (_, prepared), value in zip(pairs, values, strict=True)
        ]

    return answers


def _draws(prepared: TemporalQuestion) -> list[Any]:
    """Return all answers that ``random`` draws from, each as likely."""
    form = _FORMS[prepared.kind]
    if form.table is None:
        return [form.answer(prepared, value) for value in (False, True)]
    elements = form.table(prepared, prepared.states) if prepared.states else ()
    return [form.answer(prepared, [element]) for element in elements]


def _best(members: list[TemporalQuestion]) -> Any:
    truths = [_FORMS[prepared.kind].truth(prepared) for prepared in members]
    if isinstance(truths[0], tuple):
        return _best_set(truths, _least_limit(members))
    value = commonest(Counter(truths))[0]
    return value if isinstance(value, bool) else [value]


def _all(members: list[TemporalQuestion]) -> Any:
    form, first, limit = _FORMS[members[0].kind], members[0], _least_limit(members)
    if form.table is None:
        return True
    if first.kind == "point_in_time":
        return range(1, limit + 1)
    if first.states is not None:
        return list(form.table(first, first.states)[:limit])
    return _by_frequency(list(map(form.truth, members)))[:limit]


def _least_limit(members: list[TemporalQuestion]) -> int:
    # A chain's original text takes up a place.
    return min(prepared.at_most - (prepared.kind == "lineage") for prepared in members)


def _by_frequency(sets: Sequence[Sequence[Any]]) -> list[Any]:
    return commonest(Counter(chain.from_iterable(sets)))


def _best_set(sets: Sequence[Sequence[Any]], at_most: int) -> list[Any]:
    """Return the most frequent elements, as many as make the mean F1 greatest."""
    order = _by_frequency(sets)[:at_most]
    hits = [0] * len(sets)
    best, most = 0, Fraction(-1)
    for n, element in enumerate(order, start=1):
        hits = [h + (element in true) for h, true in zip(hits, sets, strict=True)]
        shares = (Fraction(2 * h, n + len(t)) for h, t in zip(hits, sets, strict=True))
        total = sum(shares, Fraction(0))
        if total > most:
            best, most = n, total
    return order[:best]


def _chain(prepared: Any, changes: Sequence[Change]) -> dict[str, Any]:
    first_day = prepared.states.first_day if prepared.states else FIRST_DAY
    links = [(first_day, ()), *sorted(changes)]
    return {
        "version_chain": [
            {"version": number, "date": date, "amendments": list(made_by)}
            for number, (date, made_by) in enumerate(links, start=1)
        ][: prepared.at_most]
    }


def _versions(prepared: Any, numbers: Sequence[int]) -> dict[str, Any]:
    """Return the versions that the state table has of the article; where it has none, the first."""
    table = prepared.states.versions if prepared.states else {}
    there = [n for n in numbers if n <= table.get(prepared.component, n)] or numbers[:1]
    named = [{"component_id": prepared.component, "version": number} for number in there]
    return {"versions": named}


_FORMS: Mapping[str, _Form] = {
    "point_in_time": _Form(
        _versions,
        attrgetter("version"),
        lambda prepared, states: range(1, states.versions.get(prepared.component, 0) + 1),
    ),
    "attribution": _Form(
        lambda _prepared, names: {"amendments": names},
        attrgetter("amendments"),
        lambda _prepared, states: states.amendments,
    ),
    "difference": _Form(lambda _prepared, changed: {"changed": changed}, attrgetter("changed")),
    "lineage": _Form(_chain, attrgetter("changes"), lambda _prepared, states: states.changes),
    "consistency": _Form(lambda _prepared, amended: {"amended": amended}, attrgetter("amended")),
    "impact": _Form(
        lambda _prepared, names: {"articles": names},
        attrgetter("articles"),
        lambda _prepared, states: states.articles,
    ),
}
ADVERSARIES = five(
    ("the answer that earns most in its task", _by_kind(_best)),
    ("draws one answer from the state table", of_each(_draw)),
    ("names as much as the limits allow", _by_kind(_all)),
    expected=expected_row,
)
