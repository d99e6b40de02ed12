"""What a draft must satisfy to be cut: each check is a function from a draft to problems.

A check sees the whole draft; its problems name file, line, question and fix.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from digesta.canonical import sha256_hex
from digesta.errors import Problem
from digesta.records.release import HoldoutRoot, PoolScore, Question, Score, Task, TermsScore, Track
from digesta.releases.checks.asks import asks
from digesta.releases.checks.calibration import calibration
from digesta.releases.checks.examples import examples
from digesta.releases.checks.leaks import leaks
from digesta.releases.checks.licences import licences
from digesta.releases.commitment import commitment_to, recipients_digest, stanzas
from digesta.releases.data import MANIFEST, SEALED, ReleaseData, ids_of
from digesta.releases.floors import SCORED_CHECKS, truths_hold
from digesta.releases.near_copies import near_copies
from digesta.scorers import SCORERS

Check = Callable[[ReleaseData], Iterator[Problem]]

QUOTED_WORDS = 8
"""The longest quotation in a review of a source whose whole text it does not give."""

SEAL_AGAIN = "seal the draft again: digesta release seal DRAFT --private FOLDER"
_PATH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*")


def shape(draft: ReleaseData) -> Iterator[Problem]:
    """Require questions, and paths that a manifest can name."""
    if not draft.public():
        yield Problem(code="no-questions", file="questions.jsonl", fix="write some questions")
    for path in draft.resources:
        if _PATH.fullmatch(path) is None:
            wrong = partial(Problem, code="resource-name", file=f"resources/{path}")
            expected = "letters, digits, . _ - in every part, beginning with a letter or digit"
            yield wrong(expected=expected, fix="rename or remove the file")


def metrics(draft: ReleaseData) -> Iterator[Problem]:
    """Require of every task and score a metric that its scorer has and that may be a headline."""
    for track in draft.manifest.tracks:
        for category in track.categories:
            if category not in {task.category for task in track.tasks.values()}:
                yield _manifest(track, "category-empty", f"{category} has no task")
        for name, task in track.tasks.items():
            yield from _metric(track, f"task {name}", task, task.metric)
        for score in track.scores:
            for scope, metric in _metrics_of(score):
                for task in _in_scope(track, scope):
                    yield from _metric(track, f"score {score.name}", task, metric)


def _metric(track: Track, where: str, task: Task, name: str) -> Iterator[Problem]:
    scorer = SCORERS.get(task.scorer)
    if scorer is None:
        yield _manifest(track, "scorer-unknown", f"{where}: {task.scorer}", ", ".join(SCORERS))
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
    wrong = partial(Problem, code=code, file=MANIFEST, got=f"{track.track}: {got}")
    return wrong(expected=expected, fix="correct the track in release.json")


def clusters(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse a cluster in two tasks or splits: statistics take a task's clusters."""
    first: dict[tuple[str, str], Question] = {}
    for question in draft.questions:
        other = first.setdefault((question.track, question.cluster_id), question)
        if (other.task, other.split) != (question.task, question.split):
            got = f"{question.cluster_id} in {question.task} and {other.task}"
            fix = "ask each section of a source in one task and one split only"
            wrong = partial(draft.problem, "questions.jsonl", question.question_id)
            yield wrong("cluster-across", got=got, fix=fix)


def places(draft: ReleaseData) -> Iterator[Problem]:
    """Require of every question a track, category, task and scorer of the manifest."""
    tracks = {track.track: track for track in draft.manifest.tracks}
    expected = "a task of release.json with the same category and scorer"
    fix = "correct the question or add the task to release.json"
    for question in draft.questions:
        track = tracks.get(question.track)
        task = track.tasks.get(question.task) if track else None
        category, scorer = question.category, question.scorer
        if task is None or (task.category, task.scorer) != (category, scorer):
            got = f"{question.track}/{category}/{question.task} ({scorer})"
            wrong = partial(draft.problem, "questions.jsonl", question.question_id, "place")
            yield wrong(got=got, expected=expected, fix=fix)


