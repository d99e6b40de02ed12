"""What a draft must satisfy to be cut: each check is a function from a draft to problems.

Refusals of formats.md and tracks.md. A check sees the whole draft; its problems name file, line,
question and fix.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from digesta.errors import Problem, ReleaseError
from digesta.model.release import TermsScore
from digesta.releases.reading import ReleaseData
from digesta.scorers import SCORERS
from digesta.scoring import (
    Compiled,
    TaskFacts,
    adversary_answers,
    compile_release,
    expected_facts,
    mark_all,
    task_score,
    weighted,
)

Check = Callable[[ReleaseData], Iterator[Problem]]

DATED_TRACKS = frozenset({"frenchlaw", "finlaw", "tlr", "cases"})
"""Tracks whose questions must say as of when the law is meant."""

UNIFORM_TRACK_EXEMPT = frozenset({"tlr"})
"""Tracks whose published weights are exempt from the factor of two (tracks.md rule 4)."""

ADVERSARIES = ("silent", "constant", "random", "enumerate", "echo")
OPEN_FLOOR = Fraction(40, 100)
SLACK = Fraction(5, 100)
_TEXT_LONG_ENOUGH = 4


def problems_of(draft: ReleaseData) -> list[Problem]:
    """Run every check; the costly ones only when the draft is sound so far."""
    found = [problem for check in CHECKS for problem in check(draft)]
    return found or [problem for check in SCORED_CHECKS for problem in check(draft)]


def _at(draft: ReleaseData, file: str, question_id: str, code: str, **said: str) -> Problem:
    path, line = draft.place(file, question_id)
    return Problem(code=code, file=path, line=line, question_id=question_id, **said)


def places(draft: ReleaseData) -> Iterator[Problem]:
    """Every question stands in a track, category and task of the manifest, with its scorer."""
    tracks = {track.track: track for track in draft.manifest.tracks}
    for question in draft.questions:
        track = tracks.get(question.track)
        task = track.tasks.get(question.task) if track else None
        expected = (task.category, task.scorer) if task else None
        if expected != (question.category, question.scorer):
            yield _at(
                draft,
                "questions.jsonl",
                question.question_id,
                "place",
                got=f"{question.track}/{question.category}/{question.task} ({question.scorer})",
                expected="a task of release.json with the same category and scorer",
                fix="correct the question or add the task to release.json",
            )


def splits(draft: ReleaseData) -> Iterator[Problem]:
    """Public questions have a truth here, holdout questions have none; clusters stay whole."""
    ids = {question.question_id: question for question in draft.questions}
    for question in draft.questions:
        if question.split == "public" and question.question_id not in draft.truths:
            yield _at(
                draft, "questions.jsonl", question.question_id, "truth-missing",
                fix="add its line to truths.jsonl",
            )  # fmt: skip
        if question.split == "holdout":
            yield _at(
                draft, "questions.jsonl", question.question_id, "holdout-unsealed",
                fix="cut the public split alone; holdout truths are sealed before a cut",
            )  # fmt: skip
    for question_id in draft.truths:
        if question_id not in ids:
            yield _at(
                draft, "truths.jsonl", question_id, "truth-unknown",
                fix="remove the line, or add the question",
            )  # fmt: skip


def reviews(draft: ReleaseData) -> Iterator[Problem]:
    """Every public question has a review; a dropped question stands in no other file."""
    asked = {question.question_id for question in draft.questions}
    reviewed = {review.question_id for review in draft.reviews if review.outcome != "dropped"}
    for question_id in sorted(asked - reviewed):
        yield _at(
            draft, "questions.jsonl", question_id, "review-missing",
            fix="add the second reader's record to review.jsonl",
        )  # fmt: skip
    for review in draft.reviews:
        if (review.question_id in asked) == (review.outcome == "dropped"):
            yield _at(
                draft, "review.jsonl", review.question_id, "review-outcome",
                got=review.outcome, fix="a dropped question stands in review.jsonl alone",
            )  # fmt: skip
        for passage in review.passages:
            if len(passage.words.split()) > 8:  # noqa: PLR2004 - formats.md: under nine words
                yield _at(
                    draft, "review.jsonl", review.question_id, "quotation-long",
                    got=f"{len(passage.words.split())} words", expected="at most 8",
                    fix="quote the words that decide, no more",
                )  # fmt: skip


def licences(draft: ReleaseData) -> Iterator[Problem]:
    """Every licence is declared; a translation names its origin."""
    declared = set(draft.manifest.licenses)
    for question in draft.questions:
        if question.license not in declared:
            yield _at(
                draft, "questions.jsonl", question.question_id, "licence",
                got=question.license, expected=", ".join(sorted(declared)),
                fix="declare the licence in release.json, or choose another source",
            )  # fmt: skip
        if "translated" in question.tags and question.translation is None:
            yield _at(
                draft, "questions.jsonl", question.question_id, "translation",
                fix="a translated source needs translation {of, by, license}",
            )  # fmt: skip


def dates(draft: ReleaseData) -> Iterator[Problem]:
    """Require law_as_of on the tracks whose law changes."""
    for question in draft.questions:
        if question.track in DATED_TRACKS and question.law_as_of is None:
            yield _at(
                draft, "questions.jsonl", question.question_id, "law-as-of",
                fix="add law_as_of, the day as of which the truth is right",
            )  # fmt: skip


def notices(draft: ReleaseData) -> Iterator[Problem]:
    """Every track has a notice in English and in its questions' languages, and its limits."""
    limited = {limit.track for limit in draft.limits.limits}
    for track in draft.manifest.tracks:
        mine = [q for q in draft.questions if q.track == track.track]
        for language in sorted({"en", *(q.language for q in mine)} - set(track.notice)):
            yield Problem(
                code="notice", file="release.json", got=f"{track.track}: none in {language}",
                fix="every track has a notice in English and in its languages",
            )  # fmt: skip
        if track.track not in limited:
            yield Problem(
                code="limits", file="limits.json", got=f"{track.track}: nothing",
                fix="say what the release does not reach on this track, and why",
            )  # fmt: skip


