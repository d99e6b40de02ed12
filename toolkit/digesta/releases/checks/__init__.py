"""What a draft must satisfy to be cut: each check is a function from a draft to problems.

A check sees the whole draft; its problems name file, line, question and fix.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from digesta.canonical import sha256_hex
from digesta.errors import Problem
from digesta.records.release import PoolScore, Question, Score, Task, TermsScore, Track
from digesta.releases.checks.asks import asks
from digesta.releases.checks.calibration import calibration
from digesta.releases.checks.floors import SCORED_CHECKS, truths_hold
from digesta.releases.checks.leaks import leaks
from digesta.releases.checks.near_copies import near_copies
from digesta.releases.commitment import commitment_to
from digesta.releases.reading import MANIFEST, SEALED, ReleaseData
from digesta.scorers import SCORERS

Check = Callable[[ReleaseData], Iterator[Problem]]

SEAL_AGAIN = "seal the draft again: digesta release seal DRAFT --private FOLDER"
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
                "questions.jsonl", question.question_id, "place",
                got=f"{question.track}/{question.category}/{question.task} ({question.scorer})",
                expected="a task of release.json with the same category and scorer",
                fix="correct the question or add the task to release.json",
            )  # fmt: skip


def splits(draft: ReleaseData) -> Iterator[Problem]:
    """Public questions have a truth here; those of the holdout only while it is sealed."""
    ids = {question.question_id: question for question in draft.questions}
    for question in draft.questions:
        wanted = question.split in draft.splits
        if wanted and question.question_id not in draft.truths:
            yield draft.problem(
                "questions.jsonl", question.question_id, "truth-missing",
                fix="add its line to truths.jsonl",
            )  # fmt: skip
        if not wanted and question.question_id in draft.truths:
            yield draft.problem(
                "truths.jsonl", question.question_id, "truth-open",
                fix="move the line into the private folder; if it was ever committed, ask the "
                "question in public instead",
            )  # fmt: skip
    for question_id in draft.truths:
        if question_id not in ids:
            yield draft.problem(
                "truths.jsonl", question_id, "truth-unknown",
                fix="remove the line, or add the question",
            )  # fmt: skip


def holdout(draft: ReleaseData) -> Iterator[Problem]:
    """Require that the holdout asks what was sealed (numbers, ids), and the file sealed with it."""
    questions, promise = draft.holdout(), draft.manifest.holdout
    if draft.opened:
        return
    if questions and (promise is None or not draft.sealed):
        for question in questions:
            yield draft.problem(
                "questions.jsonl", question.question_id, "holdout-unsealed",
                fix="seal its truth first: digesta release seal DRAFT --private FOLDER",
            )  # fmt: skip
    elif promise is not None and sha256_hex(draft.sealed) != promise.sealed_sha256:
        yield Problem(
            code="sealed-other", file=SEALED, got=sha256_hex(draft.sealed),
            expected=f"{promise.sealed_sha256 or 'a digest'} (release.json)", fix=SEAL_AGAIN,
        )  # fmt: skip
    elif promise is not None and promise != commitment_to(
        questions, root=promise.root, sealed=draft.sealed
    ):
        yield Problem(
            code="holdout-moved", file=MANIFEST,
            got=", ".join(f"{track} {n}" for track, n in sorted(promise.counts.items())),
            expected="the holdout questions of questions.jsonl",
            fix=SEAL_AGAIN,
        )  # fmt: skip
    elif draft.sealed and promise is None:
        yield Problem(
            code="holdout-empty", file=SEALED, fix="remove the file: no question is sealed"
        )


def reviews(draft: ReleaseData) -> Iterator[Problem]:
    """Every question has a review, no kept one is agreed by nobody, a dropped one is not asked."""
    sealed = {each.question_id for each in draft.questions if each.split not in draft.splits}
    asked = {each.question_id for each in draft.questions} - sealed
    reviewed = {review.question_id for review in draft.reviews if review.outcome != "dropped"}
    read = {(each.question_id, by.verdict) for each in draft.reviews for by in each.readers}
    for review in draft.reviews:
        if review.outcome == "kept" and (review.question_id, "agreed") not in read:
            yield draft.problem(
                "review.jsonl", review.question_id, "review-disputed",
                expected="a reader who agreed", fix="drop or change the question, or read it again",
            )  # fmt: skip
        if review.question_id in sealed:
            yield draft.problem(
                "review.jsonl", review.question_id, "review-open",
                fix="move the line into the private folder: it may tell the truth",
            )  # fmt: skip
    for question_id in sorted(asked - reviewed):
        yield draft.problem(
            "questions.jsonl", question_id, "review-missing",
            fix="add the second reader's record to review.jsonl",
        )  # fmt: skip
    for review in draft.reviews:
        dropped = review.outcome == "dropped"
        if review.question_id not in sealed and (review.question_id in asked) == dropped:
            yield draft.problem(
                "review.jsonl", review.question_id, "review-outcome",
                got=review.outcome, fix="a dropped question stands in review.jsonl alone",
            )  # fmt: skip
        for passage in review.passages:
            if len(passage.words.split()) > 8:  # noqa: PLR2004 - short enough to quote
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
    """Require law_as_of on the tracks that are dated."""
    dated = {track.track for track in draft.manifest.tracks if track.dated}
    for question in draft.questions:
        if question.track in dated and question.law_as_of is None:
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


CHECKS: tuple[Check, ...] = (
    shape, metrics, clusters,
    places, splits, holdout, reviews, licences, dates, notices, names, asks, leaks,
    calibration, near_copies,
)  # fmt: skip


def problems_of(draft: ReleaseData) -> list[Problem]:
    """Run every check; the costly ones only when the draft is sound so far."""
    found = [problem for check in CHECKS for problem in check(draft)]
    # Truths that cannot be right cannot be scored either.
    found = found or list(truths_hold(draft))
    return found or [problem for check in SCORED_CHECKS for problem in check(draft)]