def splits(draft: ReleaseData) -> Iterator[Problem]:
    """Require public truths here, and those of the holdout only while it is sealed."""
    truths = "truths.jsonl"
    for question in draft.questions:
        name, expected = question.question_id, question.split in draft.splits
        if expected and name not in draft.truths:
            fix = "add its line to truths.jsonl"
            yield draft.problem("questions.jsonl", name, "truth-missing", fix=fix)
        if not expected and name in draft.truths:
            fix = "move the line into the private folder; if it was ever committed, ask the "
            fix += "question in public instead"
            yield draft.problem(truths, name, "truth-open", fix=fix)
    known = ids_of(draft.questions)
    for name in draft.truths:
        if name not in known:
            fix = "remove the line, or add the question"
            yield draft.problem(truths, name, "truth-unknown", fix=fix)


def holdout(draft: ReleaseData) -> Iterator[Problem]:
    """Require that the holdout asks what was sealed (numbers, ids), and the file sealed with it."""
    questions, promise = draft.holdout(), draft.manifest.holdout
    if draft.opened:
        return
    if questions and (promise is None or not draft.sealed):
        fix = "seal its truth first: digesta release seal DRAFT --private FOLDER"
        for name in (question.question_id for question in questions):
            yield draft.problem("questions.jsonl", name, "holdout-unsealed", fix=fix)
    elif promise is not None:
        yield from _broken_promises(draft, promise)
    elif draft.sealed:
        fix = "remove the file: no question is sealed"
        yield Problem(code="holdout-empty", file=SEALED, fix=fix)


def _broken_promises(draft: ReleaseData, promise: HoldoutRoot) -> Iterator[Problem]:
    digest = sha256_hex(draft.sealed)
    if digest != promise.sealed_sha256:
        expected = f"{promise.sealed_sha256 or 'a digest'} (release.json)"
        wrong = partial(Problem, code="sealed-other", file=SEALED)
        yield wrong(got=digest, expected=expected, fix=SEAL_AGAIN)
        return
    readers = draft.manifest.recipients
    known = promise.recipients and recipients_digest(readers)
    if known != promise.recipients or stanzas(draft.sealed) != len(readers):
        wrong = partial(Problem, code="recipients-moved", file=MANIFEST)
        late = partial(wrong, got=f"{len(readers)} recipients: {', '.join(readers)}")
        expected = f"the {stanzas(draft.sealed)} that holdout.age was written to: no other opens it"
        yield late(expected=expected, fix=f"{SEAL_AGAIN}; what is cut: digesta release rotate")
    if promise != commitment_to(
        draft.holdout(), root=promise.root, sealed=draft.sealed, recipients=promise.recipients
    ):
        got = ", ".join(f"{track} {n}" for track, n in sorted(promise.counts.items()))
        wrong = partial(Problem, code="holdout-moved", file=MANIFEST, got=got)
        yield wrong(expected="the holdout questions of questions.jsonl", fix=SEAL_AGAIN)


def reviews(draft: ReleaseData) -> Iterator[Problem]:
    """Require a review of every question, agreed where it was read, and none dropped asked."""
    sealed = {each.question_id for each in draft.questions if each.split not in draft.splits}
    open_ids = ids_of(draft.questions) - sealed
    reviewed = {review.question_id for review in draft.reviews if review.outcome != "dropped"}
    read = {(each.question_id, by.verdict) for each in draft.reviews for by in each.readers}
    for review in draft.reviews:
        name = review.question_id
        wrong = partial(draft.problem, "review.jsonl", name)
        if review.outcome == "kept" and review.readers and (name, "agreed") not in read:
            fix = "drop or change the question, or read it again"
            yield wrong("review-disputed", expected="a reader who agreed", fix=fix)
        if name in sealed:
            fix = "move the line into the private folder: it may tell the truth"
            yield wrong("review-open", fix=fix)
    fix = "add the second reader's record to review.jsonl"
    for name in sorted(open_ids - reviewed):
        yield draft.problem("questions.jsonl", name, "review-missing", fix=fix)
    for review in draft.reviews:
        name = review.question_id
        wrong = partial(draft.problem, "review.jsonl", name)
        if name not in sealed and (name in open_ids) == (review.outcome == "dropped"):
            fix = "a dropped question stands in review.jsonl alone"
            yield wrong("review-outcome", got=review.outcome, fix=fix)
        whole = {(passage.work, passage.at) for passage in review.passages if passage.text}
        for passage in review.passages:
            length = len(passage.words.split())
            if length > QUOTED_WORDS and (passage.work, passage.at) not in whole:
                long = partial(wrong, "quotation-long", got=f"{length} words")
                yield long(expected="at most 8", fix="quote the words that decide, no more")


