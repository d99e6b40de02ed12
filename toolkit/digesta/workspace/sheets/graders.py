"""Graders' sheets on disk: packed into a folder with their key, and taken back as verdict files.

The folder holds ``grader-1.xlsx`` and ``grader-2.xlsx``, which go to graders, and ``key.json``,
which does not. One sheet that comes back is one judge, two are two.
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
from digesta.sheets import checked_head, pack_files, tables_of
from digesta.sheets.base import one_language
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
from digesta.sheets.graders.sheet import grading_sheet
from digesta.sheets.graders.verdicts import judge_record, verdict_line
from digesta.workspace import store
from digesta.workspace.cards import METADATA
from digesta.workspace.judges import FOLDER, RECORD
from digesta.workspace.releases import StoredRelease, open_release
from digesta.workspace.sheets.questions import Selection, chosen_questions, refuse_existing
from digesta.workspace.submissions import Answers, read_answers

KEY = "key.json"
GRADERS = ("grader-1", "grader-2")
"""Those who grade; nobody's own name is asked for."""


class GraderPack(NamedTuple):
    """A grading: its release, its key, its answers under their labels, its known answers' sets."""

    release: StoredRelease
    key: GradingKey
    answers: Sequence[AnswerUnderMask]
    calibration: list[str]

    @property
    def rows(self) -> list[str]:
        """Return the names of the rows of a grader's sheet."""
        return [row_id(each, name) for each in self.answers for name in each.judged.criteria]

    @property
    def language(self) -> str:
        """Return the language of the sheets' own words."""
        graded = {each.question_id for each in self.answers}
        return one_language(
            each.language for each in self.release.data.questions if each.question_id in graded
        )

    def sheet(self, reader: str, form: str) -> dict[str, bytes]:
        """Return the files of a grader's sheet, by name."""
        data, key = self.release.data, self.key
        rows = in_order(self.answers, key.seed, reader)
        questions = {each.question_id: each for each in data.questions}
        place = (key.release, key.track)
        sheet = grading_sheet(reader, rows, questions, data.resources, place=place)
        return pack_files(sheet, f"{reader}.{form}")


# Packing --------------------------------------------------------------------------------------


def pack_grading(
    root: Path,
    release: str | None,
    selection: Selection,
    folders: Sequence[Path],
    *,
    out: Path,
    seed: int,
    form: str,
) -> GraderPack:
    """Write a sheet for each of two graders, and the key, into a new folder; return the grading."""
    if not store.is_free(out):
        refuse_existing(out)
    opened = open_release(root, release)
    if selection.track not in {track.track for track in opened.manifest.tracks}:
        raise UsageError(f"no track {selection.track!r} in release {opened.id}")
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise UsageError("a submission is named twice; name each once")
    read = [read_answers(_home(root, opened, folder), opened.compiled) for folder in folders]
    for each in read:
        if not each.card.claims(selection.track):
            raise UsageError(
                f"{each.card.submission_id}: tracks in its {METADATA} leaves {selection.track} "
                "out, so no board would have what is graded; add the track there"
            )
    questions = _questions_to_grade(opened, selection)
    some = any(each is not None for each in (selection.wanted, selection.draw, selection.task))
    key = GradingKey(
        format="grading-key/2",
        release=opened.id,
        track=selection.track,
        seed=seed,
        questions=sorted(questions) if some else None,
        submissions={each.card.submission_id: each.sha256 for each in read},
    )
    grading = _grading(opened, key, read, questions)
    if not grading.answers:
        raise UsageError("no answer of these submissions needs a judge")
    sheets = [grading.sheet(name, form) for name in GRADERS]
    store.write_tree(out, sheets[0] | sheets[1] | {KEY: canonical_bytes(key.as_json()) + b"\n"})
    (out / KEY).chmod(store.PRIVATE)  # it says whose each answer is
    return grading


