"""Graders' sheets on disk: packed into a folder with their key, and taken back as verdict files.

The folder holds ``grader-1.xlsx`` and so on, which go to graders, and ``key.json``, which does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from digesta.board.judges.eligible import judged_questions
from digesta.canonical import canonical_bytes, canonical_lines
from digesta.errors import Problem, SubmissionError, UsageError
from digesta.intake import LIMITS, JudgedAnswer, strict_json
from digesta.records.judges.graders import GradingKey
from digesta.records.read import read_record
from digesta.releases.checks.calibration import sets_of
from digesta.sheets import checked_head, pack_sheet, tables_of
from digesta.sheets.codes import problem
from digesta.sheets.graders.masks import (
    AnswerToGrade,
    AnswerUnderMask,
    in_order,
    masks,
    row_id,
)
from digesta.sheets.graders.people import drawn_calibration
from digesta.sheets.graders.read import Grades, grades_of
from digesta.sheets.graders.sheet import ADJUDICATOR, grader, grading_sheet
from digesta.sheets.graders.verdicts import (
    differing,
    judge_record,
    ratings_by_row,
    statements,
    verdict_line,
)
from digesta.sheets.questions import Purpose
from digesta.workspace import store
from digesta.workspace.judges import FOLDER, RECORD
from digesta.workspace.releases import StoredRelease, open_release
from digesta.workspace.sheets.questions import Selection, chosen_questions, refuse_existing
from digesta.workspace.submissions import Answers, read_answers

KEY = "key.json"


class GradingOptions(NamedTuple):
    """How many graders, the seed of labels and orders, the form of the sheets."""

    graders: int
    seed: int
    form: str


class GraderPack(NamedTuple):
    """A grading: its release, its key, its answers under their labels."""

    release: StoredRelease
    key: GradingKey
    answers: Sequence[AnswerUnderMask]

    @property
    def rows(self) -> list[str]:
        """Return the names of the rows of a grader's sheet."""
        return [row_id(each, name) for each in self.answers for name in each.judged.criteria]

    def sheet(self, reader: str, form: str, disputed: Mapping[str, str] | None = None) -> bytes:
        """Return a reader's sheet. disputed: what was said of each row to adjudicate."""
        data, key = self.release.data, self.key
        rows = in_order(self.answers, key.seed, reader)
        questions = {each.question_id: each for each in data.questions}
        place = (key.release, key.track)
        sheet = grading_sheet(
            reader, rows, questions, data.resources, place=place, disputed=disputed
        )
        return pack_sheet(sheet, form)


class Reconciliation(NamedTuple):
    """A grading with what its graders said; adjudicator: None before they were reconciled."""

    grading: GraderPack
    graders: Sequence[Grades]
    adjudicator: Grades | None
    differing: Sequence[str]

    @property
    def is_settled(self) -> bool:
        """Return whether there is a verdict on every row."""
        return not self.differing or self.adjudicator is not None

    @property
    def minutes(self) -> int:
        """Return the minutes that all readers took, as they say."""
        readers = [*self.graders, *([self.adjudicator] if self.adjudicator else [])]
        return sum(own.reader.minutes for own in readers)


# Packing --------------------------------------------------------------------------------------


def pack_grading(
    root: Path,
    release: str | None,
    selection: Selection,
    folders: Sequence[Path],
    *,
    out: Path,
    options: GradingOptions,
) -> GraderPack:
    """Write a sheet for each grader, and the key, into a new folder; return the grading."""
    refuse_existing(out)
    opened = open_release(root, release)
    if selection.track not in {track.track for track in opened.manifest.tracks}:
        raise UsageError(f"no track {selection.track!r} in release {opened.id}")
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise UsageError("a submission is named twice; name each once")
    read = [read_answers(_home(root, opened, folder), opened.compiled) for folder in folders]
    questions = _questions_to_grade(opened, selection)
    some = selection.wanted is not None or selection.draw is not None
    drawn = drawn_calibration(opened.data, selection.track, questions, seed=options.seed)
    answers = masks(_answers(opened, read, questions, drawn), options.seed)
    if not answers:
        raise UsageError("no answer of these submissions needs a judge")
    key = GradingKey(
        format="grading-key/1",
        release=opened.id,
        track=selection.track,
        seed=options.seed,
        graders=options.graders,
        questions=sorted(questions) if some else None,
        submissions={each.card.submission_id: each.sha256 for each in read},
        calibration=drawn,
        answers=[each.masked for each in answers],
    )
    grading = GraderPack(opened, key, answers)
    names = [grader(number) for number in range(1, options.graders + 1)]
    sheets = {f"{name}.{options.form}": grading.sheet(name, options.form) for name in names}
    store.write_tree(out, sheets | {KEY: canonical_bytes(key.as_json()) + b"\n"})
    (out / KEY).chmod(store.PRIVATE)  # it says whose each answer is
    return grading


def _home(root: Path, release: StoredRelease, folder: Path) -> Path:
    """Return a submission's folder, which must lie where its verdicts will be looked for."""
    home = root / "predictions" / release.id / folder.name
    if not folder.is_dir() or folder.resolve() != home.resolve():
        raise UsageError(f"{folder}: name a submission's folder in {home.parent}")
    return folder


def _questions_to_grade(release: StoredRelease, selection: Selection) -> list[str]:
    """Return the questions of a track that a judge marks or may mark, as they are selected."""
    nothing = [None] * release.compiled.n
    known = judged_questions(release.compiled, release.data.truths, nothing)
    questions = [
        each
        for each in release.data.questions
        if each.track == selection.track and each.question_id in known
    ]
    if not questions:
        raise UsageError(f"track {selection.track}: no question that needs a judge")
    return [each.question_id for each in chosen_questions(questions, selection)]