def names(draft: ReleaseData) -> Iterator[Problem]:
    """No two categories or tasks of a track differ only by case or punctuation."""
    for track in draft.manifest.tracks:
        for kind in (track.categories, track.tasks):
            seen = Counter(re.sub(r"[^a-z0-9]", "", name.casefold()) for name in kind)
            for name, count in sorted(seen.items()):
                if count > 1:
                    yield Problem(
                        code="names-alike", file="release.json", got=f"{track.track}: {name}",
                        fix="rename: names that differ by case or punctuation are one",
                    )  # fmt: skip


def asks(draft: ReleaseData) -> Iterator[Problem]:
    """Every ask and truth satisfies its scorer's records."""
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
            except ValueError as error:
                yield _at(
                    draft, file, question.question_id, "record",
                    got=str(error).replace("\n", " "), fix="see the formats of the scorer",
                )  # fmt: skip


def leaks(draft: ReleaseData) -> Iterator[Problem]:
    """No question's turns hold its own truth as whole tokens (formats.md has the exemptions)."""
    for question in draft.questions:
        truth = draft.truths.get(question.question_id)
        if truth is None:
            continue
        said = _tokens(" ".join(turn.content for turn in question.turns))
        shown = {_tokens(text) for text in _texts(_lists(question.ask))}
        for text in sorted(set(_texts([truth.truth]))):
            tokens = _tokens(text)
            if len(text) >= _TEXT_LONG_ENOUGH and tokens not in shown and tokens in said:
                yield _at(
                    draft, "questions.jsonl", question.question_id, "truth-in-question",
                    got=text, fix="reword the turn so that it does not hold its own truth",
                )  # fmt: skip


def _tokens(text: str) -> str:
    words = re.findall(r"\w+", unicodedata.normalize("NFC", text).casefold())
    return f" {' '.join(words)} "


