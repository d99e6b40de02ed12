"""Score a submission on sealed questions: validated, held to the caps, logged, then scored.

This module appends to the logs, in a fixed order; ``scores`` computes the figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from digesta.canonical import sha256_hex
from digesta.errors import InputError, Problem, SubmissionError, UsageError
from digesta.records.holdout import HoldoutScores
from digesta.records.log import Access, Attempt
from digesta.records.release import Sealed
from digesta.records.submission import Card
from digesta.releases.data import ACCESS, ATTEMPTS, release_order
from digesta.workspace import store
from digesta.workspace.cards import HOLDOUT, METADATA, PREDICTIONS, read_card
from digesta.workspace.holdout.attempts import LoggedAttempt, attempts_of, earlier_attempt, refusals
from digesta.workspace.holdout.openings import (
    access_fields,
    open_sealed_release,
    open_truths,
    root_hash,
)
from digesta.workspace.holdout.score_files import (
    attempts_in,
    refuse_unscorable,
    score_attempt,
)
from digesta.workspace.holdout.seals import sealed_ids
from digesta.workspace.owner.organizations import require_word
from digesta.workspace.releases import (
    StoredRelease,
    append,
    folder_of,
    json_line,
)
from digesta.workspace.submissions import Answers, read_answers


class _Candidate(NamedTuple):
    """A submission that is to be scored on a release's sealed questions.

    maintainers: it is the maintainers' own. key: signs the lines of the logs.
    """

    root: Path
    release: StoredRelease
    folder: Path
    card: Card
    date: str
    maintainers: bool
    key: Path | None

    def attempts(self, outcome: str = "scored") -> list[LoggedAttempt]:
        """Return the organization's attempts on these sealed questions."""
        mine = sealed_ids(self.release.data.questions)
        organization = self.card.organization
        return attempts_of(attempts_in(self.root), organization, mine, outcome=outcome)

    def log(self, predictions: str, outcome: str, **fields: str) -> bytes:
        """Append an attempt to the release's log; return the line."""
        attempt = {
            "date": self.date,
            "submission_id": self.card.submission_id,
            "organization": self.card.organization,
            "root": root_hash(self.release),
            "predictions": predictions,
            "card": store.digest_of(self.folder / METADATA),
            "outcome": outcome,
            "maintainers": self.maintainers,
        }
        line = append(self.release, ATTEMPTS, Attempt, [attempt | fields], key=self.key)
        attempts_in.cache_clear()
        return line


def score_submission(
    root: Path,
    submission: Path,
    identity: Path,
    *,
    date: str,
    maintainers: bool,
    confirmed: bool,
    key: Path | None,
) -> tuple[StoredRelease, HoldoutScores]:
    """Score a submission's folder as one attempt and write its holdout.json.

    confirmed: the right account sent it, where its organisation's name is taken.
    """
    release_id = _release_of(submission, root)
    # The first lock: attempts are counted over all releases. The second: this one's logs.
    with (
        store.lock(root / "releases"),
        store.lock(folder_of(root, release_id)),
        store.lock(submission),
    ):
        release = open_sealed_release(root, release_id)
        card = read_card(submission)
        require_word(root, card, confirmed=confirmed or maintainers)
        candidate = _Candidate(root, release, submission, card, date, maintainers, key)
        answers = _validate(candidate)
        sealed, by = open_truths(release, identity)
        access = access_fields(release, by, date, card.submission_id)
        attempt = _log(candidate, answers, sealed, access)
        scores = score_attempt(root, release, sealed.truths, attempt)
        store.write_file(submission / HOLDOUT, json_line(scores))
    attempts_in.cache_clear()
    return release, scores


def _release_of(submission: Path, root: Path) -> str:
    here = submission.resolve()
    if here.parent.parent != (root / "predictions").resolve() or not here.is_dir():
        raise UsageError(f"{submission}: name a submission's folder: predictions/RELEASE/NAME")
    return here.parent.name


def _validate(candidate: _Candidate) -> Answers:
    """Read a submission strictly; one that is refused is logged as an invalid attempt."""
    try:
        answers = read_answers(candidate.folder, candidate.release.compiled)
    except InputError as error:
        _refuse(candidate, "")
        file = candidate.folder / PREDICTIONS
        # Only answers that were sent in are an attempt: no odd file beside them costs one.
        about_answers = any(problem.file == file.as_posix() for problem in error.problems)
        if about_answers and file.is_file() and not file.is_symlink():
            candidate.log(sha256_hex(store.read_bytes(file)), "invalid")
        raise
    _refuse(candidate, answers.sha256)
    return answers


def _refuse(candidate: _Candidate, predictions: str) -> None:
    """Refuse an attempt over a cap, and one on a folder that was scored with other answers."""
    root, card = root_hash(candidate.release), candidate.card
    scored = candidate.attempts()
    here = [logged for logged in scored if logged.attempt.root == root]
    if earlier_attempt(here, card.submission_id, predictions, root=root):
        return
    problems = list(
        refusals(
            [*scored, *candidate.attempts("invalid")],
            organization=card.organization,
            maintainers=candidate.maintainers,
            place=f"{candidate.release.root.as_posix()}/log/attempts.jsonl",
        )
    )
    if any(logged.attempt.submission_id == card.submission_id for logged in here):
        problems.append(
            Problem(
                code="holdout-stale",
                file=candidate.folder.as_posix(),
                got=predictions[:12],
                expected="the predictions that were scored",
                fix="a scored submission does not change: restore its predictions, and send the "
                "new ones under another submission_id",
            )
        )
    if problems:
        raise SubmissionError(problems)


def _log(
    candidate: _Candidate, answers: Answers, sealed: Sealed, access: dict[str, str]
) -> LoggedAttempt:
    """Log who opened the truths and the attempt, unless it stands in this log already."""
    release, root = candidate.release, root_hash(candidate.release)
    own = candidate.attempts()
    number = earlier_attempt(own, answers.card.submission_id, answers.sha256, root=root)
    if not number:
        _refuse_disorder(own, candidate.date, release.id)
    opening = append(release, ACCESS, Access, [access], key=candidate.key)
    if number:
        same = own[number - 1].key
        for logged in attempts_in(candidate.root):
            if (logged.release, logged.key) == (release.id, same):
                return logged
    before = [each for each in own if each.attempt.root == root and not each.withdrawn]
    refuse_unscorable(
        candidate.root,
        release,
        sealed.truths,
        submission=answers.card,
        before=() if candidate.maintainers else before,
    )
    line = candidate.log(answers.sha256, "scored", access=sha256_hex(opening.rstrip(b"\n")))
    digest = sha256_hex(line.rstrip(b"\n"))
    return next(logged for logged in attempts_in(candidate.root) if logged.digest == digest)


def _refuse_disorder(own: Sequence[LoggedAttempt], date: str, release: str) -> None:
    """Refuse an attempt dated before an earlier one: the ladder goes by their order."""
    here = (date, release_order(release))
    for logged in own:
        attempt = logged.attempt
        if (attempt.date, release_order(logged.release)) > here:
            raise UsageError(
                f"--date {date}: {attempt.submission_id} was scored on these questions on "
                f"{attempt.date} in {logged.release}; give a later date, or score in that release"
            )
