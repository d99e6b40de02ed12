"""Judges on disk: their records, controls and calibration, and their verdicts on submissions.

``predictions/<release>/_judges/<judge>/`` holds ``judge.json``, ``controls.jsonl``, and where the
judge has them ``calibration.jsonl``, ``choices.jsonl`` and ``<submission_id>.jsonl``. Every line is
bound to what was judged, or its file is refused.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from digesta.board.adversaries import IDS
from digesta.board.judges.calibration import order_by_choices, order_by_scores
from digesta.board.judges.coverage import coverage, restrict
from digesta.board.judges.eligible import (
    judged_questions,
    mark_by_judge,
    questions_for,
    questions_without_verdict,
)
from digesta.board.judges.gate import AuditedJudge, control_questions, control_rates, gate
from digesta.canonical import sha256_hex
from digesta.errors import SubmissionError, UsageError
from digesta.intake import (
    LIMITS,
    CalibrationSets,
    JudgedAnswer,
    read_calibration,
    read_choices,
    read_controls,
    read_judge,
    read_verdicts,
)
from digesta.records.judges.verdict import Judge, Verdict
from digesta.releases.checks.calibration import sets_of, unseen_in
from digesta.scoring.facts import CompiledRelease
from digesta.scoring.submission import ScoredSubmission
from digesta.workspace import store
from digesta.workspace.cards import JUDGE_FILES, refuse_extra
from digesta.workspace.releases import StoredRelease

FOLDER = "_judges"
RECORD = "judge.json"
_CONTROLS, _CALIBRATION, _CHOICES = (f"{name}.jsonl" for name in JUDGE_FILES)


@dataclass(frozen=True, eq=False)
class StoredJudge:
    """A judge's folder: its record, and on demand the tests to pass before it may rank."""

    folder: Path
    release: StoredRelease
    judge: Judge

    @cached_property
    def questions(self) -> dict[str, JudgedAnswer]:
        """Return the questions that are judged, without answers."""
        return questions_for(self.judge, self._every)

    @cached_property
    def _every(self) -> dict[str, JudgedAnswer]:
        """Return every question that a judge may have to grade, without answers."""
        nothing = [None] * self.release.compiled.n
        return judged_questions(self.release.compiled, self.release.data.truths, nothing)

    @cached_property
    def compilation(self) -> CompiledRelease:
        """Return the release as this judge's verdicts are marked."""
        if self.judge.covers is None:
            return self.release.compiled
        data, file = self.release.data, (self.folder / RECORD).as_posix()
        return restrict(self.release.compiled, self.judge, data.questions, data.truths, file=file)

    @cached_property
    def sets(self) -> CalibrationSets:
        """Return the release's calibration answers, of questions that it does not judge too."""
        return sets_of(self.release.data)

    @cached_property
    def audit(self) -> AuditedJudge:
        """Return the judge's results on controls and calibration answers, with their digests."""
        read = {name: self._read(name) for name in (_CONTROLS, _CALIBRATION, _CHOICES)}
        place = {name: (self.folder / name).as_posix() for name in read}
        controls = read_controls(
            read[_CONTROLS], self.questions, self.judge, file=place[_CONTROLS], sets=self.sets
        )
        sets = {key: texts for key, texts in self.sets.items() if key in self.questions}
        verdicts = read_calibration(read[_CALIBRATION], sets, self.judge, file=place[_CALIBRATION])
        choices = read_choices(read[_CHOICES], sets, self.judge, file=place[_CHOICES])
        order = order_by_scores(self.compilation, sets, verdicts)
        unseen = {name: sets[name] for name in unseen_in(self.release.data) if name in sets}
        apart = order_by_scores(self.compilation, unseen, verdicts) if unseen else None
        rates, questions = control_rates(controls, self.questions), control_questions(controls)
        part, of = (sum(q.needed for q in qs.values()) for qs in (self.questions, self._every))
        passed = gate(self.judge, rates, order, questions=questions, unseen=apart, part=(part, of))
        kept = {RECORD: self._read(RECORD)} | read
        return AuditedJudge(
            self.judge,
            passed,
            order_by_choices(sets, choices),
            {name: sha256_hex(data) for name, data in kept.items() if data},
            coverage(self.judge, self.questions.values()),
        )

    def mark(
        self, submission: ScoredSubmission, path: Path | None = None
    ) -> ScoredSubmission | None:
        """Return a submission as this judge's verdicts mark it.

        None, where it has answers to judge and no verdict file. path: the verdict file, if it is
        not the one in the judge's folder.
        """
        place = path or self.folder / f"{submission.card.submission_id}.jsonl"
        every = judged_questions(
            self.release.compiled, self.release.data.truths, submission.answers
        )
        known = questions_for(self.judge, every)
        verdicts: dict[str, Verdict] = {}
        digest = ""
        if os.path.lexists(place):
            data = store.read_bytes(place, limit=LIMITS.file_bytes)
            verdicts = read_verdicts(data, known, self.judge, file=place.as_posix())
            digest = sha256_hex(data)
        elif not submission.expectation and questions_without_verdict(every, ()):
            return None
        name = self.judge.judge
        return mark_by_judge(submission, name, verdicts, sha256=digest, compiled=self.compilation)

    def _read(self, name: str) -> bytes:
        path = self.folder / name
        exists = os.path.lexists(path)
        return store.read_bytes(path, limit=LIMITS.file_bytes) if exists else b""


