"""Judges on disk: their records, controls and calibration, and their verdicts on submissions.

``predictions/<release>/_judges/<judge>/`` holds ``judge.json``, ``controls.jsonl``, and where the
judge has them ``calibration.jsonl``, ``choices.jsonl`` and ``<submission_id>.jsonl``. Every line is
bound to what was judged, or its file is refused. A judge, and each of its files, counts only as a
line of ``log/judges.jsonl`` has its digest: a folder that somebody puts there counts for nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

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
from digesta.errors import Problem, SubmissionError, UsageError
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
from digesta.intake.records import RecordFile
from digesta.records.judges.verdict import Judge, Verdict
from digesta.releases.checks.calibration import sets_of, unseen_in
from digesta.releases.data import JUDGES
from digesta.scoring.facts import CompiledRelease
from digesta.scoring.submission import ScoredSubmission
from digesta.sheets.graders.people import GradingParameters, grading_of, refuse_other_tracks
from digesta.workspace import store
from digesta.workspace.cards import JUDGE_FILES, refuse_extra
from digesta.workspace.progress import progress
from digesta.workspace.releases import StoredRelease

FOLDER = "_judges"
RECORD = "judge.json"
_CONTROLS, _CALIBRATION, _CHOICES = (f"{name}.jsonl" for name in JUDGE_FILES)


@dataclass(frozen=True, eq=False)
class StoredJudge:
    """A judge's folder: its record, and on demand the tests to pass before it may rank.

    files: the digests of those that count, by name; None: all of them do, to their owner.
    """

    folder: Path
    release: StoredRelease
    judge: Judge
    files: Mapping[str, str] | None = None

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
    def grading(self) -> GradingParameters | None:
        """Return how a person graded; None for a judge that is a model or program."""
        data, file = self.release.data, (self.folder / RECORD).as_posix()
        return grading_of(self.judge, data, self.questions, file=file) if self.judge.human else None

    @cached_property
    def audit(self) -> AuditedJudge:
        """Return the judge's results on controls and calibration answers, with their digests."""
        read = {name: self._read(name) for name in (_CONTROLS, _CALIBRATION, _CHOICES)}
        place = {name: (self.folder / name).as_posix() for name in read}
        controls = read_controls(
            read[_CONTROLS], self.questions, self.judge, file=place[_CONTROLS], sets=self.sets
        )
        # People are given some of the sets, drawn.
        drawn = self.grading.calibration if self.grading else self.questions
        sets = {key: texts for key, texts in self.sets.items() if key in drawn}
        verdicts = read_calibration(read[_CALIBRATION], sets, self.judge, file=place[_CALIBRATION])
        choices = read_choices(read[_CHOICES], sets, self.judge, file=place[_CHOICES])
        order = order_by_scores(self.compilation, sets, verdicts)
        unseen = {name: sets[name] for name in unseen_in(self.release.data) if name in sets}
        apart = order_by_scores(self.compilation, unseen, verdicts) if unseen else None
        rates, questions = control_rates(controls, self.questions), control_questions(controls)
        judged, of = (sum(q.needed for q in qs.values()) for qs in (self.questions, self._every))
        if self.grading:
            every = [*verdicts.values(), *self._verdicts()]
            file = (self.folder / RECORD).as_posix()
            refuse_other_tracks(self.grading, every, self.release.data, file=file)
        part = (judged, of)
        passed = gate(self.judge, rates, order, questions=questions, unseen=apart, part=part)
        kept = {RECORD: self._read(RECORD)} | read
        return AuditedJudge(
            self.judge,
            passed,
            order_by_choices(sets, choices),
            {name: sha256_hex(data) for name, data in kept.items() if data},
            coverage(self.judge, self.questions.values()),
        )

    def _verdicts(self) -> Iterator[Verdict]:
        """Yield the verdicts on submissions; that they fit is for ``mark`` to say."""
        own = {RECORD, _CONTROLS, _CALIBRATION, _CHOICES}
        for name in sorted(filter(self._counts, files_in(self.folder).keys() - own)):
            lines = RecordFile((self.folder / name).as_posix())
            yield from (verdict for _, verdict in lines.lines(self._read(name), Verdict))
            lines.end()

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
        counts = path is not None or self._counts(place.name)
        if counts and os.path.lexists(place):
            data = store.read_bytes(place, limit=LIMITS.file_bytes)
            verdicts = read_verdicts(data, known, self.judge, file=place.as_posix())
            digest = sha256_hex(data)
        elif submission.needs_verdicts and questions_without_verdict(every, ()):
            return None
        name = self.judge.judge
        return mark_by_judge(submission, name, verdicts, sha256=digest, compiled=self.compilation)

    def _read(self, name: str) -> bytes:
        path = self.folder / name
        exists = self._counts(name) and os.path.lexists(path)
        return store.read_bytes(path, limit=LIMITS.file_bytes) if exists else b""

    def _counts(self, name: str) -> bool:
        return self.files is None or name in self.files


