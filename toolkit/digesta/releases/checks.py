"""What a draft must satisfy to be cut: each check is a function from a draft to problems.

Refusals of formats.md and tracks.md. A check sees the whole draft; its problems name file, line,
question and fix.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from digesta.errors import Problem
from digesta.model.release import PoolScore, Question, Score, Task, TermsScore, Track
from digesta.releases.calibration import calibration
from digesta.releases.floors import SCORED_CHECKS
from digesta.releases.reading import ReleaseData
from digesta.scorers import SCORERS

Check = Callable[[ReleaseData], Iterator[Problem]]

DATED_TRACKS = frozenset({"frenchlaw", "finlaw", "tlr", "cases"})
"""Tracks whose questions must say as of when the law is meant."""

_TEXT_LONG_ENOUGH = 4
_PATH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*")


def shape(draft: ReleaseData) -> Iterator[Problem]:
    """Require questions, and paths that a manifest can name."""
    if not draft.public():
        yield Problem(code="no-questions", file="questions.jsonl", fix="write some questions")
    for path in draft.resources:
        if _PATH.fullmatch(path) is None:
            yield Problem(
                code="resource-name", file=f"resources/{path}",
                expected="letters, digits, . _ - in every part, beginning with a letter or digit",
                fix="rename or remove the file",
            )  # fmt: skip


def metrics(draft: ReleaseData) -> Iterator[Problem]:
    """Require of every task and score a metric that its scorer has and that may be a headline."""
    for track in draft.manifest.tracks:
        for category in track.categories:
            if category not in {task.category for task in track.tasks.values()}:
                yield _manifest(track, "category-empty", f"{category} has no task")
        for name, task in track.tasks.items():
            yield from _metric(track, f"task {name}", task.scorer, task.metric)
        for score in track.scores:
            for scope, metric in _metrics_of(score):
                for task in _in_scope(track, scope):
                    yield from _metric(track, f"score {score.name}", task.scorer, metric)


def _metric(track: Track, where: str, scorer_name: str, name: str) -> Iterator[Problem]:
    scorer = SCORERS.get(scorer_name)
    if scorer is None:
        yield _manifest(track, "scorer-unknown", f"{where}: {scorer_name}", ", ".join(SCORERS))
        return
    fit = [m.name for m in scorer.metrics if not m.of_answered and m.least == 0]
    if name not in fit:
        yield _manifest(track, "metric-unfit", f"{where}: {name}", ", ".join(fit))


def _metrics_of(score: Score) -> Iterator[tuple[str, str]]:
    if isinstance(score, TermsScore):
        yield from ((scope, metric) for _, scope, metric in score.terms)
    elif isinstance(score, PoolScore):
        pool = ["all"] if score.pool == "all" else score.pool
        yield from ((scope, score.metric) for scope in pool)


def _in_scope(track: Track, scope: str) -> list[Task]:
    return [t for name, t in track.tasks.items() if scope in ("all", name, t.category)]


def _manifest(track: Track, code: str, got: str, expected: str = "") -> Problem:
    return Problem(
        code=code, file="release.json", got=f"{track.track}: {got}", expected=expected,
        fix="correct the track in release.json",
    )  # fmt: skip


def clusters(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse a cluster in two tasks or splits: resamples draw whole clusters within a task."""
    first: dict[tuple[str, str], Question] = {}
    for question in draft.questions:
        other = first.setdefault((question.track, question.cluster_id), question)
        if (other.task, other.split) != (question.task, question.split):
            yield draft.problem(
                "questions.jsonl", question.question_id, "cluster-across",
                got=f"{question.cluster_id} in {question.task} and {other.task}",
                fix="ask each section of a source in one task and one split only",
            )  # fmt: skip


def places(draft: ReleaseData) -> Iterator[Problem]:
    """Every question stands in a track, category and task of the manifest, with its scorer."""
    tracks = {track.track: track for track in draft.manifest.tracks}
    for question in draft.questions:
        track = tracks.get(question.track)
        task = track.tasks.get(question.task) if track else None
        expected = (task.category, task.scorer) if task else None
        if expected != (question.category, question.scorer):
            yield draft.problem(
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
            yield draft.problem(
                "questions.jsonl", question.question_id, "truth-missing",
                fix="add its line to truths.jsonl",
            )  # fmt: skip
        if question.split == "holdout":
            yield draft.problem(
                "questions.jsonl", question.question_id, "holdout-unsealed",
                fix="cut the public split alone; holdout truths are sealed before a cut",
            )  # fmt: skip
    for question_id in draft.truths:
        if question_id not in ids:
            yield draft.problem(
                "truths.jsonl", question_id, "truth-unknown",
                fix="remove the line, or add the question",
            )  # fmt: skip


def reviews(draft: ReleaseData) -> Iterator[Problem]:
    """Every public question has a review; a dropped question stands in no other file."""
    asked = {question.question_id for question in draft.questions}
    reviewed = {review.question_id for review in draft.reviews if review.outcome != "dropped"}
    for question_id in sorted(asked - reviewed):
        yield draft.problem(
            "questions.jsonl", question_id, "review-missing",
            fix="add the second reader's record to review.jsonl",
        )  # fmt: skip
    for review in draft.reviews:
        if (review.question_id in asked) == (review.outcome == "dropped"):
            yield draft.problem(
                "review.jsonl", review.question_id, "review-outcome",
                got=review.outcome, fix="a dropped question stands in review.jsonl alone",
            )  # fmt: skip
        for passage in review.passages:
            if len(passage.words.split()) > 8:  # noqa: PLR2004 - formats.md: under nine words
                yield draft.problem(
                    "review.jsonl", review.question_id, "quotation-long",
                    got=f"{len(passage.words.split())} words", expected="at most 8",
                    fix="quote the words that decide, no more",
                )  # fmt: skip


def licences(draft: ReleaseData) -> Iterator[Problem]:
    """Every licence is declared; a translation names its origin."""
    declared = set(draft.manifest.licenses)
    for question in draft.questions:
        if question.license not in declared:
            yield draft.problem(
                "questions.jsonl", question.question_id, "licence",
                got=question.license, expected=", ".join(sorted(declared)),
                fix="declare the licence in release.json, or choose another source",
            )  # fmt: skip
        if "translated" in question.tags and question.translation is None:
            yield draft.problem(
                "questions.jsonl", question.question_id, "translation",
                fix="a translated source needs translation {of, by, license}",
            )  # fmt: skip


def dates(draft: ReleaseData) -> Iterator[Problem]:
    """Require law_as_of on the tracks whose law changes."""
    for question in draft.questions:
        if question.track in DATED_TRACKS and question.law_as_of is None:
            yield draft.problem(
                "questions.jsonl", question.question_id, "law-as-of",
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
                yield draft.problem(
                    file, question.question_id, "record",
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
                yield draft.problem(
                    "questions.jsonl", question.question_id, "truth-in-question",
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


CHECKS: tuple[Check, ...] = (
    shape, metrics, clusters,
    places, splits, reviews, licences, dates, notices, names, asks, leaks, calibration,
)  # fmt: skip


def problems_of(draft: ReleaseData) -> list[Problem]:
    """Run every check; the costly ones only when the draft is sound so far."""
    found = [problem for check in CHECKS for problem in check(draft)]
    return found or [problem for check in SCORED_CHECKS for problem in check(draft)]
