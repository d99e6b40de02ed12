"""Sheets of questions on disk: packed into a file to fill in, and unpacked from it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from digesta.errors import SubmissionError, UsageError
from digesta.intake import LIMITS
from digesta.metrics.splitmix import seed_from, splitmix64
from digesta.records.question import Question, question_id_of
from digesta.sheets import (
    FORMATS,
    FilledSheet,
    PackOptions,
    SheetAnswers,
    answers_of,
    can_be_read,
    checked_head,
    pack_files,
    read_back,
    sheet_of,
    tables_of,
)
from digesta.sheets.codes import problem
from digesta.sheets.questions import Purpose
from digesta.sheets.reviews import ReviewKey, ReviewLines
from digesta.workspace import store
from digesta.workspace.cards import METADATA, PREDICTIONS, new_card
from digesta.workspace.releases import StoredRelease, open_release


class QuestionDraw(NamedTuple):
    """How many questions are drawn, by which seed."""

    n: int
    seed: int


class Selection(NamedTuple):
    """Questions of a track: of the public split or all, and whether for a second reader.

    wanted: ids, or beginnings of ids, of those alone that are packed. draw: how many are drawn of
    them, by which seed. task: whose questions alone are packed.
    """

    track: str
    split: str = "public"
    review: bool = False
    wanted: str | None = None
    draw: QuestionDraw | None = None
    task: str | None = None

    @property
    def purpose(self) -> Purpose:
        """Return the purpose of the sheet."""
        return "reading" if self.review else "answers"


def pack(
    root: Path,
    release: str | None,
    selection: Selection,
    *,
    out: Path,
    form: str | None,
) -> tuple[list[Path], int]:
    """Write questions as a sheet; return its files, and how many questions they hold.

    out: a file, or a folder that gets one of the track's name. form: the sheet's, else by the
    file's name. Beside a workbook lies a page with the texts that are too long for its cells.
    """
    out = out / f"{selection.track}.{form or 'xlsx'}" if out.is_dir() else out
    ending = form or out.suffix.removeprefix(".")
    if ending not in FORMATS or out.suffix != f".{ending}":
        raise UsageError(f"{out}: name it FILE.{' or FILE.'.join(FORMATS)}, as --format says")
    opened = open_release(root, release)
    questions = chosen_questions(questions_of(opened, selection), selection)
    some = any(each is not None for each in (selection.wanted, selection.draw, selection.task))
    ids = tuple(question.question_id for question in questions) if some else ()
    packing = PackOptions(opened.id, selection.split, selection.purpose, ids)
    track = opened.manifest.track_named(selection.track)
    sheet = sheet_of(questions, track, packing, opened.data.resources)
    files = {out.with_name(name): data for name, data in pack_files(sheet, out.name).items()}
    for path in files:
        refuse_existing(path)
    for path, data in files.items():
        store.write_file(path, data)
    return [*files], len(questions)


def refuse_existing(out: Path) -> None:
    """Raise UsageError where there is such a file or folder."""
    if out.exists():
        raise UsageError(f"{out}: exists already; name a new file")


class ReturnedSheet(NamedTuple):
    """A sheet that came back, and the questions that it was packed with."""

    filled: FilledSheet
    release: StoredRelease
    questions: Sequence[Question]

    def reviews(self) -> ReviewLines:
        """Return a second reader's answers as records of review."""
        return read_back(self.filled, self.questions, _review_key(self.release))

    def write_reviews(self, out: Path) -> ReviewLines:
        """Write a second reader's answers as lines for review.jsonl; return them."""
        refuse_existing(out)
        reviews = self.reviews()
        store.write_file(out, reviews.lines)
        return reviews

    def write_lines(self, out: Path) -> SheetAnswers:
        """Write the answers as prediction lines alone; return them."""
        refuse_existing(out)
        answers = answers_of(self.filled, self.questions)
        store.write_file(out, answers.predictions)
        return answers

    def write_submission(
        self, root: Path, submission: str, model: str, organization: str
    ) -> tuple[Path, SheetAnswers]:
        """Write the answers as a submission; return its folder, and the answers."""
        release = self.release.id
        card = new_card(
            submission_id=submission,
            release=release,
            model_name=model,
            organization=organization,
            tracks=[self.filled.head.track],
        )
        folder = root / "predictions" / release / submission
        if folder.exists():
            raise UsageError(f"{folder}: exists already; choose another --id, or write with -o")
        answers = answers_of(self.filled, self.questions)
        store.write_tree(folder, {METADATA: card, PREDICTIONS: answers.predictions})
        return folder, answers