def _texts(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            yield from _texts(value.values())
        elif isinstance(value, list):
            yield from _texts(value)


def _lists(value: Any) -> Iterator[list[Any]]:
    if isinstance(value, list):
        yield value
    for inner in value.values() if isinstance(value, Mapping) else []:
        yield from _lists(inner)


# Checks that score ----------------------------------------------------------------------------


def _compiled(draft: ReleaseData) -> Compiled:
    return compile_release(
        draft.manifest, draft.questions, draft.truths,
        digest=draft.digest, resources=draft.resources,
    )  # fmt: skip


def truths_hold(draft: ReleaseData) -> Iterator[Problem]:
    """Every truth can be right: within its choices, satisfying its own schema, unambiguous."""
    for question in draft.public():
        try:
            compile_release(draft.manifest, [question], draft.truths, digest=draft.digest)
        except ReleaseError as error:
            for problem in error.problems:
                yield _at(
                    draft, "truths.jsonl", question.question_id, problem.code,
                    got=problem.got, fix=problem.fix,
                )  # fmt: skip


def weights_even(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse a question that weighs over twice as much as another of its track's headline."""
    tasks = _sizes(draft)
    for track in draft.manifest.tracks:
        per_task: Mapping[str, int] = tasks.get(track.track, {})
        categories = {track.tasks[task].category for task in per_task}
        shares = {
            task: Fraction(
                1,
                n * sum(track.tasks[t].category == track.tasks[task].category for t in per_task),
            )
            for task, n in per_task.items()
        }
        linear = not any(isinstance(score, TermsScore) for score in track.scores)
        uneven = shares and max(shares.values()) > 2 * min(shares.values())
        if linear and categories and uneven and track.track not in UNIFORM_TRACK_EXEMPT:
            heavy, light = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
            yield Problem(
                code="weights", file="questions.jsonl", got=f"{track.track}: {heavy} > 2 x {light}",
                fix="add questions to the heavy task or take some from the light one",
            )  # fmt: skip


def _sizes(draft: ReleaseData) -> dict[str, Counter[str]]:
    sizes: dict[str, Counter[str]] = {}
    for question in draft.public():
        sizes.setdefault(question.track, Counter())[question.task] += 1
    return sizes


def no_headline_without_law(draft: ReleaseData) -> Iterator[Problem]:
    """Hold the five adversaries to the floor (architecture.md section 6)."""
    compiled = _compiled(draft)
    order = [question_id for task in compiled.tasks for question_id in task.ids]
    for adversary in ADVERSARIES:
        facts = expected_facts(compiled, adversary)
        if facts is None:
            answers = adversary_answers(draft.public(), draft.truths, adversary)
            facts = mark_all(compiled, [answers.get(question_id) for question_id in order])
        yield from over_the_floor(draft, facts, adversary)


def over_the_floor(
    draft: ReleaseData, facts: Iterable[TaskFacts], adversary: str
) -> Iterator[Problem]:
    """Name the headlines on which an adversary exceeds its limit."""
    listed = list(facts)
    for track in draft.manifest.tracks:
        mine = {one.task.task: one for one in listed if one.task.track == track.track}
        tasks = [one.task for one in mine.values()]
        scores = [(f"{track.track}/{t.category}/{t.task}", task_score(t)) for t in tasks]
        rule = next(score for score in track.scores if score.name == track.headline)
        whole = weighted(rule, track, tasks)
        scores += [(track.track, whole)] if whole else []
        for board, score in scores:
            chance = score.chance(mine)
            limit = chance + SLACK if chance and board != track.track else OPEN_FLOOR
            limit = max(limit, chance + SLACK) if board == track.track else limit
            if score.value(mine) > limit:
                yield Problem(
                    code="won-without-law", file="truths.jsonl",
                    got=f"{board}: {adversary} scores {float(score.value(mine)):.3f}",
                    expected=f"at most {float(limit):.3f}",
                    fix="balance the key, or choose a metric that it cannot win",
                )  # fmt: skip


CHECKS: tuple[Check, ...] = (
    places, splits, reviews, licences, dates, notices, names, asks, leaks,
)  # fmt: skip
SCORED_CHECKS: tuple[Check, ...] = (truths_hold, weights_even, no_headline_without_law)
