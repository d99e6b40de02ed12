"""The check of each ask and truth against its scorer's records, place by place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from pydantic import BaseModel

from digesta.errors import InputError, Problem
from digesta.records.read import read_record
from digesta.releases.data import ReleaseData
from digesta.scorers import SCORERS
from digesta.text.readings import READING


def asks(draft: ReleaseData) -> Iterator[Problem]:
    """Require that every ask and truth satisfies its scorer's records."""
    for question in draft.questions:
        scorer = SCORERS.get(question.scorer)
        truth = draft.truths.get(question.question_id)
        if scorer is None or truth is None:
            continue
        for file, record, value in (
            ("questions.jsonl", scorer.Ask, question.ask),
            ("truths.jsonl", scorer.Truth, truth.truth),
        ):
            try:
                record.model_validate(value)
            except ValueError:
                yield from _wrong(draft, (file, question.question_id), record, value)


def _wrong(
    draft: ReleaseData, where: tuple[str, str], record: type[BaseModel], value: Any
) -> Iterator[Problem]:
    """Yield what is wrong with an ask or a truth, place by place."""
    try:
        read_record(record, value, where[0])
    except InputError as refused:
        wrong = partial(draft.problem, *where, "record")
        for each in refused.problems:
            fix = f"{each.fix}; see the formats of the scorer"
            yield wrong(got=each.got, expected=each.expected, nearest=each.nearest, fix=fix)


def unread_languages(draft: ReleaseData) -> Iterator[str]:
    """Yield what answers cannot say in their questions' languages: a warning, not a problem."""
    unread = Counter[tuple[str, str, str]]()
    for question in draft.questions:
        form = SCORERS[question.scorer].unread(question.ask, question.language)
        unread.update([(question.track, question.language, form)] if form else [])
    for (track, language, form), n in sorted(unread.items()):
        read = "true and false" if form == "yes and no" else "1.5 and 1000"
        yield (
            f"{track}: {form} in {language} are not read in its own words or marks, only {read} "
            f"({n} questions); say so in the prompt, ask with choices, or name a reading of the "
            f'track in release.json, such as "reading": "{READING}"'
        )