def read_sheet(root: Path, release: str | None, path: Path, *, review: bool) -> ReturnedSheet:
    """Read a sheet that came back, or refuse its head. release: else as the head says."""
    data, file = store.read_bytes(path, limit=LIMITS.file_bytes), path.as_posix()
    filled = checked_head(tables_of(data, file), file, "reading" if review else "answers")
    head, opened = filled.head, open_release(root, release or filled.head.release)
    refuse = partial(problem, "sheet-head", file)
    if head.release != opened.id:
        wrong = refuse(got=f"release {head.release}", expected=opened.id)
        raise SubmissionError([wrong])
    if head.track not in {track.track for track in opened.manifest.tracks}:
        raise SubmissionError([refuse(got=f"track {head.track}")])
    selection = Selection(head.track, head.split, review)
    questions = {each.question_id: each for each in questions_of(opened, selection)}
    unknown = [name for name in head.chosen if name not in questions]
    if unknown or len(set(head.chosen)) < len(head.chosen):
        got = f"questions: {unknown[0] if unknown else 'one of them twice'}"
        raise SubmissionError([refuse(got=got)])
    return ReturnedSheet(filled, opened, [questions[name] for name in head.chosen or questions])


def questions_of(release: StoredRelease, selection: Selection) -> list[Question]:
    """Return the questions of a track and split; for a second reader, those that can be read."""
    known = [track.track for track in release.manifest.tracks]
    if selection.track not in known:
        raise UsageError(f"no track {selection.track!r}; there are: {', '.join(known)}")
    tasks = [*release.manifest.track_named(selection.track).tasks]
    if selection.task not in {None, *tasks}:
        raise UsageError(f"no task {selection.task!r}; there are: {', '.join(tasks)}")
    questions = [
        question
        for question in release.data.questions
        if question.track == selection.track
        and selection.task in {None, question.task}
        and (selection.split == "all" or question.split == "public")
    ]
    questions.sort(key=lambda each: (tasks.index(each.task), each.language, each.question_id))
    if not selection.review:
        return questions
    key = _review_key(release)
    fit = [question for question in questions if can_be_read(question, key)]
    if rest := len(questions) - len(fit):
        sys.stderr.write(f"left out: {rest} questions (sealed, or marked by a judge alone)\n")
    return fit


def _review_key(release: StoredRelease) -> ReviewKey:
    return ReviewKey(release.data.truths, release.data.resources)


def chosen_questions(questions: Sequence[Question], selection: Selection) -> list[Question]:
    """Return the questions that a selection names or draws, in their order."""
    chosen = _named(questions, selection.wanted)
    draw = selection.draw
    if draw is None:
        return chosen
    if not 1 <= draw.n <= len(chosen):
        raise UsageError(f"-n {draw.n}: there are {len(chosen)} questions to draw from")
    order = [splitmix64(seed_from(f"{draw.seed}/{each.question_id}")) for each in chosen]
    last = sorted(order)[draw.n - 1]
    return [each for each, number in zip(chosen, order, strict=True) if number <= last]


def _named(questions: Sequence[Question], wanted: str | None) -> list[Question]:
    if wanted is None:
        if not questions:
            raise UsageError("no such questions in this release")
        return list(questions)
    ids = [question.question_id for question in questions]
    chosen = {question_id_of(name, ids) for name in wanted.replace(",", " ").split()}
    if not chosen:
        raise UsageError("--questions names none")
    return [question for question in questions if question.question_id in chosen]
