"""Answer sheets on disk: questions packed into a file to fill in, and unpacked from it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from digesta.errors import SubmissionError, UsageError
from digesta.intake import LIMITS
from digesta.records.question import Question, question_id_of
from digesta.sheets import (
    FORMATS,
    FilledSheet,
    PackOptions,
    SheetAnswers,
    answers_of,
    can_be_read,
    checked_head,
    pack_sheet,
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


class Selection(NamedTuple):
    """Questions of a track: of the public split or all, and whether for a second reader."""

    track: str
    split: str
    review: bool

    @property
    def purpose(self) -> Purpose:
        """Return the purpose of the sheet."""
        return "reading" if self.review else "answers"


def pack(
    root: Path,
    release: str | None,
    selection: Selection,
    wanted: str | None,
    *,
    out: Path,
    form: str | None,
) -> int:
    """Write questions as a sheet; return how many.

    wanted: ids, or beginnings of ids, of the questions alone that are packed. form: the sheet's,
    else by the name of the file.
    """
    ending = form or out.suffix.removeprefix(".")
    if ending not in FORMATS or out.suffix != f".{ending}":
        raise UsageError(f"{out}: name it FILE.{' or FILE.'.join(FORMATS)}, as --format says")
    _refuse_existing(out)
    opened = open_release(root, release)
    questions = _chosen_questions(_questions(opened, selection), wanted)
    ids = tuple(question.question_id for question in questions) if wanted is not None else ()
    packing = PackOptions(opened.id, selection.split, selection.purpose, ids)
    track = opened.manifest.track_named(selection.track)
    sheet = sheet_of(questions, track, packing, opened.data.resources)
    store.write_file(out, pack_sheet(sheet, ending))
    return len(questions)


def _refuse_existing(out: Path) -> None:
    if out.exists():
        raise UsageError(f"{out}: exists already; name a new file")


class ReturnedSheet(NamedTuple):
    """A sheet that came back, and the questions that it was packed with."""

    filled: FilledSheet
    release: StoredRelease
    questions: Sequence[Question]

    def write_reviews(self, out: Path) -> ReviewLines:
        """Write a second reader's answers as lines for review.jsonl; return them."""
        _refuse_existing(out)
        reviews = read_back(self.filled, self.questions, _review_key(self.release))
        store.write_file(out, reviews.reviews)
        return reviews

    def write_lines(self, out: Path) -> SheetAnswers:
        """Write the answers as prediction lines alone; return them."""
        _refuse_existing(out)
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
    questions = {each.question_id: each for each in _questions(opened, selection)}
    unknown = [name for name in head.chosen if name not in questions]
    if unknown or len(set(head.chosen)) < len(head.chosen):
        got = f"questions: {unknown[0] if unknown else 'one of them twice'}"
        raise SubmissionError([refuse(got=got)])
    return ReturnedSheet(filled, opened, [questions[name] for name in head.chosen or questions])


def _questions(release: StoredRelease, selection: Selection) -> list[Question]:
    known = [track.track for track in release.manifest.tracks]
    if selection.track not in known:
        raise UsageError(f"no track {selection.track!r}; there are: {', '.join(known)}")
    questions = [
        question
        for question in release.data.questions
        if question.track == selection.track
        and (selection.split == "all" or question.split == "public")
    ]
    if not selection.review:
        return questions
    key = _review_key(release)
    fit = [question for question in questions if can_be_read(question, key)]
    if rest := len(questions) - len(fit):
        sys.stderr.write(f"left out: {rest} questions (sealed, or marked by a judge alone)\n")
    return fit


def _review_key(release: StoredRelease) -> ReviewKey:
    return ReviewKey(release.data.truths, release.data.resources)


def _chosen_questions(questions: Sequence[Question], wanted: str | None) -> list[Question]:
    if wanted is None:
        if not questions:
            raise UsageError("no such questions in this release")
        return list(questions)
    ids = [question.question_id for question in questions]
    chosen = {question_id_of(name, ids) for name in wanted.replace(",", " ").split()}
    if not chosen:
        raise UsageError("--questions names none")
    return [question for question in questions if question.question_id in chosen]
