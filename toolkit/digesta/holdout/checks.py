"""What anyone can check of scores on sealed questions without the identity.

The log of access, the log of attempts and the ``holdout.json`` files hold each other's digests: a
line that was changed, an attempt that was hidden, a file that was edited does not fit the others.
That the figures themselves are right takes the identity, or retirement.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from digesta.canonical import sha256_hex
from digesta.errors import Problem
from digesta.holdout.attempts import Logged, of_organisation
from digesta.records.base import is_slug
from digesta.records.holdout import HoldoutScores
from digesta.records.log import Access
from digesta.records.release import Manifest
from digesta.releases.reading import SEALED

AGAIN = "score it again: digesta release score-holdout SUBMISSION --identity PATH --date D"


def unopened(attempts: Iterable[Logged], access: bytes, *, name: str) -> Iterator[Problem]:
    """Yield scored attempts of a release that no line of its access log stands for."""
    known = {sha256_hex(line) for line in access.splitlines()}
    for one in attempts:
        if one.attempt.outcome == "scored" and one.attempt.access not in known:
            yield Problem(
                code="attempt-unopened", file=f"{name}/log/attempts.jsonl", line=one.line,
                got=one.attempt.access or "no access", expected="a line of log/access.jsonl",
                fix="a line of one of the two logs was changed; restore both",
            )  # fmt: skip


def hidden(
    attempts: Iterable[Logged], told: Mapping[str, HoldoutScores], *, name: str
) -> Iterator[Problem]:
    """Yield scored attempts of a release without a holdout.json: all are shown, or none."""
    shown = {one.logged for one in told.values()}
    for one in attempts:
        if one.attempt.outcome == "scored" and one.digest not in shown:
            yield Problem(
                code="holdout-missing", file=f"{name}/log/attempts.jsonl", line=one.line,
                got=f"no holdout.json of this attempt in {one.attempt.submission_id}",
                expected="one file for every scored attempt", fix=f"restore it, or {AGAIN}",
            )  # fmt: skip


def unsound(
    scores: HoldoutScores,
    manifest: Manifest,
    attempts: Sequence[Logged],
    *,
    file: str,
    predictions: str,
) -> Iterator[Problem]:
    """Yield how a holdout.json is not what the manifest, the predictions and the logs say.

    attempts: of the whole workspace, in order; predictions: digest of those in its folder.
    """
    root = manifest.holdout.root if manifest.holdout else "no holdout"
    matching = [one for one in attempts if one.digest == scores.logged]
    logged = matching[0].attempt if matching else None
    own = of_organisation(attempts, logged.organization, matching[0].sealed) if logged else []
    number = [one.digest for one in own].index(scores.logged) + 1 if own else 0
    said = (
        ("holdout-root", scores.root, root),
        ("holdout-root", logged.root if logged else root, root),
        ("holdout-misplaced", scores.release, manifest.release),
        ("holdout-stale", scores.inputs.predictions, predictions),
        ("holdout-unlogged", scores.logged, matching[0].digest if matching else "a logged attempt"),
    )
    for code, got, expected in said:
        if got != expected:
            yield Problem(code=code, file=file, got=got, expected=expected, fix=_FIXES[code])
    if logged is not None:
        in_log = (logged.submission_id, logged.predictions, logged.maintainers, number)
        here = (scores.submission_id, predictions, scores.maintainers, scores.attempts)
        if in_log != here:
            yield Problem(
                code="holdout-attempt", file=file, got=_words(here), expected=_words(in_log),
                fix=f"restore the file, or {AGAIN}",
            )  # fmt: skip


_FIXES = {
    "holdout-root": "the file, or its attempt in the log, is of other sealed truths; remove it",
    "holdout-misplaced": "the file is of another release; remove it",
    "holdout-stale": "a scored submission does not change: restore its predictions, and send the "
    "new ones under another submission_id",
    "holdout-unlogged": "restore the file and log/attempts.jsonl from the commit that scored it",
}


def _words(of: tuple[str, str, bool, int]) -> str:
    submission, predictions, maintainers, number = of
    whose = "the maintainers'" if maintainers else "a submitter's"
    return f"{submission}, attempt {number}, {whose}, predictions {predictions[:12]}"


def gone(
    published: Mapping[str, str], here: Mapping[str, str], decided: Collection[str], *, root: str
) -> Iterator[Problem]:
    """Yield scores that a published index names and that are not there as they were.

    published, here: path of a holdout.json -> its digest. decided: submissions of which the log
    says why (withdraw, reject, exclude, rescore). root: what paths are below, for messages.
    """
    for path, digest in sorted(published.items()):
        if here.get(path) != digest and path.split("/")[-2] not in decided:
            yield Problem(
                code="published-changed", file=f"{root}/{path}", got=here.get(path, "no such file"),
                expected=f"{digest}, as it was published", fix=f"restore it, or {AGAIN}",
            )  # fmt: skip


def unanswered(access: Iterable[Access], submissions: Collection[str]) -> Iterator[str]:
    """Yield each opening for a submission that has no scored attempt, by its line.

    A run that failed or was killed after it opened the truths leaves one; so does whoever takes
    the last attempt out of its log. submissions: with a scored attempt.
    """
    for one in access:
        if one.what == SEALED and is_slug(one.why) and one.why not in submissions:
            yield f"log/access.jsonl:{one.seq} ({one.why})"


def unlike_standing(
    told: Mapping[str, HoldoutScores], files: Mapping[str, str], own: Mapping[str, Sequence[Logged]]
) -> Iterator[Problem]:
    """Yield files whose ladder held but which do not repeat the figures of the one that stands.

    told, files: by submission. own: by submission, its organisation's attempts in order.
    """
    by_line = {one.logged: one for one in told.values()}
    for name, scores in sorted(told.items()):
        for track, figures in scores.tracks.items():
            lines = own[name]
            stands = by_line.get(lines[figures.attempt - 1].digest) if lines else None
            if stands is not None and stands.tracks.get(track) != figures:
                yield Problem(
                    code="ladder-broken", file=files[name], got=f"{track}: other figures",
                    expected=f"those of attempt {figures.attempt}, {stands.submission_id}",
                    fix=f"restore the file, or {AGAIN}",
                )  # fmt: skip
