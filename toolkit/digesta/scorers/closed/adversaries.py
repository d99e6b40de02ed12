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
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import ceil, factorial, floor
from typing import Any, NamedTuple

from digesta.canonical import canonical_bytes
from digesta.metrics.exact import NANO, nano
from digesta.metrics.splitmix import below, seed_from
from digesta.scorers.base import QuestionWithTruth
from digesta.scorers.closed.answers import RIGHT, Choice, Text, YesNo
from digesta.scorers.closed.json import Structure
from digesta.scorers.closed.kinds import Prepared, prepare
from digesta.scorers.closed.numbers import Number

LAST_MINUTE = 24 * 60 - 1


class _Seen(NamedTuple):
    """A question with all that an oracle knows."""

    asked: QuestionWithTruth
    prepared: Prepared

    @property
    def ask(self) -> Mapping[str, Any]:
        ask: Mapping[str, Any] = self.asked.question["ask"]
        return ask

    @property
    def listed(self) -> list[str]:
        """What the question lists as answers, in the order shown; [] where it lists nothing."""
        if isinstance(self.prepared, Structure):
            order = self.prepared.order
            names: list[str] = (
                self.ask["schema"]["properties"][order]["items"]["enum"] if order else []
            )
            return names
        return list(self.ask.get("choices", ()))

    @property
    def group(self) -> Hashable:
        """Questions for which one answer is to be found."""
        return self.asked.task, self.ask["answer_type"], len(self.listed)

    @property
    def rights(self) -> list[Any]:
        """Every right answer: positions where the question lists answers, else values."""
        listed = self.listed
        if isinstance(self.prepared, Structure) and listed:
            return [[listed.index(name) for name in self.prepared.in_order()]]
        if isinstance(self.prepared, Choice):
            return list(self.prepared.right)
        if isinstance(self.prepared, Text):
            right = self.prepared.right
            if not listed:
                return list(right)
            return [i for i, text in enumerate(listed) if self.prepared.status(text) == RIGHT]
        return [self.asked.truth["answer"], *(self.asked.truth.get("accepted") or ())]

    def given(self, position: Any) -> Any:
        """Return the answer at a position of what the question lists; a value is itself."""
        listed = self.listed
        if not listed:
            return position
        if isinstance(self.prepared, Structure):
            return {self.prepared.order: [listed[index] for index in position]}
        return listed[position]


def silent(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer nothing."""
    return [None] * len(asked)


def constant(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer what is right most often, per task, answer type and number of choices."""
    seen = _all_seen(asked)
    groups: defaultdict[Hashable, list[_Seen]] = defaultdict(list)
    for one in seen:
        groups[one.group].append(one)
    best = {group: _best(members) for group, members in groups.items()}
    return [one.given(best[one.group]) for one in seen]


def random(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Draw one of what the question lists, seeded by its id; None for open questions."""
    return [_drawn(one) for one in _all_seen(asked)]


def expected(prepared: Prepared) -> tuple[int, int, int, int]:
    """Give (credit, missing, fields right, pairs concordant) that ``random`` earns on average."""
    if isinstance(prepared, Structure) and prepared.order:
        share = nano(Fraction(1, factorial(len(prepared.in_order()))))
        return share, 0, share, NANO // 2
    return (prepared.chance, 0, 0, 0) if prepared.chance else (0, 1, 0, 0)


def enumerate_all(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer with everything: all labels or choices, the schema's whole enumerations."""
    seen = _all_seen(asked)
    texts: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for one in seen:
        if isinstance(one.prepared, Text | Number):
            texts[one.asked.task].update((str(right), None) for right in one.rights)
    everything = {task: ", ".join(sorted(names)) for task, names in texts.items()}
    return [_everything(one, everything.get(one.asked.task, "")) for one in seen]


def echo(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer with the question's last turn."""
    return [one.question["turns"][-1]["content"] for one in asked]


def _all_seen(asked: Sequence[QuestionWithTruth]) -> list[_Seen]:
    return [_Seen(one, prepare(one.question, one.truth, {})) for one in asked]


def _best(members: Sequence[_Seen]) -> Any:
    numbers = [one.prepared for one in members if isinstance(one.prepared, Number)]
    if numbers:
        return _best_number(numbers)
    rights = (sorted(set(map(canonical_bytes, one.rights))) for one in members)
    counts = Counter(chain.from_iterable(rights))
    return json.loads(min(counts, key=lambda value: (-counts[value], value)))


def _best_number(numbers: Sequence[Number]) -> str:
    """Return the number or time within most tolerances: at one such some tolerance begins."""
    hits: dict[str, int] = {}
    for clock in (False, True):
        spans = [span for one in numbers if one.clock is clock for span in _spans(one)]
        lows, highs = sorted(low for low, _ in spans), sorted(high for _, high in spans)
        for low in lows:
            hits[_written(low, clock=clock)] = bisect_right(lows, low) - bisect_left(highs, low)
    return min(hits, key=lambda answer: (-hits[answer], canonical_bytes(answer)))


def _spans(number: Number) -> list[tuple[Fraction, Fraction]]:
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


def _written(value: Fraction, *, clock: bool) -> str:
    if clock:
        return f"{int(value) // 60:02}:{int(value) % 60:02}"
    places = 0
    # Truths and tolerances are decimals, so some power of ten makes each bound whole.
    while (value * 10**places).denominator != 1:
        places += 1
    whole = int(value * 10**places)
    return f"{whole}e-{places}" if places else str(whole)


def _drawn(one: _Seen) -> Any:
    seed = seed_from(f"random/1\n{one.asked.question_id}")
    listed = one.listed
    if isinstance(one.prepared, YesNo):
        return below(2, seed) == 1
    if not listed:
        return None
    if isinstance(one.prepared, Structure):
        return one.given(_shuffled(len(listed), seed))
    return one.given(below(len(listed), seed))


def _shuffled(n: int, seed: int) -> list[int]:
    """Return an order of n positions, all equally likely (Fisher and Yates)."""
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        other = below(last + 1, seed, last)
        order[last], order[other] = order[other], order[last]
    return order


def _everything(one: _Seen, texts: str) -> Any:
    if isinstance(one.prepared, Structure):
        return _whole(one.ask["schema"])
    if isinstance(one.prepared, YesNo):
        return ", ".join(one.prepared.words)
    return ", ".join(one.ask.get("labels") or one.listed) or texts


def _whole(schema: Mapping[str, Any]) -> Any:
    """Return the fullest value that a schema describes: every member, every enumerated value."""
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    kind = schema.get("type")
    return _WHOLE[kind](schema) if isinstance(kind, str) and kind in _WHOLE else None


def _whole_object(schema: Mapping[str, Any]) -> Any:
    return {name: _whole(inner) for name, inner in schema.get("properties", {}).items()}


def _whole_list(schema: Mapping[str, Any]) -> Any:
    items = schema.get("items", {})
    values: Iterable[Any] = items.get("enum") or [_whole(items)]
    return list(values)[: schema.get("maxItems")]


_WHOLE: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "object": _whole_object,
    "array": _whole_list,
    "string": lambda _schema: "",
    "boolean": lambda _schema: True,
    "integer": lambda schema: schema.get("minimum", 0),
    "number": lambda schema: schema.get("minimum", 0),
}