def dates(draft: ReleaseData) -> Iterator[Problem]:
    """Require law_as_of on dated tracks, no question after its release, none due before."""
    day, due = draft.manifest.day, draft.manifest.next_due
    if due and due < day:
        wrong = partial(Problem, code="due-before", file=MANIFEST, got=f"next_due {due}")
        yield wrong(expected=f"a day after {day}", fix="correct next_due")
    dated = {track.track for track in draft.manifest.tracks if track.dated}
    fix = "add law_as_of, the day as of which the truth is right"
    for question in draft.questions:
        if question.track in dated and question.law_as_of is None:
            yield draft.problem("questions.jsonl", question.question_id, "law-as-of", fix=fix)
        if question.released > day:
            late = partial(draft.problem, "questions.jsonl", question.question_id, "released-later")
            yield late(
                got=question.released,
                expected=f"a day until {day}",
                fix="correct released: it orders refreshes",
            )


def notices(draft: ReleaseData) -> Iterator[Problem]:
    """Require of every track a notice in English and in its languages, and its limits."""
    limited = {limit.track for limit in draft.limits.limits}
    for track in draft.manifest.tracks:
        languages = {each.language for each in draft.questions if each.track == track.track}
        for language in sorted({"en", *languages} - set(track.notice)):
            wrong = partial(Problem, code="notice", file=MANIFEST)
            fix = "every track has a notice in English and in its languages"
            yield wrong(got=f"{track.track}: none in {language}", fix=fix)
        if track.track not in limited:
            wrong = partial(Problem, code="limits", file="limits.json")
            fix = "say what the release does not reach on this track, and why"
            yield wrong(got=f"{track.track}: nothing", fix=fix)


def names(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse two categories or tasks of a track that differ only by case or punctuation."""
    wrong = partial(Problem, code="names-alike", file=MANIFEST)
    fix = "rename: names that differ by case or punctuation are one"
    for track in draft.manifest.tracks:
        for kind in (track.categories, track.tasks):
            counts = Counter(re.sub(r"[^a-z0-9]", "", name.casefold()) for name in kind)
            for name, count in sorted(counts.items()):
                if count > 1:
                    yield wrong(got=f"{track.track}: {name}", fix=fix)


CHECKS: tuple[Check, ...] = (
    *(
        shape,
        examples,
        metrics,
        clusters,
        places,
        splits,
        holdout,
        reviews,
        licences,
        dates,
        notices,
        names,
    ),
    *(asks, leaks, calibration, near_copies),
)

_OF_OUR_OWN = frozenset({reviews, leaks, near_copies, calibration})


_BEFORE_SCORES = frozenset({shape, metrics, places, splits, asks})
"""Checks without which nothing can be scored."""


def can_be_scored(draft: ReleaseData) -> bool:
    """Return whether nothing keeps a draft's answers from being marked."""
    checks = (*_BEFORE_SCORES, truths_hold)
    return not any(True for check in checks for _ in check(draft))


def problems_of(draft: ReleaseData, *, every: bool = False) -> list[Problem]:
    """Return the problems of every check; of the costly ones only when the others find none.

    every: also the costly ones' where others find something, if scores can be computed at all.
    Another's benchmark stands as its makers published it: what we ask of our own questions,
    and floors, is shown of it, not asked.
    """
    archive = draft.manifest.archive is not None
    checks = [check for check in CHECKS if not (archive and check in _OF_OUR_OWN)]
    by_check = {check: list(check(draft)) for check in checks}
    problems = [problem for wrong in by_check.values() for problem in wrong]
    first = [each for check in _BEFORE_SCORES for each in by_check[check]]
    if first if every else problems:
        return problems
    # Truths that cannot be right cannot be scored either.
    unscored = list(truths_hold(draft))
    if unscored or archive:
        return problems + unscored
    return problems + [problem for check in SCORED_CHECKS for problem in check(draft)]