def _answers(
    release: StoredRelease,
    submissions: Sequence[Answers],
    questions: Sequence[str],
    calibration: Sequence[str],
) -> list[AnswerToGrade]:
    wanted, sets = set(questions), sets_of(release.data)
    theirs = [
        AnswerToGrade(key, judged, submission=each.card.submission_id)
        for each in submissions
        for key, judged in _judged_answers(release, each).items()
        if key in wanted and judged.answer is not None and judged.criteria
    ]
    known = [
        AnswerToGrade(key, judged, kind=kind)
        for key in calibration
        for kind, judged in sets[key].items()
    ]
    return theirs + known


def _judged_answers(release: StoredRelease, submission: Answers) -> dict[str, JudgedAnswer]:
    return judged_questions(release.compiled, release.data.truths, submission.answers)


# Taking back ----------------------------------------------------------------------------------


def read_grading(root: Path, folder: Path) -> GraderPack:
    """Return what was packed into a folder; SubmissionError where any of it has changed since."""
    file = (folder / KEY).as_posix()
    data = store.read_bytes(folder / KEY, limit=LIMITS.file_bytes)
    key = read_record(GradingKey, strict_json(data, file=file), file)
    opened = open_release(root, key.release)
    home = root / "predictions" / opened.id
    read = [read_answers(home / name, opened.compiled) for name in key.submissions]
    questions = key.questions or _questions_to_grade(opened, Selection(key.track))
    drawn = drawn_calibration(opened.data, key.track, questions, seed=key.seed)
    answers = masks(_answers(opened, read, questions, drawn), key.seed)
    if (drawn, [each.masked for each in answers]) != (key.calibration, key.answers):
        changed = (
            e.card.submission_id for e in read if e.sha256 != key.submissions[e.card.submission_id]
        )
        wrong = problem("grading-changed", file, got=", ".join(changed) or "criteria, or the key")
        raise SubmissionError([wrong])
    return GraderPack(opened, key, answers)


def reconcile(grading: GraderPack, folder: Path) -> Reconciliation:
    """Return what the graders said, and the adjudicator where there is a sheet of theirs.

    Raises SubmissionError with every bad cell of every sheet.
    """
    names = [grader(number) for number in range(1, grading.key.graders + 1)]
    problems, graders = list[Problem](), []
    for name in names:
        try:
            graders.append(_grades(grading, folder, name, grading.rows))
        except SubmissionError as error:
            problems += error.problems
    if problems:
        raise SubmissionError(problems)
    differ = differing(ratings_by_row(graders))
    last = None
    if differ and _sheets(folder, ADJUDICATOR):
        last = _grades(grading, folder, ADJUDICATOR, differ, purpose="adjudication")
    return Reconciliation(grading, graders, last, differ)


def _grades(
    grading: GraderPack,
    folder: Path,
    reader: str,
    rows: Sequence[str],
    *,
    purpose: Purpose = "grading",
) -> Grades:
    sheets = _sheets(folder, reader)
    if len(sheets) != 1:
        got = ", ".join(path.name for path in sheets) or "no such file"
        raise UsageError(f"{folder}: {got}; one {reader}.xlsx or {reader}.csv is wanted")
    [path] = sheets
    data, file = store.read_bytes(path, limit=LIMITS.file_bytes), path.as_posix()
    filled = checked_head(tables_of(data, file), file, purpose)
    place = (filled.head.release, filled.head.track)
    if place != (grading.key.release, grading.key.track):
        raise SubmissionError([problem("sheet-head", file, got=" ".join(place))])
    return grades_of(filled, reader, rows)


def _sheets(folder: Path, reader: str) -> list[Path]:
    paths = (folder / f"{reader}.{form}" for form in ("csv", "xlsx"))
    return [path for path in paths if path.is_file()]


def write_adjudication(done: Reconciliation, folder: Path) -> Path:
    """Write the sheet of the rows on which the graders differ, in the form of theirs."""
    form = _sheets(folder, grader(1))[0].suffix.removeprefix(".")
    path = folder / f"{ADJUDICATOR}.{form}"
    disputed = statements(done.graders, done.differing)
    store.write_file(path, done.grading.sheet(ADJUDICATOR, form, disputed))
    return path


def write_verdicts(
    root: Path, done: Reconciliation, *, judge: str, operator: str, date: str
) -> Path:
    """Write a settled grading as a judge's folder; return it."""
    grading, last = done.grading, done.adjudicator
    folder = root / "predictions" / grading.key.release / FOLDER / judge
    refuse_existing(folder)
    readers = [*done.graders, *([last] if last else [])]
    record = judge_record(grading.key, readers, judge=judge, operator=operator, date=date)
    lines: dict[str, list[dict[str, Any]]] = {name: [] for name in grading.key.submissions}
    for each in sorted(grading.answers, key=lambda each: each.masked.question_id):
        verdict = verdict_line(record, each, done.graders, last)
        for name in each.masked.submissions:
            lines[name].append(verdict)
        for _ in each.masked.calibration:
            lines.setdefault("calibration", []).append(verdict)
    files = {f"{name}.jsonl": canonical_lines(own) for name, own in lines.items()}
    store.write_tree(folder, {RECORD: canonical_bytes(record.as_json()) + b"\n"} | files)
    return folder
