"""Limits are true: what ``limits.json`` says in numbers holds of the release.

A limit may have a ``claim``, which is counted. Two sentences make a claim by their words: that
there is no holdout, and that nothing after a day is asked. No other sentence is checked without
a claim.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from digesta.canonical import canonical_bytes
from digesta.errors import Problem
from digesta.records.release import Limit, LimitClaim, Question
from digesta.releases.data import ReleaseData

_WORDS = "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
_WORDS += " fifteen sixteen seventeen eighteen nineteen twenty"
_VALUES = {word: at for at, word in enumerate(_WORDS.split())}
_VALUES |= {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70}
_VALUES |= {"eighty": 80, "ninety": 90}
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_NO_HOLDOUT = re.compile(r"\b(?:no|not a|nothing is) (?:holdout|sealed)", re.IGNORECASE)
_NOTHING_AFTER = re.compile(
    rf"\bnothing (?:after|later than) ([0-9]{{1,2}}) ({'|'.join(_MONTHS)}) ([0-9]{{4}})",
    re.IGNORECASE,
)
_DAY = re.compile(r'(?<=")[0-9]{4}-[0-9]{2}-[0-9]{2}(?=")')


def limits(draft: ReleaseData) -> Iterator[Problem]:
    """Yield the limits that the release does not bear out."""
    wrong = partial(Problem, file="limits.json")
    for limit in draft.limits.limits:
        claims = [limit.claim] if limit.claim else []
        claims += [
            claim for claim in _claims_in(limit.limit) if claim.of not in {c.of for c in claims}
        ]
        for counted, expected in (lie for claim in claims for lie in _lies(draft, limit, claim)):
            fix = "correct the sentence and its claim, or what is asked"
            got = f"{limit.sentence}: {counted}"
            yield wrong(code="limit-false", got=got, expected=expected, fix=fix)


def _claims_in(sentence: str) -> Iterator[LimitClaim]:
    """Yield the claims that a sentence makes by its words.

    >>> [claim.day for claim in _claims_in("Nothing after 26 August 2020 is asked.")]
    ['2020-08-26']
    """
    if _NO_HOLDOUT.search(sentence):
        yield LimitClaim(of="questions", split="holdout", most=0)
    for day, month, year in _NOTHING_AFTER.findall(sentence):
        number = _MONTHS.index(month.lower()) + 1
        yield LimitClaim(of="days", day=f"{year}-{number:02}-{int(day):02}")


def _lies(draft: ReleaseData, limit: Limit, claim: LimitClaim) -> Iterator[tuple[str, str]]:
    """Yield what is counted, and what the claim or the sentence says in its place."""
    questions = [
        question
        for question in draft.questions
        if question.track == limit.track
        and claim.split in (None, question.split)
        and (claim.tasks is None or question.task in claim.tasks)
    ]
    day = claim.day or ""
    late = [question for question in questions if day and _latest(question) > day]
    for question in late[:1]:
        got = f"{len(late)} questions name a later day, {question.question_id} {_latest(question)}"
        yield got, f"no day after {day}"
    least, most = claim.least or 0, claim.most
    for unit, n in () if day else _counts(draft, claim, questions):
        if n < least or (most is not None and n > most):
            yield f"{n} {unit}", f"{least} to {'any number' if most is None else most}"
    stated = {claim.least, claim.most, *(int(part) for part in day.split("-")[::2] if part)}
    for number in stated - {None, 0} - _numbers(limit.limit):
        yield f"its claim says {number}", "the numbers of its claim, in the sentence too"


def _counts(
    draft: ReleaseData, claim: LimitClaim, questions: Sequence[Question]
) -> Iterator[tuple[str, int]]:
    if claim.of == "questions of each task":
        tasks = Counter(question.task for question in questions)
        yield from ((f"questions in {task}", n) for task, n in sorted(tasks.items()))
    elif claim.of == "works":
        truths = (draft.truths.get(question.question_id) for question in questions)
        yield "works", len({ref.work for truth in truths if truth for ref in truth.source_refs})
    else:
        yield "questions", len(questions)


def _numbers(sentence: str) -> set[int | None]:
    """Return the numbers of a sentence, in digits or in English words."""
    words = re.findall(r"[0-9]+|[a-z]+", sentence.replace(",", "").casefold())
    return {int(word) if word.isdecimal() else _VALUES.get(word) for word in words}


def _latest(question: Question) -> str:
    """Return the last day that a question names in its ask, or that of its law; "" for none."""
    days: list[str] = _DAY.findall(canonical_bytes(question.ask).decode())
    return max([question.law_as_of or "", *days])
