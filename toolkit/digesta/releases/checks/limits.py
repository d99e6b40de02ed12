"""Limits are true: what ``limits.json`` says in numbers holds of the release.

A limit has a ``claim`` that is counted. One whose sentence states a number, that there is no
holdout, or that nothing after a day is asked, without a claim is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from digesta.errors import Problem
from digesta.records.release import Claim, Limit, Question
from digesta.releases.data import ReleaseData

_ONES = "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
_ONES += " fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_VALUES = {word: at for at, word in enumerate(_ONES.split())}
_VALUES |= {word: 10 * at for at, word in enumerate(_TENS.split(), start=2)}
_NUMBER = rf"(?:[0-9][0-9,.]*|\b(?:{'|'.join(_VALUES)}))"
_STATES = re.compile(
    rf"no(?:t a|thing is)? (?:holdout|sealed)|nothing (?:after|before|later)|"
    rf"{_NUMBER} (?:\w+ )?(?:question|task|statute|law|work|regulation)s?\b",
    re.IGNORECASE,
)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_FILE = "limits.json"


def limits(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse limits that the release does not bear out, or that state a number without a claim."""
    for limit in draft.limits.limits:
        if limit.claim is not None:
            yield from _false(draft, limit, limit.claim)
        elif stated := _STATES.search(limit.limit):
            yield Problem(
                code="limit-unproved",
                file=_FILE,
                got=f"{limit.sentence} ({stated.group()})",
                expected="a claim that cutting can count",
                fix='add a claim to the limit, such as {"of": "questions", "split": "holdout", '
                '"most": 0}, or word it without a number',
            )


def _false(draft: ReleaseData, limit: Limit, claim: Claim) -> Iterator[Problem]:
    asked = [
        question
        for question in draft.questions
        if question.track == limit.track
        and claim.split in (None, question.split)
        and (claim.tasks is None or question.task in claim.tasks)
    ]
    fix = "correct the sentence and its claim, or what is asked"
    if claim.day is not None:
        late = [question for question in asked if max(_days(question), default="") > claim.day]
        for question in late[:1]:
            got = f"{limit.sentence}: {len(late)} questions name a later day"
            wrong = partial(Problem, code="limit-false", file=_FILE, got=got, fix=fix)
            latest = max(_days(question))
            expected = f"no day after {claim.day}, where this question names {latest}"
            yield wrong(question_id=question.question_id, expected=expected)
        return
    least, most = claim.least or 0, claim.most
    for what, n in _counts(draft, claim, asked):
        if n < least or (most is not None and n > most):
            ends = f"{least} to {'any number' if most is None else most}"
            got = f"{limit.sentence}: {n} {what}"
            yield Problem(code="limit-false", file=_FILE, got=got, expected=ends, fix=fix)
    for number in {claim.least, claim.most} - {None, 0} - _numbers(limit.limit):
        got, expected = f"{limit.sentence}: its claim says {number}", "the number of its claim"
        yield Problem(code="limit-false", file=_FILE, got=got, expected=expected, fix=fix)


def _counts(
    draft: ReleaseData, claim: Claim, asked: Iterable[Question]
) -> Iterator[tuple[str, int]]:
    if claim.of == "questions of each task":
        tasks = Counter(question.task for question in asked)
        yield from ((f"questions in {task}", n) for task, n in sorted(tasks.items()))
    elif claim.of == "works":
        truths = (draft.truths.get(question.question_id) for question in asked)
        works = {ref.work for truth in truths if truth for ref in truth.source_refs}
        yield "works", len(works)
    else:
        yield "questions", sum(1 for _ in asked)


def _numbers(sentence: str) -> set[int | None]:
    """Return the numbers of a sentence, in digits or in English words up to ninety."""
    digits = re.findall(r"[0-9]+", sentence.replace(",", ""))
    words = re.findall(r"[a-z]+", sentence.casefold())
    return {*map(int, digits), *(_VALUES[word] for word in words if word in _VALUES)}


def _days(question: Question) -> Iterator[str]:
    """Yield the days that a question names in its ask, and that of its law."""
    yield from ([question.law_as_of] if question.law_as_of else [])
    pending: list[Any] = [question.ask]
    while pending:
        value = pending.pop()
        if isinstance(value, str) and _DAY.fullmatch(value):
            yield value
        elif isinstance(value, dict | list):
            pending += value.values() if isinstance(value, dict) else value