def _grading(
    release: StoredRelease, key: GradingKey, read: Sequence[Answers], questions: Sequence[str]
) -> GraderPack:
    drawn = drawn_calibration(release.data, key.track, questions, seed=key.seed)
    answers = masks(_answers(release, read, questions, drawn), key.seed)
    return GraderPack(release, key, answers, drawn)


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
        if each.track == selection.track
        and selection.task in {None, each.task}
        and each.question_id in known
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
    """Return what was packed into a folder; SubmissionError where an answer has changed since."""
    file = (folder / KEY).as_posix()
    data = store.read_bytes(folder / KEY, limit=LIMITS.file_bytes)
    key = read_record(GradingKey, strict_json(data, file=file), file)
    opened = open_release(root, key.release)
    home = root / "predictions" / opened.id
    read = [read_answers(home / name, opened.compiled) for name in key.submissions]
    questions = key.questions or _questions_to_grade(opened, Selection(key.track))
    now = {each.card.submission_id: each.sha256 for each in read}
    if changed := [name for name, packed in key.submissions.items() if now[name] != packed]:
        raise SubmissionError([problem("grading-changed", file, got=", ".join(changed))])
    return _grading(opened, key, read, questions)


def read_grades(grading: GraderPack, folder: Path) -> dict[str, Grades]:
    """Return what each grader said whose sheet is in the folder, by the grader's name.

    Raises SubmissionError with every bad cell of every sheet.
    """
    problems, grades = list[Problem](), dict[str, Grades]()
    for name in GRADERS:
        paths = [folder / f"{name}.{form}" for form in ("csv", "xlsx")]
        sheets = [path for path in paths if path.is_file()]
        if len(sheets) > 1:
            raise UsageError(f"{folder}: two sheets of {name}; leave one of them")
        try:
            for path in sheets:
                grades[name] = _grades(grading, path, name)
        except SubmissionError as error:
            problems += error.problems
    if problems:
        raise SubmissionError(problems)
    if not grades:
        raise UsageError(f"{folder}: no sheet; put {' or '.join(GRADERS)} back, .xlsx or .csv")
    return grades


def _grades(grading: GraderPack, path: Path, reader: str) -> Grades:
    data, file = store.read_bytes(path, limit=LIMITS.file_bytes), path.as_posix()
    filled = checked_head(tables_of(data, file), file, "grading")
    place = (filled.head.release, filled.head.track)
    if place != (grading.key.release, grading.key.track):
        raise SubmissionError([problem("sheet-head", file, got=" ".join(place))])
    return grades_of(filled, reader, grading.rows)


def write_verdicts(
    root: Path,
    grading: GraderPack,
    graders: Mapping[str, Grades],
    *,
    judge: str,
    operator: str,
    date: str,
) -> list[Path]:
    """Write each grader's verdicts as a judge's folder, ``JUDGE-1`` and so on; return them."""
    home = root / "predictions" / grading.key.release / FOLDER
    folders = {name: home / f"{judge}-{name.rpartition('-')[2]}" for name in graders}
    for folder in folders.values():
        refuse_existing(folder)
    for name, folder in folders.items():
        grades = graders[name]
        record = judge_record(
            grading.key,
            grades,
            grading.calibration,
            judge=folder.name,
            operator=operator,
            date=date,
            language=grading.language,
        )
        lines: dict[str, list[dict[str, Any]]] = {own: [] for own in grading.key.submissions}
        for each in sorted(grading.answers, key=lambda each: each.question_id):
            verdict = verdict_line(record, each, grades)
            for own in (*each.submissions, *("calibration" for _ in each.calibration)):
                lines.setdefault(own, []).append(verdict)
        files = {f"{own}.jsonl": canonical_lines(verdicts) for own, verdicts in lines.items()}
        store.write_tree(folder, {RECORD: canonical_bytes(record.as_json()) + b"\n"} | files)
    return list(folders.values())
