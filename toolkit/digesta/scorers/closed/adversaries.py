"""The five systems that know no law, for closed questions.

``constant`` is an oracle: per task, answer type and number of choices it gives whatever single
answer is right most often, by position where the question lists what may be answered (choices,
or the names of an order), by value elsewhere; ties go to the least in canonical order.
``random`` draws evenly among choices, true and false, and orders, seeded by the question's id,
and leaves open questions out; its board row is its exact expectation.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import ceil, factorial, floor
from typing import Any, NamedTuple

from digesta.canonical import canonical_bytes
from digesta.metrics.exact import NANO, nano
from digesta.metrics.splitmix import below
from digesta.scorers.base import QuestionWithTruth, Row
from digesta.scorers.closed.mark import ClosedKey, prepare_cut
from digesta.scorers.closed.numbers import NumberKey
from digesta.scorers.closed.objects import ObjectKey
from digesta.scorers.closed.read import RIGHT, ChoiceKey, TextKey, YesNoKey
from digesta.scorers.shared.adversaries import answer_by_group, commonest, draw_seed, five

LAST_MINUTE = 24 * 60 - 1


class _Case(NamedTuple):
    """A question with all that an oracle knows."""

    question: QuestionWithTruth
    prepared: ClosedKey

    @property
    def ask(self) -> Mapping[str, Any]:
        ask: Mapping[str, Any] = self.question.question["ask"]
        return ask

    @property
    def options(self) -> list[str]:
        """What the question lists as answers, in the order shown; [] where it lists nothing."""
        if isinstance(self.prepared, ObjectKey):
            order = self.prepared.order
            names: list[str] = (
                self.ask["schema"]["properties"][order]["items"]["enum"] if order else []
            )
            return names
        return list(self.ask.get("choices", ()))

    @property
    def group(self) -> Hashable:
        """What the questions that ``constant`` answers alike have in common."""
        return self.question.task, self.ask["answer_type"], len(self.options)

    @property
    def rights(self) -> list[Any]:
        """Every right answer: positions where the question lists answers, else values."""
        options = self.options
        if isinstance(self.prepared, ObjectKey) and options:
            return [[options.index(name) for name in self.prepared.in_order()]]
        if isinstance(self.prepared, ChoiceKey):
            return list(self.prepared.right)
        if isinstance(self.prepared, TextKey):
            if not options:
                return list(self.prepared.right)
            return [i for i, text in enumerate(options) if self.prepared.status(text) == RIGHT]
        return [self.question.truth["answer"], *(self.question.truth.get("accepted") or ())]

    def answer(self, position: Any) -> Any:
        """Return the answer at a position of what the question lists; a value is itself."""
        if not self.options:
            return position
        if isinstance(self.prepared, ObjectKey):
            return {self.prepared.order: [self.options[index] for index in position]}
        return self.options[position]


def _cases(questions: Sequence[QuestionWithTruth]) -> list[_Case]:
    return [_Case(pair, prepare_cut(pair.question, pair.truth, {})) for pair in questions]


def constant(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return what is right most often, per task, answer type and number of choices."""
    cases = _cases(questions)
    best = answer_by_group(cases, lambda case: case.group, _best)
    return [case.answer(position) for case, position in zip(cases, best, strict=True)]


def _best(cases: Sequence[_Case]) -> Any:
    numbers = [case.prepared for case in cases if isinstance(case.prepared, NumberKey)]
    if numbers:
        return _best_number(numbers)
    rights = (sorted(set(map(canonical_bytes, case.rights))) for case in cases)
    counts = Counter(chain.from_iterable(rights))
    return json.loads(commonest(counts)[0])


def _best_number(numbers: Sequence[NumberKey]) -> str:
    """Return the number or time within most tolerances; some tolerance begins with it."""
    hits: dict[str, int] = {}
    for clock in (False, True):
        spans = [span for number in numbers if number.clock is clock for span in _spans(number)]
        lows, highs = sorted(low for low, _ in spans), sorted(high for _, high in spans)
        for low in lows:
            hits[_text(low, clock=clock)] = bisect_right(lows, low) - bisect_left(highs, low)
    return min(hits, key=lambda answer: (-hits[answer], canonical_bytes(answer)))


