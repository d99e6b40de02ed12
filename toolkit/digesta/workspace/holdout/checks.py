"""Checks of scores on sealed questions that anyone can make without the identity.

The log of access, the log of attempts and the ``holdout.json`` files hold each other's digests: a
line that was changed, an attempt that was hidden, a file that was edited does not fit the others.
That the figures themselves are right takes the identity, or retirement.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from digesta.errors import Problem
from digesta.records.base import is_slug
from digesta.records.holdout import HoldoutScores
from digesta.records.log import Access
from digesta.records.release import Manifest
from digesta.records.submission import Card
from digesta.releases.data import SEALED
from digesta.workspace.holdout.attempts import LoggedAttempt, attempts_of

AGAIN = "score it again: digesta release score-holdout SUBMISSION --identity PATH --date D"


def unmatched_attempts(
    attempts: Iterable[LoggedAttempt],
    openings: Container[str],
    scores: Mapping[str, HoldoutScores],
    *,
    name: str,
) -> Iterator[Problem]:
    """Yield scored attempts of a release without a line in its access log, or a holdout.json.

    openings: the digests of the lines of the access log.
    """
    shown = {published.logged for published in scores.values()}
    for logged in attempts:
        attempt = logged.attempt
        here = partial(Problem, file=f"{name}/log/attempts.jsonl", line=logged.line)
        if attempt.outcome == "scored" and attempt.access not in openings:
            got, expected = attempt.access or "no access", "a line of log/access.jsonl"
            fix = "a line of one of the two logs was changed; restore both"
            yield here(code="attempt-unopened", got=got, expected=expected, fix=fix)
        lacking = logged.digest not in shown and not logged.withdrawn
        if attempt.outcome == "scored" and lacking:
            got = f"no holdout.json of this attempt in {attempt.submission_id}"
            expected, fix = "one file for every scored attempt", f"restore it, or {AGAIN}"
            yield here(code="holdout-missing", got=got, expected=expected, fix=fix)


class SubmissionBytes(NamedTuple):
    """A submission as its folder has it: its card, and the digests of the two files."""

    card: Card
    card_sha256: str
    predictions: str


def score_problems(
    scores: HoldoutScores,
    manifest: Manifest,
    attempts: Sequence[LoggedAttempt],
    *,
    file: str,
    submission: SubmissionBytes,
) -> Iterator[Problem]:
    """Yield how a holdout.json is not what the manifest, its own folder and the logs say.

    attempts: of the whole workspace, in order.
    """
    card, predictions = submission.card, submission.predictions
    root = manifest.holdout.root if manifest.holdout else "no holdout"
    matching = [logged for logged in attempts if logged.digest == scores.logged]
    attempt = matching[0].attempt if matching else None
    own = attempts_of(attempts, attempt.organization, matching[0].sealed) if attempt else []
    number = [logged.key for logged in own].index(matching[0].key) + 1 if own else 0
    claims = (
        ("holdout-root", scores.root, root),
        ("holdout-root", attempt.root if attempt else root, root),
        ("holdout-misplaced", scores.release, manifest.release),
        ("holdout-copied", scores.submission_id, card.submission_id),
        ("holdout-card", card.organization, attempt.organization if attempt else card.organization),
        (
            "holdout-card",
            submission.card_sha256,
            (attempt and attempt.card) or submission.card_sha256,
        ),
        ("holdout-stale", scores.inputs.predictions, predictions),
        ("holdout-unlogged", scores.logged, matching[0].digest if matching else "a logged attempt"),
    )
    for code, got, expected in claims:
        if got != expected:
            yield Problem(code=code, file=file, got=got, expected=expected, fix=_FIXES[code])
    if attempt is not None:
        in_log = (attempt.submission_id, attempt.predictions, attempt.maintainers, number)
        here = (scores.submission_id, predictions, scores.maintainers, scores.attempts)
        if in_log != here:
            got, expected = _words(here), _words(in_log)
            fix = f"restore the file, or {AGAIN}"
            yield Problem(code="holdout-attempt", file=file, got=got, expected=expected, fix=fix)


_FIXES = {
    "holdout-root": "the file or its logged attempt belongs to other sealed truths; remove it",
    "holdout-misplaced": "the file belongs to another release; remove it",
    "holdout-copied": "the file is another submission's; restore this one's",
    "holdout-card": "a scored submission does not change: restore its submission.json, and send "
    "answers to another track under another submission_id",
    "holdout-stale": "a scored submission does not change: restore its predictions, and send the "
    "new ones under another submission_id",
    "holdout-unlogged": "restore the file and log/attempts.jsonl from the commit that scored it",
}


def _words(attempt: tuple[str, str, bool, int]) -> str:
    submission, predictions, maintainers, number = attempt
    owner = "the maintainers'" if maintainers else "a submitter's"
    return f"{submission}, attempt {number}, {owner}, predictions {predictions[:12]}"


def changed_scores(
    published: Mapping[str, str], here: Mapping[str, str], decided: Collection[str], *, root: str
) -> Iterator[Problem]:
    """Yield scores that a published index names and that are gone or changed.

    published, here: path of a holdout.json -> its digest. decided: submissions of which the log
    says why (withdraw, reject, exclude, rescore). root: what paths are below, for messages.
    """
    for path, digest in sorted(published.items()):
        if here.get(path) != digest and path.split("/")[-2] not in decided:
            wrong = partial(Problem, code="published-changed", file=f"{root}/{path}")
            got, expected = here.get(path, "no such file"), f"{digest}, as it was published"
            yield wrong(got=got, expected=expected, fix=f"restore it, or {AGAIN}")


def unused_openings(access: Iterable[Access], submissions: Collection[str]) -> Iterator[str]:
    """Yield each opening for a submission that has no scored attempt, by its line.

    A run that was killed after it opened the truths leaves such a line, and so does removing the
    last attempt from its log. submissions: with a scored attempt.
    """
    for opening in access:
        if opening.what == SEALED and is_slug(opening.why) and opening.why not in submissions:
            yield f"log/access.jsonl:{opening.seq} ({opening.why})"


def ladder_problems(
    scores: Mapping[str, HoldoutScores],
    files: Mapping[str, str],
    own: Mapping[str, Sequence[LoggedAttempt]],
) -> Iterator[Problem]:
    """Yield files held by the ladder that do not repeat the figures of the attempt that stands.

    scores, files: by submission. own: by submission, its organisation's attempts in order.
    """
    attempts = {(p.submission_id, p.inputs.predictions, p.root): p for p in scores.values()}
    for name, published in sorted(scores.items()):
        for track, figures in published.tracks.items():
            lines = own[name]
            stands = attempts.get(lines[figures.attempt - 1].key) if lines else None
            if stands is not None and stands.tracks.get(track) != figures:
                wrong = partial(Problem, code="ladder-broken", file=files[name])
                expected = f"those of attempt {figures.attempt}, {stands.submission_id}"
                fix = f"restore the file, or {AGAIN}"
                yield wrong(got=f"{track}: other figures", expected=expected, fix=fix)