def open_judge(
    folder: Path, release: StoredRelease, files: Mapping[str, str] | None = None
) -> StoredJudge:
    """Open the folder of a judge; it is named by the judge's id. files: those that count."""
    path = folder / RECORD
    if not os.path.lexists(path):
        raise SubmissionError.of(
            code="file-missing",
            file=path.as_posix(),
            fix="write who the judge is into it (see the format judge)",
        )
    data = store.read_bytes(path, limit=LIMITS.metadata_bytes)
    judge = read_judge(data, file=path.as_posix(), folder=folder.resolve().name)
    return StoredJudge(folder, release, judge, files)


@lru_cache(maxsize=2)
def judges_in(root: Path, release: StoredRelease) -> tuple[StoredJudge, ...]:
    """Open every judge that was accepted in a release, in the order of their ids.

    Raises SubmissionError where one of the files that were accepted is another now.
    """
    folders = root / "predictions" / release.id / FOLDER
    judges, problems = [], []
    for name, files in sorted(accepted_files(release).items()):
        there = files_in(folders / name)
        problems += [
            Problem(
                code="judge-changed",
                file=(folders / name / file).as_posix(),
                got=there.get(file, "no such file"),
                expected=f"{digest}, says {release.root.as_posix()}/{JUDGES}",
                fix=f"restore the file, or decide again: digesta decide {FOLDER}/{name} accept",
            )
            for file, digest in sorted(files.items())
            if there.get(file) != digest
        ]
        if not problems:
            judges.append(open_judge(folders / name, release, files))
    if problems:
        raise SubmissionError(problems)
    return tuple(judges)


def accepted_files(release: StoredRelease) -> dict[str, Mapping[str, str]]:
    """Return the digests of the files that count of each judge, by the last decision on it."""
    last = {line.judge: line for line in release.logs.judges}
    return {name: line.files for name, line in last.items() if line.decision == "accept"}


def files_in(folder: Path) -> dict[str, str]:
    """Return the digest of each regular file of a judge's folder, by name."""
    paths = folder.iterdir() if folder.is_dir() and not folder.is_symlink() else ()
    return {
        path.name: store.digest_of(path, limit=LIMITS.file_bytes)
        for path in sorted(paths)
        if path.is_file() and not path.is_symlink() and not path.name.startswith(".")
    }


def undecided_judges(root: Path, release: StoredRelease) -> Iterator[Problem]:
    """Yield the judges, and files of judges, that count for nothing until they are accepted."""
    decided = {line.judge for line in release.logs.judges}
    accepted = accepted_files(release)
    for folder in store.folders(root / "predictions" / release.id / FOLDER):
        # An empty file has no verdicts; a link is listed, and not followed.
        names = sorted(p.name for p in folder.iterdir() if p.name[0] != "." and p.lstat().st_size)
        new = [name for name in names if name not in accepted.get(folder.name, ())]
        if folder.name not in decided or (folder.name in accepted and new):
            yield Problem(
                code="judge-undecided",
                file=folder.as_posix(),
                got="" if folder.name not in decided else ", ".join(new),
                fix=f"look at it, then: digesta decide {FOLDER}/{folder.name} accept",
            )


def digests_to_accept(
    folder: Path, release: StoredRelease, submissions: Sequence[ScoredSubmission]
) -> dict[str, str]:
    """Return the digest of each file of a judge, once all of them could be read and marked with."""
    ids = {submission.card.submission_id for submission in submissions}
    refuse_extra(
        folder,
        {f"{name}.jsonl" for name in (*ids, *JUDGE_FILES)} | {RECORD},
        expected=f"{RECORD}, {', '.join(JUDGE_FILES)}, or a submission's id, .jsonl",
        fix="name it by the submission that it judges, or move it away",
    )
    judge = open_judge(folder, release)
    marked = list(judged_submissions([judge], submissions))
    digests = files_of([judge], marked)
    return {name.partition("/")[2]: digest for name, digest in digests.items()}


def judged_submissions(
    judges: Sequence[StoredJudge], submissions: Sequence[ScoredSubmission]
) -> Iterator[ScoredSubmission]:
    """Yield the submissions as judges' verdicts mark them, judge by judge."""
    for judge in judges:
        for submission in progress(submissions, "verdicts"):
            marked = judge.mark(submission)
            if marked is not None:
                yield marked


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