def open_judge(folder: Path, release: StoredRelease) -> StoredJudge:
    """Open the folder of a judge; it is named by the judge's id."""
    path = folder / RECORD
    if not os.path.lexists(path):
        raise SubmissionError.of(
            code="file-missing",
            file=path.as_posix(),
            fix="write who the judge is into it (see the format judge)",
        )
    data = store.read_bytes(path, limit=LIMITS.metadata_bytes)
    judge = read_judge(data, file=path.as_posix(), folder=folder.resolve().name)
    return StoredJudge(folder, release, judge)


@lru_cache(maxsize=2)
def judges_in(root: Path, release: StoredRelease) -> tuple[StoredJudge, ...]:
    """Open every judge of a release, in the order of their ids."""
    submissions = root / "predictions" / release.id
    names = {path.name for path in store.folders(submissions)} | IDS
    allowed = {f"{name}.jsonl" for name in (*names, *JUDGE_FILES)} | {RECORD}
    judges = []
    for folder in store.folders(submissions / FOLDER):
        refuse_extra(
            folder,
            allowed,
            expected=f"{RECORD}, {', '.join(JUDGE_FILES)}, or a submission's id, .jsonl",
            fix="name it by the submission that it judges, or move it away",
        )
        judges.append(open_judge(folder, release))
    return tuple(judges)


def judged_submissions(
    judges: Sequence[StoredJudge], submissions: Sequence[ScoredSubmission]
) -> Iterator[ScoredSubmission]:
    """Yield the submissions as judges' verdicts mark them, judge by judge."""
    for judge in judges:
        every = (judge.mark(submission) for submission in submissions)
        yield from (submission for submission in every if submission is not None)


def files_of(
    judges: Sequence[StoredJudge], submissions: Sequence[ScoredSubmission]
) -> dict[str, str]:
    """Return the digest of every file that was read of judges, by ``<judge>/<file>``."""
    own = {
        f"{judge.judge.judge}/{name}": digest
        for judge in judges
        for name, digest in judge.audit.digests.items()
    }
    verdicts = {
        f"{submission.judge}/{submission.card.submission_id}.jsonl": submission.verdicts_sha256
        for submission in submissions
        if submission.verdicts_sha256
    }
    return own | verdicts


def judged_at_home(
    path: Path, release: StoredRelease, submission: ScoredSubmission
) -> ScoredSubmission:
    """Return a submission marked by verdicts of the submitter's own.

    path: a judge's folder, or a verdict file in one.
    """
    if not os.path.lexists(path):
        raise UsageError(f"{path}: no such file or folder")
    folder, file = (path, None) if path.is_dir() else (path.parent, path)
    judged = open_judge(folder, release).mark(submission, file)
    if judged is None:
        name = f"{submission.card.submission_id}.jsonl"
        raise UsageError(f"{path}: holds no {name}; name the verdict file itself")
    return judged