def _spans(number: NumberKey) -> list[tuple[Fraction, Fraction]]:
    """Return the values that are right as spans without overlap; whole minutes for times."""
    spans = [(Fraction(low, scale), Fraction(high, scale)) for low, high, scale in number.bounds]
    if number.clock:
        whole = [(max(ceil(low), 0), min(floor(high), LAST_MINUTE)) for low, high in spans]
        spans = [(Fraction(low), Fraction(high)) for low, high in whole]
    merged: list[tuple[Fraction, Fraction]] = []
    for low, high in sorted(spans):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def _text(value: Fraction, *, clock: bool) -> str:
    """Return a time of day, or a number whose decimals end, as an answer would have it."""
    if clock:
        return f"{int(value) // 60:02}:{int(value) % 60:02}"
    places = 0
    # Truths and tolerances are decimals, so some power of ten makes each bound whole.
    while (value * 10**places).denominator != 1:
        places += 1
    whole = int(value * 10**places)
    return f"{whole}e-{places}" if places else str(whole)


def _draw(case: _Case) -> Any:
    """Return one of what a question lists, seeded by its id; None for an open question."""
    seed, options = draw_seed(case.question), len(case.options)
    if isinstance(case.prepared, YesNoKey):
        return below(2, seed) == 1
    if not options:
        return None
    if isinstance(case.prepared, ObjectKey):
        return case.answer(_shuffle(options, seed))
    return case.answer(below(options, seed))


def _shuffle(n: int, seed: int) -> list[int]:
    """Return an order of n positions, all equally likely (Fisher and Yates)."""
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        other = below(last + 1, seed, last)
        order[last], order[other] = order[other], order[last]
    return order


def expectation(prepared: ClosedKey) -> Row:
    """Return the row that ``random`` earns on average."""
    if not isinstance(prepared, ObjectKey):
        return (prepared.chance, int(not prepared.chance), 0, prepared.chance, 0, 0, 0, 0)
    if not prepared.order:
        return (0, 1, 0, 0, 1, 0, 0, 0)
    share = nano(Fraction(1, factorial(len(prepared.in_order()))))
    return (share, 0, 0, 0, 1, share, 1, NANO // 2)


def enumerate_all(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return everything: all labels or choices, the schema's whole enumerations."""
    cases = _cases(questions)
    texts = answer_by_group(cases, lambda case: case.question.task, _right_texts)
    return [_everything(case, text) for case, text in zip(cases, texts, strict=True)]


def _right_texts(cases: Sequence[_Case]) -> str:
    """Return every right answer of a task's texts and numbers, in one text."""
    open_cases = [case for case in cases if isinstance(case.prepared, TextKey | NumberKey)]
    return ", ".join(sorted({str(right) for case in open_cases for right in case.rights}))


def _everything(case: _Case, texts: str) -> Any:
    if isinstance(case.prepared, ObjectKey):
        return _fullest(case.ask["schema"])
    if isinstance(case.prepared, YesNoKey):
        return ", ".join(case.prepared.words)
    return ", ".join(case.ask.get("labels") or case.options) or texts


def _fullest(schema: Mapping[str, Any]) -> Any:
    """Return the fullest value that a schema describes: every member, every enumerated value."""
    value: Any = None
    match schema:
        case {"const": value} | {"enum": [value, *_]}:
            pass
        case {"type": "object"}:
            members = schema.get("properties", {})
            value = {name: _fullest(member) for name, member in members.items()}
        case {"type": "array"}:
            element = schema.get("items", {})
            value = list(element.get("enum") or [_fullest(element)])[: schema.get("maxItems")]
        case {"type": "integer" | "number"}:
            value = schema.get("minimum", 0)
        case {"type": "string"}:
            value = ""
        case {"type": "boolean"}:
            value = True
    return value


ADVERSARIES = five(
    ("the answer that is right most often in its task, by position where choices are shown",
     constant),
    ("draws among what is shown", lambda questions: list(map(_draw, _cases(questions)))),
    ("answers with all choices at once", enumerate_all),
    expected=expectation,
)  # fmt: skip
